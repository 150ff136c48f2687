import type { MembershipPrice, TransactionSettings, TransactionStatus } from '../../sdk/operations.ts'
import { normalizeWords } from '../../server/contacts/imports/headers.ts'
import { isCurrency, isMail } from '../../server/fields.ts'
import { checkOpen } from '../../server/money/core/periods.ts'
import { amountOf, type DateOrder, type Decimal, dateOf, endOf, RowError } from './cells.ts'
import type { Columns, PaymentField } from './columns.ts'
import type { FileRow } from './file.ts'
import { kindOf, methodOf, type StatusKind, statusOf } from './synonyms.ts'

/** What payments of the space can refer to. */
export interface Catalogue {
  settings: TransactionSettings
  statuses: TransactionStatus[]
  prices: MembershipPrice[]
}

export interface ReadOptions {
  /** The program that assigned the IDs of the payments. */
  source: string
  columns: Columns
  words: Map<string, string>
  currency: string | undefined
  decimal: Decimal | undefined
  dates: DateOrder | undefined
  /** Membership for rows without one. */
  membership: string | undefined
}

/** The payer, as in the file. */
export interface Payer {
  external_id: string
  mail: string
  firstname: string
  surname: string
}

/** A valid row. */
export interface Payment {
  line: FileRow
  id: string
  origin: string
  payer: Payer
  amount: number
  refunded: number
  currency: string
  date: string
  kind: StatusKind
  status_id: number
  method: string
  membership?: { price_id: number; start?: string; end?: string }
  campaign: string
  comment: string
}

/** Fields that --values applies to. */
const word_fields: ReadonlySet<PaymentField> = new Set<PaymentField>([
  'kind',
  'membership',
  'method',
  'status',
  'currency',
])

/** Reads a row of the file. Throws a RowError if it cannot be imported. */
export function readPayment(line: FileRow, options: ReadOptions, catalogue: Catalogue): Payment {
  const { columns, source, decimal, dates } = options
  const { settings } = catalogue
  const reader = rowReader(line, options)
  const { text, read, require } = reader
  for (const field of ['id', 'amount', 'date'] as const) require(field)
  const id = text('id')
  if (id.length > 200 || /\p{Cc}/u.test(id)) throw new RowError('Its id has more than 200 characters or several lines.')
  const currency = read('currency', code => currencyOf(code || (options.currency ?? settings.currency)))
  const amount = read('amount', cell => amountOf(cell, currency, decimal))
  const date = read('date', cell => dateOf(cell, dates))
  asRowError(() => checkOpen(settings.open_periods, date, 'It'))
  if (columns.has('status')) require('status')
  const status = columns.has('status') ? read('status', statusOf) : { kind: 'valid' as const, partly: false }
  const stated = read('refunded', cell => (cell === '' ? undefined : amountOf(cell, currency, decimal)))
  const { kind, refunded } = refundOf(status, amount, stated)
  const membership = membershipOf(reader, options, catalogue)
  return {
    line,
    id,
    origin: `${source} ${id}`,
    payer: payerOf(text),
    amount,
    refunded,
    currency,
    date,
    kind,
    status_id: findStatus(kind, catalogue),
    method: read('method', cell => (cell === '' ? '' : methodOf(cell, settings.payment_method_kinds))),
    ...(membership && { membership }),
    campaign: text('campaign')
      .slice(0, 500)
      .replace(/\p{Cc}+/gu, ' '),
    comment: text('comment').slice(0, 20_000),
  }
}

interface RowReader {
  text: (field: PaymentField) => string
  /** Parses a cell. The error names its content. */
  read: <Value>(field: PaymentField, make: (text: string) => Value) => Value
  require: (field: PaymentField) => void
}

