import { cell } from '../../csv.ts'
import type { ExportedItem } from './list_queries.ts'

const columns = [
  'bundle_id',
  'item',
  'id',
  'date',
  'end_date',
  'contact_id',
  'firstname',
  'surname',
  'amount',
  'currency',
  'reimbursed_amount',
  'unpaid_amount',
  'payment_method_kind',
  'status',
  'code_campaign',
  'comment',
] as const

const amounts: readonly string[] = ['amount', 'reimbursed_amount', 'unpaid_amount']

interface CsvStyle {
  separator: string
  bom: boolean
}

/** Lines for a spreadsheet, amounts in whole units. With a semicolon the spreadsheet is a French one and wants decimal commas. */
export async function* csvOf(
  pages: AsyncIterable<ExportedItem[]>,
  { separator, bom }: CsvStyle,
): AsyncIterable<string> {
  yield `${bom ? '\uFEFF' : ''}${columns.join(separator)}\r\n`
  for await (const items of pages) {
    yield items.map(item => `${columns.map(column => cellOf(item, column, separator)).join(separator)}\r\n`).join('')
  }
}

function cellOf(item: ExportedItem, column: (typeof columns)[number], separator: string) {
  const value = item[column]
  if (value === null) return ''
  if (amounts.includes(column)) return inWholeUnits(value as number, item.currency, separator === ';' ? ',' : '.')
  return typeof value === 'number' ? String(value) : cell(value, separator)
}

/** 1234 cents as 12.34. */
export function inWholeUnits(amount: number | bigint, currency: string, point: string) {
  const digits = digitsOf(currency.toUpperCase())
  if (digits === 0) return String(amount)
  const text = String(amount).padStart(digits + 1, '0')
  return `${text.slice(0, -digits)}${point}${text.slice(-digits)}`
}

// ISO 4217; all others have two. What the machine knows is how people write prices, which is often without the cents.
const decimals: Record<number, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}
const digits = new Map(
  Object.entries(decimals).flatMap(([count, codes]) => codes.split(' ').map(code => [code, Number(count)] as const)),
)

/** How many decimals a currency has: two for the euro, none for the yen. */
export const digitsOf = (currency: string) => digits.get(currency) ?? 2
