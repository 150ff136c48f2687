import type { Session } from '../db/sql.ts'
import type { SyntheticMonth } from '../money/core/bank/proposals/measure_year.ts'
import type { KnownRule, OpenLine, WaitingBatch } from '../money/core/bank/proposals/proposal_input.ts'
import type { SyntheticPayment } from '../money/core/bank/proposals/synthetic_payments.ts'
import type { SyntheticPerson } from '../money/core/bank/proposals/synthetic_people.ts'
import type { SyntheticLine } from '../money/core/bank/proposals/synthetic_year.ts'
import { insertLines } from './bank.ts'
import type { Person } from './people.ts'

// Stores a synthetic year by SQL, with its ids, in a space that has nothing else.

type Row = Record<string, unknown>

const records = (rows: Row[]) => JSON.stringify(rows)

/** Stores a month of a synthetic year, with what was settled before. */
export async function storeMonth(owner: Session, group_id: number, { lines, settled, input }: SyntheticMonth) {
  await owner.unsafe('set session_replication_role = replica')
  // The engine is given all contacts of the year.
  await storePeople(owner, group_id, input.contacts as SyntheticPerson[])
  await storePayments(owner, group_id, input.payments)
  await storeBatches(owner, group_id, input.batches)
  await storeRules(owner, group_id, input.rules)
  await storeAccount(owner, group_id)
  await storeLines(owner, group_id, settled, 'matched')
  await storeLines(owner, group_id, lines, 'open')
  await storeMatches(owner, group_id, settled)
  await owner.unsafe('reset session_replication_role')
}

export const storePeople = (owner: Session, group_id: number, people: SyntheticPerson[]) => owner`
  insert into contacts (group_id, id, firstname, surname, married_name, gender, age_category, birth_city, birth_country, nationality, mail, mobile,
                        mobile_invalid, phone, phone_invalid, black_list, external_id, city)
  select ${group_id}, id, firstname, surname, '', '', 0, '', '', '', '', '', false, '', false, false, '', city
  from json_to_recordset(${records(people.map(({ id, firstname, surname, city }) => ({ id, firstname, surname, city })))}::text::json)
    as r (id bigint, firstname text, surname text, city text)`

/** Payments as far as proposals read them: their documents have the ids and free objects of transactions only. */
export async function storePayments(owner: Session, group_id: number, payments: SyntheticPayment[]) {
  const rows = payments.map(payment => ({
    ...payment,
    bundle_id: payment.transaction_bundle_id,
    contact_id: payment.person.id,
    reimbursed: payment.amount - payment.returnable,
    document: JSON.stringify({
      transactions: [{ id: payment.transaction_id, payment_method: payment.payment_method }],
    }),
    refunds: payment.reversals,
    person: undefined,
    contact: undefined,
  }))
  const from = owner`json_to_recordset(${records(rows)}::text::json) as r (transaction_id bigint, bundle_id bigint, contact_id bigint,
    date timestamptz, amount bigint, payment_method_kind text, code_campaign text, pending boolean, reimbursed bigint, document text, refunds json)`
  await owner`
    insert into transaction_bundles (group_id, id, created_at, updated_at, created_by, document)
    select ${group_id}, bundle_id, date, date, 1, document from ${from}`
  await owner`
    insert into items (group_id, bundle_id, kind, id, contact_id, date, amount, currency, status_id, payment_method_kind, code_campaign,
                       reimbursed_amount, unpaid_amount)
    select ${group_id}, bundle_id, 'transaction', transaction_id, contact_id, date, amount, 'EUR',
           (select min(s.id) from transaction_statuses s where s.group_id = ${group_id} and s.kind = case when pending then 'pending' else 'valid' end),
           payment_method_kind, code_campaign, reimbursed, 0
    from ${from}`
  await owner`
    insert into items (group_id, bundle_id, kind, id, contact_id, date, amount, currency, transaction_id, reversal_kind)
    select ${group_id}, bundle_id, 'reversal', transaction_id, contact_id, date, (refund ->> 'amount')::bigint, 'EUR', transaction_id, refund ->> 'kind'
    from ${from} cross join lateral json_array_elements(refunds) as x (refund)`
}

