import { inWholeUnits } from '../../server/money/transaction_bundles/csv.ts'
import { formatTable, maskControlCharacters } from '../tables.ts'
import type { Columns } from './columns.ts'
import type { PaymentFile, RefusedRow } from './file.ts'
import type { Payment } from './payment.ts'
import type { UndoResult } from './undo.ts'

// What a treasurer holds against the old books.

const reasons_shown = 20

export const describeColumns = ({ headers }: PaymentFile, columns: Columns) =>
  [
    'Columns:',
    ...headers.map((header, index) => {
      const [field] = [...columns].find(([, at]) => at === index) ?? []
      return `  ${maskControlCharacters(header)} → ${field ?? '(left out)'}`
    }),
  ].join('\n')

export function describeOutcome(
  verb: 'Would be' | 'Was',
  { made, there, refused }: { made: Payment[]; there: Payment[]; refused: RefusedRow[] },
  newcomers = 0,
) {
  return [
    `${verb} made: ${made.length}, already there: ${there.length}, refused: ${refused.length}.`,
    ...(newcomers > 0 ? [`Contacts to be made with them: up to ${newcomers}.`] : []),
    ...refused.slice(0, reasons_shown).map(({ line, reason }) => `  row ${line.row}: ${maskControlCharacters(reason)}`),
    ...(refused.length > reasons_shown ? [`  and ${refused.length - reasons_shown} more`] : []),
    ...describeSums(`${verb} made`, made),
    ...describeSums('Already there', there),
  ].join('\n')
}

/** Sums by month and currency. What came is what was paid and not given back. */
function describeSums(title: string, payments: Payment[]) {
  if (payments.length === 0) return []
  const sums = new Map<string, { count: number; amount: bigint; came: bigint }>()
  const add = (key: string, { amount, refunded, kind }: Payment) => {
    const sum = sums.get(key) ?? { count: 0, amount: 0n, came: 0n }
    const came = kind === 'valid' || kind === 'reimbursed' ? amount - refunded : 0
    sums.set(key, { count: sum.count + 1, amount: sum.amount + BigInt(amount), came: sum.came + BigInt(came) })
  }
  for (const payment of payments) {
    add(`${payment.date.slice(0, 7)} ${payment.currency}`, payment)
    add(`total ${payment.currency}`, payment)
  }
  const rows = [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { count, amount, came }]) => {
      const [month = '', currency = ''] = key.split(' ')
      const shown = (sum: bigint) => inWholeUnits(sum, currency, '.').padStart(12)
      return { month, currency, payments: String(count).padStart(8), amount: shown(amount), came: shown(came) }
    })
  const table = formatTable(rows, 80, ['month', 'currency', 'payments', 'amount', 'came'])
  return [`${title}, by month:`, ...table.split('\n').map(line => `  ${line}`)]
}

export const describeUndo = (label: string, { gone, kept }: UndoResult) =>
  [
    `${label}: ${gone} of ${gone + kept.length} payments were taken back.`,
    ...(kept.length > 0 ? ['Left as they are:'] : []),
    ...kept.map(
      ({ bundle, id, reason }) => `  bundle ${bundle} (${maskControlCharacters(id)}): ${maskControlCharacters(reason)}`,
    ),
  ].join('\n')
