import type { ProposalReason } from '../../../bank_lines/schema.ts'

const parts: Record<ProposalReason['kind'], (value: string) => string> = {
  end_to_end_id: value => `the end-to-end id ${value} is that of the payment`,
  batch_number: value => `the text names batch ${value}`,
  batch_amount: value => `a batch of ${value} payments has this total`,
  lot: value => `${value} direct debits have this sum`,
  payout: value => `${value} card payments less a fee have this sum`,
  iban_seen: value =>
    `${value === '1' ? 'one earlier line' : `${value} earlier lines`} from this IBAN had the same payer`,
  name: value => `the line names ${value}`,
  exact_amount: () => 'the amount is exact',
  reference: value => `the text has the reference ${value}`,
  campaign: value => `the text names the campaign ${value}`,
  near_date: value => nearDate(value),
  rule: value => `the rule “${value}” applies`,
  return: value =>
    value === '' ? 'the bank took the money back' : `the bank took the money back with the code ${value}`,
  namesakes: value => `${value} contacts or payments fit`,
  competing_lines: () => 'another line may be the same payment',
  several_lines: () => 'the line is a part of the payment',
  another_payer: value => (value === '' ? 'another person paid' : `${value} paid`),
}

function nearDate(value: string) {
  const days = Number(value)
  if (value === '') return 'the days fit'
  if (days === 0) return 'the payment is of the same day'
  const count = Math.abs(days) === 1 ? 'one day' : `${Math.abs(days)} days`
  return days > 0 ? `the payment is ${count} older` : `the payment is ${count} younger`
}

/** The reasons in one sentence. */
export function proposalMessage(reasons: ProposalReason[]): string {
  const sentence = reasons.map(({ kind, value }) => parts[kind](value)).join(', ')
  return sentence === '' ? '' : `${sentence[0]?.toUpperCase()}${sentence.slice(1)}.`
}
