import type { Sql } from '../../../../db/sql.ts'
import { timeZoneOf } from '../../../../organisation/core/spaces.ts'
import type { Proposal } from '../../../bank_lines/schema.ts'
import { ledgerRules } from '../../ledger/accounts.ts'
import { originKey } from '../../origins.ts'
import { propose } from './engine.ts'
import { isLot, isPayout, wayOfMethod } from './methods.ts'
import { namePairs, namePairsInText, writtenName } from './names.ts'
import {
  candidatePayments,
  labelsOf,
  type PaymentRow,
  type PaymentSearch,
  type ReversalRow,
  reversalsOf,
} from './payment_queries.ts'
import {
  dayOf,
  type KnownPayment,
  type OpenLine,
  type PaymentReference,
  type ProposalInput,
  type SeenPayer,
  type WaitingBatch,
  type WaitingReversal,
} from './proposal_input.ts'
import {
  accountsOf,
  batchesOf,
  contactsById,
  contactsNamed,
  contactsNumbered,
  contactsSurnamed,
  enabledRules,
  type LineAccount,
  moneySettings,
  openLines,
  otherLines,
  seenPayers,
} from './read_queries.ts'
import { compactReference, rawReferenceWords, referenceOf, referencesIn, referenceWords } from './references.ts'
import { days_after_max, days_before_max } from './single.ts'
import { mapInTurns } from './turns.ts'

/** An IBAN with more payers than this is not that of a person, but of a provider. */
const payers_max = 20
/** Lines that the engine gets at once: lines of the same days share their candidates, which are loaded once. */
const lines_max = 2500
/** Days in which other lines may be the same payments. */
const other_days = 45

/** What these open lines may be, the likeliest first, at most three for each. */
export async function proposalsOf(sql: Sql, group_id: number, line_ids: number[]): Promise<Map<number, Proposal[]>> {
  if (line_ids.length === 0) return new Map()
  const lines = await openLines(sql, group_id, line_ids)
  const byAccount = Map.groupBy(lines, ({ bank_account_id }) => bank_account_id)
  const accounts = await accountsOf(sql, group_id, [...byAccount.keys()])
  const proposals = new Map<number, Proposal[]>()
  for (const account of accounts) {
    const ofAccount = byAccount.get(account.id) ?? []
    for (let at = 0; at < ofAccount.length; at += lines_max) {
      const input = await inputOf(sql, group_id, account, ofAccount.slice(at, at + lines_max))
      for (const [id, list] of await propose(input)) proposals.set(id, list)
    }
  }
  await addLabels(sql, group_id, [...proposals.values()].flat())
  return proposals
}

