import type { TransactionBundle } from '../../sdk/operations.ts'
import { inWholeUnits } from '../../server/money/core/amounts.ts'
import { importMarkOf } from './bundle.ts'
import type { Catalogue, Payment } from './payment.ts'
import { RowError } from './reasons.ts'

/** Finds the payments of a file among those of earlier imports. */
export class KnownPayments {
  readonly #by_id: Map<string, TransactionBundle>
  /** Payments without a recipient that are taken for one of the gifts with their ID. */
  readonly #taken = new Set<number>()

  constructor(by_id: Map<string, TransactionBundle>) {
    this.#by_id = by_id
  }

  get(payment: Payment): TransactionBundle | undefined {
    const found = this.#by_id.get(payment.id)
    if (found || !payment.recipient) return found
    // It may have been imported before the file had a column of recipients.
    const plain = this.#by_id.get(payment.recipient.transaction_id)
    const [paid] = plain?.transactions ?? []
    if (!plain || !paid || this.#taken.has(plain.id)) return undefined
    if (paid.amount !== payment.amount || paid.date.slice(0, 10) !== payment.date.slice(0, 10)) return undefined
    this.#taken.add(plain.id)
    return plain
  }
}

const formatAmount = (amount: number, currency: string) => `${inWholeUnits(amount, currency, '.')} ${currency}`

/** An existing payment with this ID must be the same payment: two programs may use the same IDs, and payments change. */
export function checkAgrees(
  { amount, unpaid, currency, kind, date }: Payment,
  bundle: TransactionBundle,
  { statuses }: Catalogue,
  contact_id: number | undefined,
) {
  const [existing] = bundle.transactions
  const status = statuses.find(({ id }) => id === existing?.status_id)
  const stored = existing
    ? formatAmount(existing.amount, existing.currency.toUpperCase())
    : { en: 'nothing', fr: 'rien' }
  const differs = (code: ConstructorParameters<typeof RowError>[0], params: RowError['params']) =>
    new RowError(code, { bundle: bundle.id, ...params })
  if (!existing || stored !== formatAmount(amount, currency))
    throw differs('other_amount', { stored, amount: formatAmount(amount, currency) })
  if (existing.date.slice(0, 10) !== date.slice(0, 10))
    throw differs('other_date', { stored: existing.date.slice(0, 10), date: date.slice(0, 10) })
  if (contact_id !== undefined && existing.contact_id !== contact_id)
    throw differs('other_payer', { stored: existing.contact_id, payer: contact_id })
  if (status?.kind !== kind)
    throw differs('other_status', { stored: status?.name ?? { en: 'none', fr: 'aucun' }, kind })
  // Compared with the earlier file: in Muster the rest may have been paid since.
  const before = Number(importMarkOf(bundle).unpaid ?? 0)
  if (before !== unpaid)
    throw differs('other_unpaid', { stored: formatAmount(before, currency), amount: formatAmount(unpaid, currency) })
}
