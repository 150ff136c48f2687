import { type Static, Type } from 'typebox'
import { Id, Line, Name, Timestamp } from '../../fields.ts'
import { Amount, Currency } from '../core/fields.ts'

export const presetNames = ['none', 'fr_party', 'fr_campaign', 'custom'] as const

// Far below the largest safe integer, so that sums next to a cap are exact.
const limit_max = 1_000_000_000_000
const Limit = Type.Integer({ minimum: 0, maximum: limit_max })

const rules = {
  currency: Currency,
  yearly_cap: Type.Union([Limit, Type.Null()], {
    description: 'The most that a person may pay in a calendar year, gifts and dues together; null for no cap.',
  }),
  campaign_cap: Type.Union([Limit, Type.Null()], {
    description:
      'The most that a person may pay for one campaign code, over all years; null for no cap. Payments without a code are one campaign.',
  }),
  campaign_caps: Type.Record(Type.String(), Limit, {
    maxProperties: 200,
    description: 'Caps of single campaigns by code, in any case, in place of `campaign_cap`.',
  }),
  cash_limit: Type.Union([Limit, Type.Null()], {
    description: 'The most that a person may pay in cash in one bundle; null for no limit.',
  }),
  cash_kinds: Type.Array(Type.String({ ...Line, minLength: 1 }), {
    maxItems: 100,
    description: 'The payment methods that are cash.',
  }),
  countries: Type.Array(Type.String({ minLength: 2, maxLength: 100 }), {
    maxItems: 300,
    description: 'Country codes: only nationals and residents of these countries may pay. Empty: anyone.',
  }),
  legal_persons: Type.Boolean({ description: 'Whether legal persons may pay.' }),
  exempt_elected_dues: Type.Boolean({
    description: 'Whether the own dues of elected members are left out of the caps.',
  }),
  legal_person_tag: Type.Union([Name, Type.Null()], {
    description: 'The tag of contacts that are legal persons; null if no tag says so.',
  }),
  elected_tag: Type.Union([Name, Type.Null()], {
    description: 'The tag of contacts who hold an elected office; null if no tag says so.',
  }),
  exempt_tag: Type.Union([Name, Type.Null()], {
    description: 'The tag of contacts to which no rule applies, such as other parties.',
  }),
}

const Preset = Type.Enum([...presetNames], {
  description:
    'The preset whose limits these are; `custom` if they are those of none. Sent, it sets the limits; fields next to it then change them.',
})

export const ContributionRules = Type.Object({ preset: Preset, ...rules }, { title: 'ContributionRules' })

export const ContributionRulesChange = Type.Partial(ContributionRules).properties

export const ruleNames = ['yearly_cap', 'campaign_cap', 'cash_limit', 'countries', 'legal_persons'] as const
export const factNames = ['nationality', 'residence', 'legal_person', 'elected', 'payment_method', 'currency'] as const

const Message = Type.String({ description: 'What it means and what to do, in a sentence.' })

const ContributionCap = Type.Object(
  {
    rule: Type.Enum(['yearly_cap', 'campaign_cap'], { description: 'The rule that sets the cap.' }),
    limit: Amount,
    year: Type.Union([Type.Integer(), Type.Null()], { description: 'The year of a yearly cap, else null.' }),
    code_campaign: Type.Union([Type.String(), Type.Null()], {
      description: 'The campaign of a cap per campaign, else null. Empty: payments without a code.',
    }),
    counted: Type.Integer({ minimum: 0, description: 'What the person has paid towards it, in minor units.' }),
    left: Type.Integer({ minimum: 0, description: 'What is left, in minor units.' }),
  },
  { title: 'ContributionCap' },
)

const RefusalReason = Type.Object(
  {
    rule: Type.Enum([...ruleNames], { description: 'The rule that refuses the payment.' }),
    limit: Type.Union([Amount, Type.Null()], { description: 'The limit of the rule; null if it is no amount.' }),
    left: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description: 'The largest amount that the rule allows; null if it is no amount.',
    }),
    year: Type.Union([Type.Integer(), Type.Null()], { description: 'The year of a yearly cap, else null.' }),
    code_campaign: Type.Union([Type.String(), Type.Null()], { description: 'The campaign of its cap, else null.' }),
    message: Message,
  },
  { title: 'ContributionRefusal' },
)

const UnknownFact = Type.Object(
  { fact: Type.Enum([...factNames], { description: 'What Muster does not know.' }), message: Message },
  { title: 'UnknownFact' },
)

/** The answer to whether a payment keeps the rules. */
export const ContributionCheck = Type.Object(
  {
    allowed: Type.Boolean({ description: 'Whether Muster would record the payment.' }),
    left: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description: 'The largest amount that the caps still allow this person, in minor units; null without a cap.',
    }),
    currency: Currency,
    caps: Type.Array(ContributionCap, { description: 'The caps that the payment counts towards.' }),
    reasons: Type.Array(RefusalReason, { description: 'Why it would be refused; empty if it is allowed.' }),
    unknown: Type.Array(UnknownFact, {
      description: 'What the rules depend on and Muster does not know. It refuses nothing; check it yourself.',
    }),
    note: Type.String({ description: 'What the answer does not cover.' }),
  },
  { title: 'ContributionCheck' },
)

export const CheckedPayment = {
  contact_id: Type.Integer({ ...Id, description: 'The payer.' }),
  amount: Type.Integer({ ...Amount, default: 0, description: 'In minor units of the currency in the settings.' }),
  date: Type.Optional(Type.String({ ...Timestamp, description: 'When it is paid; now by default.' })),
  payment_method_kind: Type.String({ ...Line, default: '', description: 'How it is paid; empty if unknown.' }),
  kind: Type.Enum(['donation', 'membership'], { default: 'donation', description: 'What it is paid for.' }),
  code_campaign: Type.String({ ...Line, default: '' }),
}

const Change = Type.Object(ContributionRulesChange)
const Checked = Type.Object(CheckedPayment)
export type ContributionRules = Static<typeof ContributionRules>
export type ContributionRulesChange = Static<typeof Change>
export type ContributionCheck = Static<typeof ContributionCheck>
export type RefusalReason = Static<typeof RefusalReason>
export type ContributionCap = Static<typeof ContributionCap>
export type UnknownFact = Static<typeof UnknownFact>
export type CheckedPayment = Static<typeof Checked>