/** Loads what the engine needs for lines of one account, in about ten statements. */
async function inputOf(sql: Sql, group_id: number, account: LineAccount, lines: OpenLine[]): Promise<ProposalInput> {
  const parts = lines.flatMap(line => [line, ...line.details])
  const [first, last] = daysOf(lines)
  const ibans = distinct(parts.map(({ counterparty_iban }) => counterparty_iban).filter(Boolean))
  const names = distinct(lines.map(({ counterparty }) => counterparty).filter(Boolean))
  const others = await otherLines(sql, group_id, account.id, {
    ids: lines.map(({ id }) => id),
    amounts: distinct(lines.map(({ amount }) => amount)),
    ibans,
    names,
    from: shifted(first, -other_days),
    to: shifted(last, other_days),
  })
  const seen = await seenByIban(sql, group_id, ibans)
  const seen_ids = [...seen.values()].flat().map(({ contact_id }) => contact_id)
  const pairs = pairsOf(parts)
  const contacts = [
    ...(await contactsNamed(sql, group_id, pairs)),
    ...(await contactsSurnamed(sql, group_id, surnamesOf(parts, pairs))),
    ...(await contactsById(sql, group_id, distinct(seen_ids))),
  ]
  const returned = distinct(parts.filter(({ amount }) => amount < 0).map(({ amount }) => -amount))
  const reversals = returned.length > 0 ? await reversalsOf(sql, group_id, returned, shifted(first, -400)) : []
  const settings = await moneySettings(sql, group_id)
  const batches = await batchesOf(sql, group_id, distinct(lines.map(({ amount }) => amount)), account.currency)
  const numbers = distinct(parts.flatMap(part => [...referenceWords(part)].filter(isNumber).map(Number)))
  const numbered = await contactsNumbered(sql, group_id, numbers)
  const origins = new Map(parts.flatMap(part => rawReferenceWords(part).map(word => [originKey(word), word] as const)))
  const search: PaymentSearch = {
    currency: account.currency,
    from: shifted(first, -days_before_max),
    to: shifted(last, days_after_max),
    amounts: distinct(parts.map(({ amount }) => Math.abs(amount))),
    contact_ids: distinct([...contacts, ...numbered].map(({ id }) => id)),
    numbers,
    origin_keys: [...origins.keys()],
    methods: collectedMethods(lines, settings?.payment_method_kinds ?? []),
    transaction_ids: distinct([
      ...batches.flatMap(batch => batch.transaction_ids),
      ...reversals.map(row => row.transaction_id),
    ]),
    returned,
    time_zone: await timeZoneOf(sql, group_id),
  }
  const rows = await candidatePayments(sql, group_id, search)
  const waiting = waitingReversals(reversals)
  const context = { since: account.since, origins, reversals: waiting }
  const payments = await mapInTurns(rows, row => paymentOf(row, context))
  return {
    lines,
    others: [...others],
    payments,
    batches: waitingBatches(batches, payments),
    contacts,
    seen,
    rules: [...(await enabledRules(sql, group_id))],
    fees_account: feesAccount(settings?.ledger),
  }
}

const distinct = <T>(values: T[]): T[] => [...new Set(values)]
const isNumber = (word: string) => /^\d{1,15}$/.test(word)
const shifted = (day: number, days: number) => new Date((day + days) * 86_400_000).toISOString().slice(0, 10)

function daysOf(lines: OpenLine[]): [first: number, last: number] {
  const days = lines.map(({ date }) => dayOf(date))
  return [days.reduce((a, b) => Math.min(a, b)), days.reduce((a, b) => Math.max(a, b))]
}

/** The names that lines may contain, each once. */
function pairsOf(parts: { counterparty: string; text: string }[]): [string, string][] {
  const pairs = parts.flatMap(({ counterparty, text }) =>
    counterparty === '' ? namePairsInText(text) : namePairs(counterparty),
  )
  return [...new Map(pairs.map(pair => [pair.join('\n'), pair])).values()]
}

/** The words of names that may be surnames. */
function surnamesOf(parts: { counterparty: string }[], pairs: [string, string][]): string[] {
  const words = parts.flatMap(({ counterparty }) => [...writtenName(counterparty).words])
  return distinct([...words, ...pairs.flat()]).filter(word => word.length > 2)
}

async function seenByIban(sql: Sql, group_id: number, ibans: string[]): Promise<Map<string, SeenPayer[]>> {
  const rows = ibans.length > 0 ? await seenPayers(sql, group_id, ibans) : []
  const byIban = Map.groupBy(rows, ({ iban }) => iban)
  return new Map([...byIban].filter(([, payers]) => payers.length <= payers_max))
}

/** The methods of which a line may collect all payments of some days. */
function collectedMethods(lines: OpenLine[], kinds: string[]): string[] {
  const ways = new Set([...(lines.some(isPayout) ? ['card'] : []), ...(lines.some(isLot) ? ['debit'] : [])])
  return kinds.filter(kind => ways.has(wayOfMethod(kind))).map(kind => kind.toLowerCase())
}