async function storeBatches(owner: Session, group_id: number, batches: WaitingBatch[]) {
  const rows = batches.map(({ id, number, day, payments }) => ({
    id,
    number,
    closed_at: new Date(day * 86_400_000).toISOString(),
    count: payments.length,
    amount: payments.reduce((sum, { amount }) => sum + amount, 0),
    payments: payments.map(({ transaction_id, transaction_bundle_id }) => ({ transaction_id, transaction_bundle_id })),
  }))
  const from = owner`json_to_recordset(${records(rows)}::text::json) as r (id bigint, number text, closed_at timestamptz, count int, amount bigint,
    payments json)`
  await owner`
    insert into transaction_batches (group_id, id, created_by, number, serial, name, currency, state, expected_count, expected_amount, closed_at,
                                     closed_count, closed_amount, deposited_at)
    select ${group_id}, id, 1, number, id, '', 'EUR', 'deposited', count, amount, closed_at, count, amount, closed_at from ${from}`
  await owner`
    insert into batched_transactions (group_id, batch_id, bundle_id, transaction_id)
    select ${group_id}, id, (p ->> 'transaction_bundle_id')::bigint, (p ->> 'transaction_id')::bigint
    from ${from} cross join lateral json_array_elements(payments) as x (p)`
}

const storeRules = (owner: Session, group_id: number, rules: KnownRule[]) => owner`
  insert into bank_rules (group_id, id, name, position, conditions, outcome)
  select ${group_id}, id, name, id, conditions, outcome
  from json_to_recordset(${records(rules as unknown as Row[])}::text::json) as r (id bigint, name text, conditions json, outcome json)`

/** The bank account 1 with the statement 1. */
export async function storeAccount(owner: Session, group_id: number) {
  await owner`
    insert into bank_accounts (group_id, id, name, iban, currency, ledger_account) values (${group_id}, 1, 'Bank', '', 'EUR', '512000')`
  await owner`
    insert into bank_statements (group_id, id, created_by, bank_account_id, file_name, format, reference, from_date, to_date, lines_count, added_count)
    values (${group_id}, 1, 1, 1, 'year.xml', 'camt.053', '', '2026-01-01', '2026-12-31', 0, 0)`
}

export const storeLines = (owner: Session, group_id: number, lines: OpenLine[], state: 'open' | 'matched') => owner`
  insert into bank_lines (group_id, id, bank_account_id, statement_id, line_key, position, date, value_date, amount, text, counterparty,
                          counterparty_iban, end_to_end_id, mandate_id, bank_reference, return_reason, details, state, settled_at, settled_by)
  select ${group_id}, id, 1, 1, lpad(id::text, 43, '0'), 1, date, date, amount, text, counterparty, counterparty_iban, end_to_end_id, mandate_id, '',
         return_reason, details, ${state}, case when ${state} = 'matched' then now() end, case when ${state} = 'matched' then 1 end
  from json_to_recordset(${records(lines as unknown as Row[])}::text::json)
    as r (id bigint, date date, amount bigint, text text, counterparty text, counterparty_iban text, end_to_end_id text, mandate_id text,
          return_reason text, details json)`

/** What settled lines are. A gift that was not recorded is a payment of its payer, which the line created. */
async function storeMatches(owner: Session, group_id: number, settled: SyntheticLine[]) {
  const made = settled.filter(({ truth, payers, amount }) => truth.length === 0 && payers.length > 0 && amount > 0)
  await storePayments(owner, group_id, made.map(createdFrom))
  const rows = settled.flatMap(({ id, truth, payers, amount }): Row[] => {
    if (truth.length > 0) return truth.map(part => ({ line_id: id, bundle_id: part.transaction_id + 12_345, ...part }))
    const created = { line_id: id, bundle_id: created_first + id, transaction_id: created_first + id, amount }
    return payers.length > 0 && amount > 0 ? [created] : []
  })
  await owner`
    insert into bank_matches (group_id, line_id, kind, bundle_id, transaction_id, reversal_id, amount)
    select ${group_id}, line_id, case when amount > 0 then 'payment' else 'reversal' end, bundle_id, transaction_id,
           case when amount < 0 then transaction_id end, amount
    from json_to_recordset(${records(rows)}::text::json) as r (line_id bigint, bundle_id bigint, transaction_id bigint, amount bigint)`
}

const created_first = 900_000

const createdFrom = ({ id, date, amount, payers: [contact_id = 0] }: SyntheticLine) =>
  ({
    transaction_id: created_first + id,
    transaction_bundle_id: created_first + id,
    person: { id: contact_id },
    date: `${date}T10:00:00.000Z`,
    amount,
    returnable: amount,
    reversals: [],
    payment_method: {},
    payment_method_kind: 'transfer',
    code_campaign: '',
    pending: false,
  }) as unknown as SyntheticPayment

export type SentLine = Partial<Omit<OpenLine, 'id'>> & { amount: number }

let made = 0

/** A bank account with a statement of these lines, by SQL. Returns its id and those of the lines. */
export async function anAccountWithLines(owner: Session, person: Person, lines: SentLine[]) {
  const [account] = await owner<[{ id: number }]>`
    insert into bank_accounts (group_id, name, iban, currency, ledger_account)
    values (${person.space}, 'Bank', '', 'EUR', ${`5125${++made}`}) returning id`
  return { id: account.id, line_ids: await insertLines({ owner }, person, account.id, lines) }
}
