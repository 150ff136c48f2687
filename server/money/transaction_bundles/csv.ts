import { cell } from '../../csv.ts'
import { Amount } from '../core/fields.ts'
import { type ItemFields, transactionFields } from '../core/item_fields.ts'

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

/** An item of a bundle in the export. What its kind does not have is an empty cell. */
export type ExportedItem = { currency: string } & { [Column in (typeof columns)[number]]?: string | number | null }

interface CsvStyle {
  separator: string
  bom: boolean
}

/** Lines for a spreadsheet, amounts in whole units. With a semicolon as separator, as in France, decimals have a comma. */
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
  if (value === null || value === undefined) return ''
  if (typeof value !== 'number') return cell(value, separator)
  return isAmount(column) ? inWholeUnits(value, String(item.currency), separator === ';' ? ',' : '.') : String(value)
}

const isAmount = (column: string) => (transactionFields as ItemFields)[column]?.schema === Amount

/** 1234 cents as 12.34. */
export function inWholeUnits(amount: number | bigint, currency: string, point: string) {
  const digits = digitsOf(currency.toUpperCase())
  if (digits === 0) return String(amount)
  const text = String(amount).padStart(digits + 1, '0')
  return `${text.slice(0, -digits)}${point}${text.slice(-digits)}`
}

// The decimals of ISO 4217; all other currencies have two. Intl has the decimals of prices, which often leave out cents.
const decimals: Record<number, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}
const digits = new Map(
  Object.entries(decimals).flatMap(([count, codes]) => codes.split(' ').map(code => [code, Number(count)] as const)),
)

/** The number of decimals of a currency: two for the euro, none for the yen. */
export const digitsOf = (currency: string) => digits.get(currency) ?? 2
