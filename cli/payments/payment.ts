import type { MembershipPrice, TransactionSettings, TransactionStatus } from '../../sdk/operations.ts'
import { normalizeWords } from '../../server/contacts/imports/headers.ts'
import { isCurrency, isMail } from '../../server/fields.ts'
import { checkOpen } from '../../server/money/core/periods.ts'
import { amountOf, type DateOrder, type Decimal, dateOf } from './cells.ts'
import type { Columns, PaymentField, SourceSystem } from './columns.ts'
import type { FileRow } from './file.ts'
import { readMembership } from './membership.ts'
import { type ReasonCode, RowError } from './reasons.ts'
import { type ReceivedMoney, readReceived, readStatus } from './received.ts'
import { methodOf, type StatusKind } from './synonyms.ts'

/** What payments of the space can refer to. */
export interface Catalogue {
  time_zone: string
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
  failed?: SourceSystem['failed'] | undefined
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

export interface PaidMembership {
  price_id: number
  start?: string
  end?: string
}

/** A valid row. */
export interface Payment extends ReceivedMoney {
  line: FileRow
  /** With the recipient, if the row has one: several gifts have one transaction ID. */
  id: string
  origin: string
  /** The recipient, and the ID without it. */
  recipient?: { name: string; transaction_id: string }
  payer: Payer
  currency: string
  date: string
  status_id: number
  method: string
  membership?: PaidMembership
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

/** Reads a row of the file. Throws a RowError if it cannot be imported, and a SkippedRow if it is not money. */
export function readPayment(line: FileRow, options: ReadOptions, catalogue: Catalogue): Payment {
  const { source, decimal, dates } = options
  const { settings, time_zone } = catalogue
  const reader = rowReader(line, options)
  const { text, read, require } = reader
  const status = readStatus(reader, options, catalogue)
  for (const field of ['id', 'amount', 'date'] as const) require(field)
  const { id, recipient } = readId(reader)
  const currency = read('currency', code => currencyOf(code || (options.currency ?? settings.currency)))
  const total = read('amount', cell => amountOf(cell, currency, decimal))
  const date = read('date', cell => dateOf(cell, dates, time_zone))
  asRowError('period_closed', date, () => checkOpen(settings.open_periods, date, 'It', time_zone))
  const received = readReceived(reader, options, catalogue, status, total, currency)
  const membership = readMembership(reader, options, catalogue, { amount: received.amount, currency })
  return {
    line,
    id,
    origin: `${source} ${id}`,
    ...(recipient && { recipient }),
    payer: payerOf(text),
    ...received,
    currency,
    date,
    status_id: findStatus(received.kind, catalogue),
    method: read('method', cell => (cell === '' ? '' : methodOf(cell, settings.payment_method_kinds))),
    ...(membership && { membership }),
    campaign: text('campaign')
      .slice(0, 500)
      .replace(/\p{Cc}+/gu, ' '),
    comment: text('comment').slice(0, 20_000),
  }
}

function readId({ text }: RowReader) {
  const transaction_id = text('id')
  const name = text('recipient').replace(/[\s\p{Cc}]+/gu, ' ')
  const id = name === '' ? transaction_id : `${transaction_id} / ${name}`
  if (id.length > 200 || /\p{Cc}/u.test(id)) throw new RowError('long_id')
  return { id, ...(name !== '' && { recipient: { name, transaction_id } }) }
}

export interface RowReader {
  text: (field: PaymentField) => string
  /** Parses a cell. The error names its content. */
  read: <Value>(field: PaymentField, make: (text: string) => Value) => Value
  require: (field: PaymentField) => void
}

function rowReader({ cells, broken, surplus }: FileRow, { columns, words }: ReadOptions): RowReader {
  if (broken) throw new RowError('unclosed_quote')
  if (surplus) throw new RowError('too_many_cells')
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
        throw error instanceof RowError ? error.about(text(field)) : error
      }
    },
    require: field => {
      if (text(field) === '') throw new RowError('missing', { field })
    },
  }
}

function currencyOf(code: string) {
  if (!isCurrency(code)) throw new RowError('not_a_currency')
  return code.toUpperCase()
}

/** Turns an error of the server's checks into the reason to refuse this row. */
export function asRowError(code: ReasonCode, date: string, check: () => void) {
  try {
    check()
  } catch {
    throw new RowError(code, { date: date.slice(0, 10) })
  }
}

function payerOf(text: (field: PaymentField) => string): Payer {
  const mail = text('mail').replace(/^mailto:/i, '')
  const payer = { external_id: text('payer'), mail, firstname: text('firstname'), surname: text('surname') }
  if (mail !== '' && !isMail(mail)) throw new RowError('not_a_mail', { value: mail })
  if (payer.external_id.length > 500) throw new RowError('long_payer_id')
  if (payer.external_id === '' && mail === '') throw new RowError('no_payer')
  return payer
}

/** The status of this kind: the default one of the space, else the first. */
function findStatus(kind: StatusKind, { statuses, settings }: Catalogue) {
  const fitting = statuses.filter(status => status.kind === kind && !status.archived)
  const status = fitting.find(({ id }) => id === settings.default_status_id) ?? fitting[0]
  if (!status) throw new RowError('no_status', { kind })
  return status.id
}
