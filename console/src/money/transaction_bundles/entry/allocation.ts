import type { CheckedPayment } from '../../contribution_rules/data.ts'
import type { NewPayment } from '../data.ts'
import { type TermDraft, termOf } from '../terms.ts'

/** The payment being typed, without the values that stay for the next one. */
export interface PaymentDraft {
  contact: number | undefined
  amount: number | undefined
  membership_price: number | undefined
  membership: number | undefined
  term: TermDraft
  donation_price: number | undefined
  /** Undefined: what the membership leaves. */
  donation: number | undefined
  /** The amounts whose text is not one. */
  mistyped: ReadonlySet<'membership' | 'donation'>
}

/** The values that stay from one payment to the next. */
export interface EntryDefaults {
  method: string
  date: string
  campaign: string
  batch: number | undefined
}

export const emptyDraft: PaymentDraft = {
  contact: undefined,
  amount: undefined,
  membership_price: undefined,
  membership: undefined,
  term: {},
  donation_price: undefined,
  donation: undefined,
  mistyped: new Set(),
}

/** Splits the amount: by default, what is not a membership is a donation. */
export function allocationOf({ amount = 0, membership, donation }: PaymentDraft) {
  const fee = membership ?? 0
  const gift = donation ?? Math.max(0, amount - fee)
  return { fee, gift, rest: amount - fee - gift }
}

/** A price of nothing is a membership too. */
export const hasMembership = (draft: PaymentDraft) =>
  allocationOf(draft).fee > 0 || draft.membership_price !== undefined

/** The payment as it is sent; undefined while contact or amount are missing. */
export function paymentOf(
  draft: PaymentDraft,
  { method, date, campaign }: EntryDefaults,
  currency: string,
): NewPayment | undefined {
  const { contact, amount } = draft
  if (contact === undefined || amount === undefined) return undefined
  const { fee, gift } = allocationOf(draft)
  const common = { contact_id: contact, currency }
  return {
    transactions: [
      {
        ...common,
        amount,
        payment_method_kind: method,
        date,
        ...(campaign && { code_campaign: campaign }),
      },
    ],
    ...(hasMembership(draft) && {
      memberships: [
        { ...common, amount: fee, membership_price_id: draft.membership_price ?? null, ...termOf(draft.term) },
      ],
    }),
    ...(gift > 0 && {
      donations: [{ ...common, amount: gift, date, donation_price_id: draft.donation_price ?? null }],
    }),
  }
}

/** What the contribution rules are asked about; undefined without a contact. */
export function checkedPaymentOf(
  draft: PaymentDraft,
  { method, date, campaign }: EntryDefaults,
): CheckedPayment | undefined {
  const { contact, amount = 0 } = draft
  if (contact === undefined) return undefined
  const kind = amount > 0 && allocationOf(draft).fee === amount ? 'membership' : 'donation'
  return {
    contact_id: contact,
    amount,
    kind,
    payment_method_kind: method,
    ...(date && { date }),
    ...(campaign && { code_campaign: campaign }),
  }
}
