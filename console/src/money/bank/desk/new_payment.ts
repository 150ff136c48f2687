import type { BankLine, BankProposal } from '../../../api.ts'

export const kinds = ['donation', 'membership'] as const

/** What is typed in the form of a new payment. */
export interface NewPaymentValues {
  contact_id: number | undefined
  kind: (typeof kinds)[number]
  price_id: number | undefined
  payment_method_kind: string
  code_campaign: string
}

interface Price {
  id: number
  amount: number
  currency: string
  hidden: boolean
}

const membership_words = /\b(adhesions?|cotis(ations?)?|memberships?|dues|subscription)\b/
const donation_words = /\b(dons?|donations?|soutien|gift)\b/

/** What a line most likely pays: what a rule says, the membership that costs its amount, else a donation. */
export function startValues(
  line: BankLine,
  proposal: BankProposal | undefined,
  memberships: readonly Price[],
): NewPaymentValues {
  const contact_id = proposal?.payer?.id ?? proposal?.payments[0]?.contact.id
  const outcome = proposal?.rule?.outcome
  const common = { contact_id, payment_method_kind: '', code_campaign: outcome?.code_campaign ?? '' }
  if (outcome?.kind === 'membership' || outcome?.kind === 'donation')
    return { ...common, kind: outcome.kind, price_id: outcome.price_id ?? undefined }
  const price = memberships.find(
    ({ amount, currency, hidden }) => !hidden && currency === line.currency && amount === line.amount,
  )
  const text = plain(line.text)
  if (price && (membership_words.test(text) || !donation_words.test(text)))
    return { ...common, kind: 'membership', price_id: price.id }
  return { ...common, kind: 'donation', price_id: undefined }
}

/** The name of the other side as a person writes it. Banks have the surname first, in capitals and after a title. */
export function payerName({ counterparty }: BankLine): string {
  const words = counterparty.trim().split(/\s+/)
  const names = is_title.test(words[0] ?? '') ? words.slice(1) : words
  const isBankStyle = counterparty === counterparty.toUpperCase()
  return (isBankStyle && names.length === 2 ? names.toReversed() : names).join(' ')
}

const is_title = /^(m|mr|mme|mlle|mrs|ms|dr)\.?$/i

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
