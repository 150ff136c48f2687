import type { Sql } from '../../../../db/sql.ts'
import type { StoredLedgerSettings } from '../../ledger/accounts.ts'
import type { KnownRule, OpenLine, Payer } from './proposal_input.ts'

// What proposals are made from, besides payments. Each function is one statement, however many lines there are.

export interface LineAccount {
  id: number
  currency: string
  /** Payments from this day on may wait. */
  since: string
}

/** These lines, if they are open. */
export const openLines = (sql: Sql, group_id: number, ids: number[]) => sql<OpenLine[]>`
  select id, bank_account_id, date::text as date, amount::bigint as amount, text, counterparty, counterparty_iban, end_to_end_id, mandate_id,
         return_reason, details
  from bank_lines
  where group_id = ${group_id} and id = any(${ids}::bigint[]) and state = 'open'
  order by date, id`

export const accountsOf = (sql: Sql, group_id: number, ids: number[]) => sql<LineAccount[]>`
  select a.id, a.currency, (first.date - 90)::text as since
  from bank_accounts a
  cross join lateral (
    select l.date from bank_lines l where l.group_id = ${group_id} and l.bank_account_id = a.id
    order by l.date, l.position, l.id limit 1) first
  where a.group_id = ${group_id} and a.id = any(${ids}::bigint[])`

/** Lines that are loaded to see whether they are the same payments. */
const others_max = 5000

interface OtherLines {
  ids: number[]
  amounts: number[]
  ibans: string[]
  names: string[]
  from: string
  to: string
}

/** Other open lines of the amounts or of the same side, in these days. */
export const otherLines = (
  sql: Sql,
  group_id: number,
  account_id: number,
  { ids, amounts, ibans, names, from, to }: OtherLines,
) => sql<OpenLine[]>`
  select id, bank_account_id, date::text as date, amount::bigint as amount, text, counterparty, counterparty_iban, end_to_end_id, mandate_id,
         return_reason, details
  from bank_lines
  where group_id = ${group_id} and bank_account_id = ${account_id} and state = 'open' and date between ${from}::date and ${to}::date
    and (amount = any(${amounts}::bigint[]) or counterparty_iban = any(${ibans}::text[]) or counterparty = any(${names}::text[]))
    and id <> all(${ids}::bigint[])
  order by id
  limit ${others_max}`

/** Contacts with these first names and surnames, as they are compared. */
export const contactsNamed = (sql: Sql, group_id: number, pairs: [firstname: string, surname: string][]) => sql<
  Payer[]
>`
  select c.id, c.firstname, c.surname, c.married_name, c.city
  from unnest(${pairs.map(([first]) => first)}::text[], ${pairs.map(([, last]) => last)}::text[]) as n (firstname, surname)
  cross join lateral (
    select id, firstname, surname, married_name, city from contacts
    where group_id = ${group_id} and surname_key = n.surname and firstname_key = n.firstname and deleted_at is null
    order by id limit 20) c`

/** Contacts with one of these surnames, as they are compared, at most 20 for each. */
export const contactsSurnamed = (sql: Sql, group_id: number, surnames: string[]) => sql<Payer[]>`
  select c.id, c.firstname, c.surname, c.married_name, c.city
  from unnest(${surnames}::text[]) as n (surname)
  cross join lateral (
    select id, firstname, surname, married_name, city from contacts
    where group_id = ${group_id} and surname_key = n.surname and deleted_at is null
    order by firstname_key, id limit 20) c`

export const contactsById = (sql: Sql, group_id: number, ids: number[]) => sql<Payer[]>`
  select id, firstname, surname, married_name, city from contacts
  where group_id = ${group_id} and id = any(${ids}::bigint[]) and deleted_at is null
  order by id`

/** The contacts with these membership numbers. */
export const contactsNumbered = (sql: Sql, group_id: number, numbers: number[]) => sql<{ id: number }[]>`
  select id from contacts
  where group_id = ${group_id} and membership_number is not null and membership_number = any(${numbers}::bigint[]) and deleted_at is null
  order by id`

interface SeenRow {
  iban: string
  contact_id: number
  count: number
}

/** Whose payments the lines from these IBANs were. */
export const seenPayers = (sql: Sql, group_id: number, ibans: string[]) => sql<SeenRow[]>`
  select l.counterparty_iban as iban, t.contact_id, count(distinct l.id)::int as count
  from bank_lines l
  join bank_matches m on m.group_id = ${group_id} and m.line_id = l.id and m.kind = 'payment'
  join items t on t.group_id = ${group_id} and t.kind = 'transaction' and t.id = m.transaction_id
  where l.group_id = ${group_id} and l.counterparty_iban = any(${ibans}::text[]) and l.counterparty_iban <> '' and l.state = 'matched'
  group by l.counterparty_iban, t.contact_id
  order by l.counterparty_iban, t.contact_id
  limit 50000`

export interface BatchRow {
  id: number
  number: string
  closed_at: string
  transaction_ids: number[]
}

/** Closed batches of these amounts, with their transactions. */
export const batchesOf = (sql: Sql, group_id: number, amounts: number[], currency: string) => sql<BatchRow[]>`
  select b.id, b.number, b.closed_at, array_agg(h.transaction_id order by h.transaction_id) as transaction_ids
  from transaction_batches b
  join batched_transactions h on h.group_id = ${group_id} and h.batch_id = b.id
  where b.group_id = ${group_id} and b.state <> 'open' and b.closed_amount = any(${amounts}::bigint[]) and upper(b.currency) = ${currency}
  group by b.id, b.number, b.closed_at
  order by b.id desc
  limit 500`

export const enabledRules = (sql: Sql, group_id: number) => sql<KnownRule[]>`
  select id, name, conditions, outcome from bank_rules
  where group_id = ${group_id} and enabled
  order by position, id
  limit 200`

/** The settings of the ledger, and the names of payment methods. */
export async function moneySettings(sql: Sql, group_id: number) {
  const [row] = await sql<{ ledger: StoredLedgerSettings; payment_method_kinds: string[] }[]>`
    select ledger, payment_method_kinds from transaction_settings where group_id = ${group_id}`
  return row
}
