import { amountOf, dateOf } from './cells.ts'
import type { Catalogue, ReadOptions, RowReader } from './payment.ts'
import { RowError, SkippedRow } from './reasons.ts'
import { isYes, type RowStatus, type StatusKind, statusOf } from './synonyms.ts'

/** What was paid and given back. Amounts are in minor units. */
export interface ReceivedMoney {
  kind: StatusKind
  amount: number
  refunded: number
  /** The part of a received payment that is still to be paid. */
  unpaid: number
  /** When the money was given back or returned by the bank. */
  reversed_at?: string
}

/** Reads the status of a row. Throws SkippedRow if the row is not money. */
export function readStatus(
  reader: RowReader,
  { columns, dates, failed }: ReadOptions,
  { time_zone }: Pick<Catalogue, 'time_zone'>,
): RowStatus {
  const { text, read, require } = reader
  if (read('test', isYes)) throw new SkippedRow('test_payment')
  if (columns.has('status')) require('status')
  const status = columns.has('status') ? read('status', statusOf) : statusByDates(reader, dates, time_zone)
  // A failed payment without an ID cannot be told from another, so it could be imported twice.
  if (status.kind === 'unpaid' && (failed === 'attempts' || text('id') === '')) throw new SkippedRow('failed_attempt')
  return status
}

/** The status of a row that has none: NationBuilder has a date for each event of a payment instead. */
function statusByDates({ text, read }: RowReader, dates: ReadOptions['dates'], time_zone: string): RowStatus {
  const dateIn = (field: 'date' | 'failed_at') => read(field, cell => dateOf(cell, dates, time_zone))
  const isPaid = text('date') !== ''
  if (text('reversed_at') !== '') {
    if (!isPaid) throw new SkippedRow('cancelled_before_payment')
    return { kind: 'reimbursed' }
  }
  if (text('failed_at') === '') return { kind: 'valid' }
  if (!isPaid) throw new SkippedRow('failed_attempt')
  // A first attempt may fail before the payment succeeds; afterwards it is a return by the bank.
  return { kind: dateIn('failed_at') >= dateIn('date') ? 'bank_error' : 'valid' }
}

/** Reconciles the status of a row with its amounts and dates. */
export function readReceived(
  { text, read }: RowReader,
  { dates, decimal }: ReadOptions,
  { time_zone }: Pick<Catalogue, 'time_zone'>,
  status: RowStatus,
  total: number,
  currency: string,
): ReceivedMoney {
  const amountIn = (field: 'refunded' | 'received') =>
    read(field, cell => (cell === '' ? undefined : amountOf(cell, currency, decimal)))
  const stated = amountIn('refunded')
  const paid = status.part === 'paid' || status.refund_due ? amountIn('received') : undefined
  // What was received counts, until the difference is given back.
  const amount = status.refund_due && paid !== undefined && paid > total ? paid : total
  const { kind, refunded } = refundOf(status, amount, stated)
  const reversal = kind === 'bank_error' && text('failed_at') !== '' ? 'failed_at' : 'reversed_at'
  const reversed_at = read(reversal, cell => (cell === '' ? undefined : dateOf(cell, dates, time_zone)))
  if (reversed_at && kind === 'valid' && reversal === 'reversed_at') throw new RowError('refund_date_of_paid')
  return {
    kind,
    amount,
    refunded,
    unpaid: status.part === 'paid' ? unpaidPart(amount, paid) : 0,
    ...(reversed_at && (kind === 'reimbursed' || kind === 'bank_error') && { reversed_at }),
  }
}

function refundOf({ kind, part }: RowStatus, amount: number, stated: number | undefined) {
  const isUnpaid = kind === 'unpaid' || kind === 'bank_error'
  if (part === 'refunded' && stated === undefined) throw new RowError('partly_refunded_without_amount')
  if (kind === 'reimbursed' && stated === 0 && amount > 0) throw new RowError('refunded_nothing')
  if (isUnpaid && (stated ?? 0) > 0) throw new RowError('refunded_unpaid')
  if ((stated ?? 0) > amount) throw new RowError('refund_too_large')
  const refunded = stated ?? (kind === 'reimbursed' ? amount : 0)
  return { refunded, kind: refunded > 0 && kind === 'valid' ? ('reimbursed' as const) : kind }
}

function unpaidPart(amount: number, paid: number | undefined) {
  if (paid === undefined) throw new RowError('partly_paid_without_amount')
  if (paid >= amount) throw new RowError('paid_too_much')
  return amount - paid
}
