export const contributions = {
  how: 'Rules on what people may pay. A payment that breaks one is refused, with the reason. Payments already recorded stay.',
  no_certificate:
    'These rules help you; they do not prove that the law is respected. Muster counts what is recorded in this ' +
    'space only, while the French cap covers all parties together.',
  saved: 'The rules are saved.',
  preset_label: 'Rules',
  preset: {
    none: 'No rules',
    fr_party: 'French party',
    fr_campaign: 'French election campaign',
    custom: 'Custom rules',
  },
  preset_how: {
    none: 'Every payment can be recorded.',
    fr_party:
      'At most €7,500 per person and year, gifts and dues together; at most €150 in cash at once; only French ' +
      'nationals and residents of France; no legal persons. Dues of elected office holders do not count.',
    fr_campaign:
      'At most €4,600 per person and campaign code; at most €150 in cash at once; only French nationals and residents of France; no legal persons.',
    custom: 'Leave a limit empty if there is none.',
  },
  yearly_cap: 'Cap per person and year',
  yearly_cap_how: 'Gifts and dues together.',
  campaign_cap: 'Cap per person and campaign',
  campaign_cap_how: 'Over all years. Payments without a code are one campaign.',
  cash_limit: 'Cash limit',
  cash_limit_how: 'Per person, in one payment.',
  campaign_code: 'Campaign',
  campaign_cap_of: 'Cap',
  add_campaign_cap: 'Add a cap for one campaign',
  remove_campaign_cap: 'Remove the cap for {{code}}',
  countries: 'Nationals and residents of',
  countries_how: 'Country codes separated by commas, such as FR, BE. Leave empty to let anyone pay.',
  legal_persons: 'Legal persons may pay',
  exempt_elected_dues: 'Dues of elected office holders do not count towards the caps',
  cash_kinds: 'Payment methods that are cash',
  cash_kinds_how: 'The limit on cash applies to them.',
  legal_person_tag: 'Tag of legal persons',
  legal_person_tag_how: 'Companies, associations. Empty: Muster cannot tell them apart and refuses none.',
  elected_tag: 'Tag of elected office holders',
  elected_tag_how: 'Empty: the dues of everyone count.',
  exempt_tag: 'Tag of contacts without limits',
  exempt_tag_how: 'No rule applies to them, such as to other parties.',
  note: {
    at_most: 'At most {{left}}.',
    not_allowed: 'Not allowed, see below.',
    title: 'Contribution rules',
    refused: 'This payment breaks the contribution rules',
    unknown: 'Not known, please check: {{facts}}.',
    no_certificate: 'Only counts what is recorded here. It does not prove that the law is respected.',
  },
  left: {
    yearly_cap: 'This person can still pay {{left}} of {{limit}} in {{year}}.',
    campaign_cap: 'This person can still pay {{left}} of {{limit}} for the campaign {{code}}.',
    campaign_cap_without_code: 'This person can still pay {{left}} of {{limit}} outside campaigns.',
  },
  reason: {
    yearly_cap: 'At most {{limit}} per person in {{year}}: {{left}} left. Record at most that, or return the money.',
    campaign_cap:
      'At most {{limit}} per person for the campaign {{code}}: {{left}} left. Record at most that, or return the money.',
    campaign_cap_without_code:
      'At most {{limit}} per person outside campaigns: {{left}} left. Record at most that, or return the money.',
    cash_limit: 'At most {{limit}} in cash at once. Ask for a cheque, a transfer, a direct debit or a card payment.',
    countries:
      'Only nationals and residents of the listed countries may pay. Correct the contact if this is wrong, or return the money.',
    legal_persons:
      'Legal persons may not pay. Choose the person who paid, or remove the tag of the contact if it is wrong.',
  },
  fact: {
    nationality: 'nationality',
    residence: 'country of residence',
    legal_person: 'whether it is a legal person',
    elected: 'whether the person holds an elected office',
    payment_method: 'payment method',
    currency: 'payments in another currency',
  },
}