/** Reversals that were not cancelled and that no line brought, by transaction. */
function waitingReversals(rows: readonly ReversalRow[]): Map<number, WaitingReversal[]> {
  const cancelled = rows.filter(({ kind }) => kind.endsWith('_cancelled'))
  const open = rows.filter(({ kind, matched }) => !matched && (kind === 'refund' || kind === 'return'))
  for (const { transaction_id, kind, amount } of cancelled) {
    const of = kind.replace('_cancelled', '')
    const at = open.findIndex(row => row.transaction_id === transaction_id && row.kind === of && row.amount === amount)
    if (at >= 0) open.splice(at, 1)
  }
  const waiting = open.map(({ id, transaction_id, kind, amount }) => ({
    id,
    transaction_id,
    kind: kind as 'refund' | 'return',
    amount,
  }))
  return Map.groupBy(waiting, ({ transaction_id }) => transaction_id)
}

interface PaymentContext {
  since: string
  origins: Map<string, string>
  reversals: Map<number, WaitingReversal[]>
}

function paymentOf(row: PaymentRow, { since, origins, reversals }: PaymentContext): KnownPayment {
  const {
    transaction_id,
    transaction_bundle_id,
    contact_id,
    firstname,
    surname,
    married_name,
    city,
    date,
    day,
    amount,
    matched,
  } = row
  const { currency, payment_method_kind, code_campaign, pending, batch_id, batch_number, batch_state } = row
  return {
    transaction_id,
    transaction_bundle_id,
    contact: { id: contact_id, firstname, surname, married_name, city },
    date,
    day: dayOf(day),
    amount,
    left: day < since ? 0 : Math.max(0, amount - matched),
    currency,
    payment_method_kind,
    code_campaign,
    pending,
    batch: batch_id === null ? null : { id: batch_id, number: batch_number ?? '', state: batch_state ?? '' },
    label: '',
    references: paymentReferences(row, origins),
    returnable: amount - row.reimbursed_amount - row.unpaid_amount,
    reversals: reversals.get(transaction_id) ?? [],
  }
}

function paymentReferences(row: PaymentRow, origins: Map<string, string>): PaymentReference[] {
  const {
    transaction_id,
    transaction_bundle_id,
    external_transaction_id,
    membership_number,
    membership_code,
    payment_method,
  } = row
  const origin = row.origin_key === null ? undefined : origins.get(row.origin_key)
  const numbers = [transaction_id, transaction_bundle_id, external_transaction_id, membership_number]
    .filter(Boolean)
    .map(String)
  const found = [...numbers, membership_code].map(referenceOf).filter(one => one !== undefined)
  const named: PaymentReference[] = origin === undefined ? [] : [{ text: compactReference(origin), strong: true }]
  return [...named, ...found, ...referencesIn(payment_method)]
}

function waitingBatches(
  rows: readonly { id: number; number: string; closed_at: string; transaction_ids: number[] }[],
  payments: KnownPayment[],
): WaitingBatch[] {
  const byId = new Map(payments.map(payment => [payment.transaction_id, payment]))
  return rows.map(({ id, number, closed_at, transaction_ids }) => ({
    id,
    number,
    day: dayOf(closed_at),
    payments: transaction_ids.flatMap(transaction_id => byId.get(transaction_id) ?? []).filter(({ left }) => left > 0),
  }))
}

/** The account for bank fees, unless the settings of the ledger name one. */
function feesAccount(stored: Parameters<typeof ledgerRules>[0] | undefined): string {
  if (!stored) return '6000'
  const accounts: Partial<Record<string, string>> = { ...ledgerRules(stored).accounts }
  return accounts['fees'] ?? (stored.preset === 'generic' ? '6000' : '627000')
}

async function addLabels(sql: Sql, group_id: number, proposals: Proposal[]) {
  const payments = proposals.flatMap(proposal => proposal.payments)
  const bundle_ids = distinct(payments.map(({ transaction_bundle_id }) => transaction_bundle_id))
  if (bundle_ids.length === 0) return
  const labels = new Map((await labelsOf(sql, group_id, bundle_ids)).map(({ bundle_id, label }) => [bundle_id, label]))
  for (const payment of payments) payment.label = labels.get(payment.transaction_bundle_id) ?? ''
}
