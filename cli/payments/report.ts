import { inWholeUnits } from '../../server/money/core/amounts.ts'
import { formatTable, maskControlCharacters } from '../tables.ts'
import type { Columns } from './columns.ts'
import type { ImportResult } from './create.ts'
import type { PaymentFile, RefusedRow } from './file.ts'
import type { Payment } from './payment.ts'

const reasons_shown = 20

export const describeColumns = ({ headers }: PaymentFile, columns: Columns) =>
  [
    'Columns:',
    ...headers.map((header, index) => {
      const [field] = [...columns].find(([, at]) => at === index) ?? []
      return `  ${maskControlCharacters(header)} → ${field ?? '(ignored)'}`
    }),
  ].join('\n')

export function describeOutcome(
  title: 'Preview' | 'Imported',
  { created, existing, refused, skipped, warned = [] }: Omit<ImportResult, 'warned'> & Partial<ImportResult>,
  newContacts = 0,
) {
  return [
    `${title}: ${[
      `${created.length} new`,
      `${existing.length} already imported`,
      `${refused.length} refused`,
      ...(skipped.length > 0 ? [`${skipped.length} skipped`] : []),
      ...(warned.length > 0 ? [`${new Set(warned.map(({ line }) => line)).size} to look at`] : []),
    ].join(', ')}.`,
    ...(newContacts > 0 ? [`Contacts to create: up to ${newContacts}.`] : []),
    ...describeReasons(refused),
    ...(skipped.length > 0 ? ['Skipped, because they are not money:', ...describeReasons(skipped)] : []),
    ...(warned.length > 0 ? ['To look at, in Payments of the console:', ...describeReasons(warned)] : []),
    ...describeSums('New', created),
    ...describeSums('Already imported', existing),
  ].join('\n')
}

/** The outcome for programs: counts, and the rows that need attention. */
export function outcomeData(outcome: Omit<ImportResult, 'warned'> & Partial<ImportResult>) {
  const { created, existing, refused, skipped, warned = [] } = outcome
  const rowsOf = (rows: RefusedRow[]) => rows.map(({ line, reason }) => ({ row: line.row, reason }))
  return {
    created: created.length,
    existing: existing.length,
    refused: rowsOf(refused),
    skipped: rowsOf(skipped),
    warnings: rowsOf(warned),
  }
}

const describeReasons = (rows: RefusedRow[]) => [
  ...rows.slice(0, reasons_shown).map(({ line, reason }) => `  row ${line.row}: ${maskControlCharacters(reason)}`),
  ...(rows.length > reasons_shown ? [`  and ${rows.length - reasons_shown} more`] : []),
]

/** Sums by month and currency, for comparison with the previous program. `received` is what was paid and not refunded. */
function describeSums(title: string, payments: Payment[]) {
  if (payments.length === 0) return []
  const sums = new Map<string, { count: number; amount: bigint; received: bigint }>()
  const add = (key: string, { amount, refunded, unpaid, kind }: Payment) => {
    const sum = sums.get(key) ?? { count: 0, amount: 0n, received: 0n }
    const received = kind === 'valid' || kind === 'reimbursed' ? amount - refunded - unpaid : 0
    sums.set(key, {
      count: sum.count + 1,
      amount: sum.amount + BigInt(amount),
      received: sum.received + BigInt(received),
    })
  }
  for (const payment of payments) {
    add(`${payment.date.slice(0, 7)} ${payment.currency}`, payment)
    add(`total ${payment.currency}`, payment)
  }
  const rows = [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { count, amount, received }]) => {
      const [month = '', currency = ''] = key.split(' ')
      const shown = (sum: bigint) => inWholeUnits(sum, currency, '.').padStart(12)
      return { month, currency, payments: String(count).padStart(8), amount: shown(amount), received: shown(received) }
    })
  const table = formatTable(rows, 80, ['month', 'currency', 'payments', 'amount', 'received'])
  return [`${title}, by month:`, ...table.split('\n').map(line => `  ${line}`)]
}
