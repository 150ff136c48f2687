import type { MembershipPrice, TransactionSettings, TransactionStatus } from '../../sdk/operations.ts'
import { bareWords } from '../../server/contacts/imports/headers.ts'
import { isCurrency, isMail } from '../../server/fields.ts'
import { checkOpen } from '../../server/money/core/periods.ts'
import { amountOf, type DateOrder, type Decimal, dateOf, endOf, RowError } from './cells.ts'
import type { Columns, PaymentField } from './columns.ts'
import type { FileRow } from './file.ts'
import { kindOf, methodOf, type StatusKind, statusOf } from './synonyms.ts'

/** What there is in the space for a payment to refer to. */
export interface Catalogue {
  settings: TransactionSettings
  statuses: TransactionStatus[]
  prices: MembershipPrice[]
}

export interface ReadOptions {
  /** Whose numbers the payments have. */
  source: string
  columns: Columns
  words: Map<string, string>
  currency: string | undefined
  decimal: Decimal | undefined
  dates: DateOrder | undefined
  /** Which membership is meant where none is named. */
  membership: string | undefined
}

/** Who paid, as the file knows them. */
export interface Payer {
  external_id: string
  mail: string
  firstname: string
  surname: string
}

/** A row that makes sense by itself. */
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

/** Where a word stands for something of ours. A number or an address is never anything else. */
const word_fields: ReadonlySet<PaymentField> = new Set<PaymentField>([
  'kind',
  'membership',
  'method',
  'status',
  'currency',
])

/** What a row of the file says; a BadCell with the reason where it cannot be taken over. */
export function readPayment(line: FileRow, wishes: ReadOptions, catalogue: Catalogue): Payment {
  const { columns, words, source, decimal, dates } = wishes
  const { settings } = catalogue
  if (line.broken) throw new RowError('It has a quotation mark that is never closed.')
  if (line.surplus)
    throw new RowError(
      'It has more cells than there are columns; perhaps an amount or a text with a comma is not in quotes.',
    )
  const text = (field: PaymentField) => {
    const cell = line.cells[columns.get(field) ?? -1] ?? ''
    return (word_fields.has(field) && words.get(bareWords(cell))) || cell
  }
  const read: RowReader['read'] = (field, make) => {
    try {
      return make(text(field))
    } catch (error) {
      throw error instanceof RowError ? new RowError(`“${text(field)}” ${error.message}.`) : error
    }
  }
  const needed = (field: PaymentField) => {
    if (text(field) === '') throw new RowError(`It has no ${field}.`)
  }
  for (const field of ['id', 'amount', 'date'] as const) needed(field)
  const id = text('id')
  if (id.length > 200 || /\p{Cc}/u.test(id))
    throw new RowError('Its id has more than 200 characters, or several lines.')
  const currency = read('currency', code => currencyOf(code || (wishes.currency ?? settings.currency)))
  const amount = read('amount', cell => amountOf(cell, currency, decimal))
  const date = read('date', cell => dateOf(cell, dates))
  asRowError(() => checkOpen(settings.open_periods, date, 'It'))
  if (columns.has('status')) needed('status')
  const { kind, partly } = columns.has('status') ? read('status', statusOf) : { kind: 'valid' as const, partly: false }
  const refunded = read('refunded', cell => (cell === '' ? undefined : amountOf(cell, currency, decimal)))
  if (partly && refunded === undefined) throw new RowError('It was given back in part, and no column says how much.')
  if (kind === 'reimbursed' && refunded === 0 && amount > 0)
    throw new RowError('It was given back, and the column says nothing of it.')
  if ((kind === 'unpaid' || kind === 'bank_error') && (refunded ?? 0) > 0)
    throw new RowError('It never came, and some of it was given back.')
  if ((refunded ?? 0) > amount) throw new RowError('More was given back than was paid.')
  const back = refunded ?? (kind === 'reimbursed' ? amount : 0)
  const became = back > 0 && kind === 'valid' ? 'reimbursed' : kind
  const membership = membershipOf({ text, read }, wishes, catalogue)
  return {
    line,
    id,
    origin: `${source} ${id}`,
    payer: payerOf(text),
    amount,
    refunded: back,
    currency,
    date,
    kind: became,
    status_id: findStatus(became, catalogue),
    method: read('method', cell => (cell === '' ? '' : methodOf(cell, settings.payment_method_kinds))),
    ...(membership && { membership }),
    campaign: text('campaign')
      .slice(0, 500)
      .replace(/\p{Cc}+/gu, ' '),
    comment: text('comment').slice(0, 20_000),
  }
}

function currencyOf(code: string) {
  if (!isCurrency(code)) throw new RowError('is no currency, such as EUR')
  return code.toUpperCase()
}

/** Turns what the server would refuse into a reason for this row. */
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
  if (mail !== '' && !isMail(mail)) throw new RowError(`“${mail}” is no e-mail address.`)
  if (payer.external_id.length > 500) throw new RowError('The number of who paid has more than 500 characters.')
  if (payer.external_id === '' && mail === '')
    throw new RowError('It does not say who paid, neither by number nor by mail.')
  return payer
}

/** The status that the space began with, or made since, for what became of the money. */
function findStatus(kind: StatusKind, { statuses, settings }: Catalogue) {
  const fitting = statuses.filter(status => status.kind === kind && !status.archived)
  const status = fitting.find(({ id }) => id === settings.default_status_id) ?? fitting[0]
  if (!status) throw new RowError(`The space has no status of the kind ${kind}.`)
  return status.id
}

interface RowReader {
  text: (field: PaymentField) => string
  /** Says which cell it was when it cannot be what it should. */
  read: <Value>(field: PaymentField, make: (text: string) => Value) => Value
}

function membershipOf({ text, read }: RowReader, { membership, dates }: ReadOptions, { prices }: Catalogue) {
  const name = text('membership')
  const isMembership = text('kind') === '' ? name !== '' : read('kind', kindOf) === 'membership'
  if (!isMembership) return undefined
  const wanted = name || membership
  if (!wanted) throw new RowError('It is a membership and does not say which; say so with --membership.')
  const start = read('start', cell => (cell === '' ? undefined : dateOf(cell, dates)))
  const end = read('end', cell => (cell === '' ? undefined : endOf(cell, dates)))
  return { price_id: findPrice(wanted, prices).id, ...(start && { start }), ...(end && { end }) }
}

function findPrice(wanted: string, prices: MembershipPrice[]) {
  const [price, other] = prices.filter(({ name }) => bareWords(name) === bareWords(wanted))
  if (other) throw new RowError(`“${wanted}” is the name of several memberships of the space.`)
  if (price) return price
  const names = [...new Set(prices.map(({ name }) => name))].sort()
  throw new RowError(
    `“${wanted}” is no membership of the space, which has ${names.join(', ') || 'none'}. Make it there, or say with --values which one is meant.`,
  )
}
