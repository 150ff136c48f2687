import { createBankAccount } from '../money/bank_accounts/queries.ts'
import { matchLine } from '../money/bank_lines/matching.ts'
import { closeMonth } from '../money/bank_months/queries.ts'
import { createBankRule } from '../money/bank_rules/queries.ts'
import { importFile } from '../money/bank_statements/import.ts'
import { replaceOpeningBalances } from '../money/ledger/validation_queries.ts'
import { addTransactions, closeBatch, createBatch, markDeposited } from '../money/transaction_batches/queries.ts'
import { camtFile, type FileLine } from './bank_file.ts'
import { openBatchOn } from './batch_queries.ts'
import type { DemoBank } from './data.ts'
import type { DemoContext } from './demo.ts'
import type { PaidBundle } from './money.ts'
import { required } from './required.ts'

// Two monthly statements of the bank: the first is matched and closed, the second waits to be matched.

const day_ms = 86_400_000
/** What the provider of card payments keeps of each payment. */
const card_fee_rate = 0.014
const card_fee = 25

interface Payment {
  id: number
  amount: number
  day: string
  method: string
  contact_id: number
}

/** A line of the statement, and the payments that it is. */
interface KnownLine extends FileLine {
  payments: Payment[]
  fee?: number
}

export async function fillBank(context: DemoContext, paid: PaidBundle[]) {
  const { sql, caller, data } = context
  const { bank, currency } = data
  const { iban, ledger, opening_balance } = bank
  const writer = { caller, request_id: 'demo' }
  const account = await createBankAccount(sql, writer, {
    name: bank.account_name,
    iban,
    number: '',
    ledger_account: ledger.bank,
  })
  await createBankRule(sql, caller, {
    name: bank.rule_name,
    enabled: true,
    conditions: { text_contains: bank.fee_text, direction: 'out' },
    outcome: { kind: 'account', account: ledger.fees },
  })
  await replaceOpeningBalances(sql, writer, {
    year: Number(monthBefore(2).slice(0, 'YYYY'.length)),
    balances: [
      { account: ledger.bank, debit: opening_balance, credit: 0 },
      { account: ledger.equity, debit: 0, credit: opening_balance },
    ],
  })
  const names = await namesOf(context, paid)
  let opening = opening_balance
  for (const back of [2, 1]) {
    const month = monthBefore(back)
    const payments = paymentsIn(paid, month)
    const batch = await depositOf(context, payments, month)
    const known = linesOf(bank, payments, names, month, batch)
    const lines = (back === 1 ? withStrangers(bank, [...known, ...newLines(bank, paid, names)], month) : known).sort(
      byDay,
    )
    const reference = bank.statementName(month)
    const [from, to] = [`${month}-01`, lastDayOf(month)]
    const bytes = Buffer.from(camtFile({ iban, currency, reference, from, to, opening, lines }))
    const { statements } = await importFile(sql, writer, { bytes, name: `${reference}.xml` })
    opening = lines.reduce((sum, { amount }) => sum + amount, opening)
    if (back === 2) await matchAll(context, required(statements[0], 'statement').id, lines)
  }
  await closeMonth(sql, writer, { bank_account_id: account.id, month: monthBefore(2) })
}