function rowReader({ cells, broken, surplus }: FileRow, { columns, words }: ReadOptions): RowReader {
  if (broken) throw new RowError('It has an opening quotation mark without a closing one.')
  if (surplus)
    throw new RowError('It has more cells than columns. An amount or a text with a comma may lack quotation marks.')
  const text = (field: PaymentField) => {
    const cell = cells[columns.get(field) ?? -1] ?? ''
    return (word_fields.has(field) && words.get(normalizeWords(cell))) || cell
  }
  return {
    text,
    read: (field, make) => {
      try {
        return make(text(field))
      } catch (error) {
        throw error instanceof RowError ? new RowError(`“${text(field)}” ${error.message}.`) : error
      }
    },
    require: field => {
      if (text(field) === '') throw new RowError(`It has no ${field}.`)
    },
  }
}

/** Reconciles the status with the refunded amount of the row. */
function refundOf({ kind, partly }: ReturnType<typeof statusOf>, amount: number, stated: number | undefined) {
  const isUnpaid = kind === 'unpaid' || kind === 'bank_error'
  if (partly && stated === undefined) throw new RowError('It is partially refunded, and no column gives the amount.')
  if (kind === 'reimbursed' && stated === 0 && amount > 0)
    throw new RowError('Its status is refunded, and its refunded amount is 0.')
  if (isUnpaid && (stated ?? 0) > 0) throw new RowError('It was not paid, and has a refunded amount.')
  if ((stated ?? 0) > amount) throw new RowError('The refunded amount is larger than the amount.')
  const refunded = stated ?? (kind === 'reimbursed' ? amount : 0)
  return { refunded, kind: refunded > 0 && kind === 'valid' ? ('reimbursed' as const) : kind }
}

function currencyOf(code: string) {
  if (!isCurrency(code)) throw new RowError('is not a currency code such as EUR')
  return code.toUpperCase()
}

/** Turns an error of the server's checks into the reason to refuse this row. */
export function asRowError(check: () => void) {
  try {
    check()
  } catch (error) {
    throw new RowError((error as Error).message)
  }
}

function payerOf(text: (field: PaymentField) => string): Payer {
  const mail = text('mail').replace(/^mailto:/i, '')
  const payer = { external_id: text('payer'), mail, firstname: text('firstname'), surname: text('surname') }
  if (mail !== '' && !isMail(mail)) throw new RowError(`“${mail}” is not an e-mail address.`)
  if (payer.external_id.length > 500) throw new RowError('The ID of the payer has more than 500 characters.')
  if (payer.external_id === '' && mail === '') throw new RowError('It has no payer: neither an ID nor a mail.')
  return payer
}

/** The status of this kind: the default one of the space, else the first. */
function findStatus(kind: StatusKind, { statuses, settings }: Catalogue) {
  const fitting = statuses.filter(status => status.kind === kind && !status.archived)
  const status = fitting.find(({ id }) => id === settings.default_status_id) ?? fitting[0]
  if (!status) throw new RowError(`The space has no status of the kind ${kind}.`)
  return status.id
}

function membershipOf({ text, read }: RowReader, { membership, dates }: ReadOptions, { prices }: Catalogue) {
  const name = text('membership')
  const isMembership = text('kind') === '' ? name !== '' : read('kind', kindOf) === 'membership'
  if (!isMembership) return undefined
  const wanted = name || membership
  if (!wanted) throw new RowError('It does not name its membership. Name it with --membership.')
  const start = read('start', cell => (cell === '' ? undefined : dateOf(cell, dates)))
  const end = read('end', cell => (cell === '' ? undefined : endOf(cell, dates)))
  return { price_id: findPrice(wanted, prices).id, ...(start && { start }), ...(end && { end }) }
}

function findPrice(wanted: string, prices: MembershipPrice[]) {
  const [price, other] = prices.filter(({ name }) => normalizeWords(name) === normalizeWords(wanted))
  if (other) throw new RowError(`Several memberships of the space are named “${wanted}”.`)
  if (price) return price
  const names = [...new Set(prices.map(({ name }) => name))].sort()
  throw new RowError(
    `“${wanted}” is not a membership of the space, which has ${names.join(', ') || 'none'}. Create it, or map it with --values.`,
  )
}
