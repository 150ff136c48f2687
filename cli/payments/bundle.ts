import type { TransactionBundle } from '../../sdk/operations.ts'
import type { Payment } from './payment.ts'

/** The bundle of a payment. Unpaid, cancelled or fully refunded money is neither a membership nor a donation. */
export function bundleOf(payment: Payment, contact_id: number, label: string) {
  const { id, origin, amount, currency, date, refunded, unpaid, kind, membership, recipient } = payment
  const failed = kind === 'unpaid' || kind === 'bank_error'
  const received = failed || kind === 'cancel' ? 0 : amount - refunded - unpaid
  const counts = received > 0 || (amount === 0 && !failed && kind !== 'cancel')
  const part = { contact_id, amount: received, currency }
  return {
    origin,
    transactions: [
      {
        contact_id,
        amount,
        currency,
        date,
        status_id: payment.status_id,
        payment_method_kind: payment.method,
        code_campaign: payment.campaign,
        comment: payment.comment,
        reimbursed_amount: refunded,
        unpaid_amount: failed ? amount : unpaid,
        external_transaction_id: /^\d{1,15}$/.test(id) ? Number(id) : null,
        extra_json: { imported: { source: origin.slice(0, -id.length - 1), id, import: label, ...detailsOf(payment) } },
      },
    ],
    memberships:
      membership && counts
        ? [
            {
              ...part,
              amount_initial: amount,
              membership_price_id: membership.price_id,
              ...(membership.start && { start_date: membership.start }),
              ...(membership.end && { end_date: membership.end }),
            },
          ]
        : [],
    donations:
      !membership && counts
        ? [{ ...part, date, initial_amount: amount, donation_price_id: null, affectation: recipient?.name ?? '' }]
        : [],
  }
}

/** What the payment has no field for: when the money went back, and how much the file said is still to be paid. */
const detailsOf = ({ reversed_at, unpaid }: Payment) => ({
  ...(reversed_at && { reversed_at }),
  ...(unpaid > 0 && { unpaid }),
})

type ImportMark = { source?: unknown; id?: unknown; import?: unknown; unpaid?: unknown }

/** The mark that an import leaves on its payments. Its content is unchecked: other clients can write it too. */
export function importMarkOf({ transactions: [first] }: TransactionBundle) {
  const { imported } = (first?.extra_json ?? {}) as { imported?: ImportMark }
  return imported && typeof imported === 'object' ? imported : {}
}