async function namesOf({ sql, caller }: DemoContext, paid: PaidBundle[]) {
  const ids = [...new Set(paid.flatMap(({ transactions }) => transactions.map(({ contact_id }) => contact_id)))]
  const rows = await sql<{ id: number; name: string }[]>`
    select id, upper(surname || ' ' || firstname) as name from contacts where group_id = ${caller.group_id} and id = any(${ids}) order by id limit 1000`
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const paymentsIn = (paid: PaidBundle[], month: string): Payment[] =>
  paid
    .flatMap(({ transactions }) => transactions)
    .map(({ id, amount, date, payment_method_kind: method, contact_id }) => ({
      id,
      amount,
      day: date.slice(0, 'YYYY-MM-DD'.length),
      method,
      contact_id,
    }))
    .filter(({ day }) => day.startsWith(month))

/** The cheques of the month, deposited together. Returns the number of the batch. */
async function depositOf({ sql, caller, data }: DemoContext, payments: Payment[], month: string) {
  const cheques = payments.filter(({ method }) => method === 'cheque')
  if (cheques.length === 0) return ''
  const amount = cheques.reduce((sum, payment) => sum + payment.amount, 0)
  const batch = await createBatch(sql, caller, {
    name: data.bank.batchName(month),
    expected_count: cheques.length,
    expected_amount: amount,
  })
  await addTransactions(sql, caller, batch.id, { transaction_ids: cheques.map(({ id }) => id) })
  await closeBatch(sql, caller, batch.id)
  await markDeposited(sql, caller, batch.id)
  await openBatchOn(sql, caller, batch.id, lastDay(cheques))
  return batch.number
}

const lastDay = (payments: Payment[]) =>
  payments
    .map(({ day }) => day)
    .sort()
    .at(-1) ?? ''

/** The lines of a month, by day. */
function linesOf(
  bank: DemoBank,
  payments: Payment[],
  names: Map<number, string>,
  month: string,
  batch: string,
): KnownLine[] {
  const last = lastDayOf(month)
  const nameOf = ({ contact_id }: Payment) => names.get(contact_id) ?? ''
  const of = (method: string) => payments.filter(payment => payment.method === method)
  const lines: KnownLine[] = [
    ...of('transfer').map(payment => ({
      date: later(payment.day, 1, last),
      amount: payment.amount,
      text: bank.transferText(nameOf(payment)),
      counterparty: nameOf(payment),
      counterparty_iban: bank.ibanOf(payment.contact_id),
      payments: [payment],
    })),
    ...of('direct_debit').map(payment => ({
      date: later(payment.day, 2, last),
      amount: payment.amount,
      text: bank.debitText(nameOf(payment)),
      counterparty: nameOf(payment),
      counterparty_iban: bank.ibanOf(payment.contact_id),
      end_to_end_id: `T${payment.id}`,
      payments: [payment],
    })),
    ...depositLine(bank, of('cheque'), batch, last),
    ...payoutLine(bank, of('card'), last),
    { date: last, amount: -bank.fee, text: bank.fee_text, payments: [], fee: bank.fee },
  ]
  return lines.sort(byDay)
}

const byDay = (one: KnownLine, other: KnownLine) => one.date.localeCompare(other.date)

function depositLine(bank: DemoBank, cheques: Payment[], batch: string, last: string): KnownLine[] {
  if (cheques.length === 0) return []
  const amount = sumOf(cheques)
  return [{ date: last, amount, text: bank.depositText(batch, cheques.length), payments: cheques }]
}

function payoutLine(bank: DemoBank, cards: Payment[], last: string): KnownLine[] {
  if (cards.length === 0) return []
  const kept = cards.reduce((sum, { amount }) => sum + Math.round(amount * card_fee_rate) + card_fee, 0)
  return [{ date: last, amount: sumOf(cards) - kept, ...bank.payout, payments: cards, fee: kept }]
}

/** Lines that are no payment yet: gifts of people who gave before, of a contact and of a stranger, a returned debit, and the grant of the city. */
function newLines(bank: DemoBank, paid: PaidBundle[], names: Map<number, string>): KnownLine[] {
  const month = monthBefore(1)
  const earlier = paymentsIn(paid, monthBefore(2))
  const [debit, giver] = [
    earlier.find(({ method }) => method === 'direct_debit'),
    earlier.find(({ method }) => method === 'transfer'),
  ]
  const [known] = [...names]
  const gift = (day: string, amount: number, name: string, text: string, account?: number) => ({
    date: `${month}-${day}`,
    amount,
    text: bank.transferText(`${name} ${text}`),
    counterparty: name,
    ...(account !== undefined && { counterparty_iban: bank.ibanOf(account) }),
    payments: [],
  })
  return [
    ...(giver ? [gift('05', 2000, names.get(giver.contact_id) ?? '', bank.monthly_gift, giver.contact_id)] : []),
    ...(known ? [gift('09', 2400, known[1], bank.membership, known[0])] : []),
    gift('11', 3000, bank.stranger, bank.support, 0),
    { ...gift('18', bank.grant.amount, bank.grant.name, ''), text: bank.grant.text },
    ...(debit ? [returnOf(bank, debit, names.get(debit.contact_id) ?? '', `${month}-06`)] : []),
  ]
}

const open_lines = 14

/** Small gifts of people who are not known, until so many lines wait to be matched. */
function withStrangers(bank: DemoBank, lines: KnownLine[], month: string): KnownLine[] {
  const missing = Math.max(0, open_lines - lines.length)
  const gifts = bank.strangers.slice(0, missing).map((name, index) => ({
    date: `${month}-${String(12 + index).padStart(2, '0')}`,
    amount: 1000 + 500 * index,
    text: bank.transferText(`${name} ${bank.gift}`),
    counterparty: name,
    payments: [],
  }))
  return [...lines, ...gifts]
}

const returnOf = (bank: DemoBank, { id, amount }: Payment, name: string, date: string): KnownLine => ({
  date,
  amount: -amount,
  text: bank.returnText(name),
  counterparty: name,
  end_to_end_id: `T${id}`,
  return_reason: 'AM04',
  payments: [],
})

async function matchAll({ sql, caller, data }: DemoContext, statement_id: number, lines: KnownLine[]) {
  const stored = await sql<{ id: number }[]>`
    select id from bank_lines where group_id = ${caller.group_id} and statement_id = ${statement_id} order by date, position, id limit 1000`
  for (const [index, { id }] of stored.entries()) {
    const { payments, fee: charged = 0 } = required(lines[index], 'line')
    const matches = [
      ...payments.map(({ id: transaction_id, amount }) => ({ kind: 'payment' as const, transaction_id, amount })),
      ...(charged > 0 ? [{ kind: 'account' as const, account: data.bank.ledger.fees, amount: -charged }] : []),
    ]
    await matchLine(sql, { caller, request_id: 'demo' }, id, matches)
  }
}

const sumOf = (payments: Payment[]) => payments.reduce((sum, { amount }) => sum + amount, 0)

function monthBefore(back: number) {
  const today = new Date()
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1))
    .toISOString()
    .slice(0, 'YYYY-MM'.length)
}

const lastDayOf = (month: string) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 'YYYY-MM-DD'.length)

/** Some days later, and not after this day. */
const later = (day: string, days: number, last: string) =>
  [new Date(Date.parse(day) + days * day_ms).toISOString().slice(0, 'YYYY-MM-DD'.length), last].sort()[0] ?? last
