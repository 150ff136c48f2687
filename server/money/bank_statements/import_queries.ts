import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { id_max } from '../../fields.ts'
import type { CsvMapping } from '../bank_accounts/schema.ts'
import type { ParsedStatement } from '../core/bank/statement.ts'
import { type AccountState, type AddedLine, daysOf, type Merge, type StoredLine } from './merge.ts'

/** A bank account, as far as files are concerned. */
export interface FileAccount {
  id: number
  name: string
  iban: string
  number: string
  currency: string
  csv_mapping: CsvMapping | null
  archived: boolean
}

const accounts_max = 1000

export async function fileAccounts(sql: Sql, { group_id }: Caller): Promise<FileAccount[]> {
  return sql<FileAccount[]>`
    select id, name, iban, number, currency, csv_mapping, archived
    from bank_accounts
    where group_id = ${group_id}
    order by id
    limit ${accounts_max}`
}

/** Locks the accounts until the end of the transaction: files of one account are imported one after the other. */
export async function lockAccounts(sql: Sql, { group_id }: Caller, ids: number[]) {
  await sql`select from bank_accounts where group_id = ${group_id} and id = any(${ids}) order by id for no key update`
}

/** What is stored about the account on the days of the statement. */
export async function accountState(
  sql: Sql,
  { group_id }: Caller,
  account_id: number,
  statement: ParsedStatement,
): Promise<AccountState> {
  const { first, last } = daysOf(statement)
  const [[account], lines, periods] = await Promise.all([
    sql<
      [
        {
          opening_balance: number
          anchored: boolean
          sum_before: string | null
          has_after: boolean
          known_until: string | null
        },
      ]
    >`
      select a.opening_balance,
        exists (
          select from bank_statements s where s.group_id = ${group_id} and s.bank_account_id = ${account_id} and s.closing_balance is not null
        ) as anchored,
        (
          select sum(l.amount)::text from bank_lines l
          where l.group_id = ${group_id} and l.bank_account_id = ${account_id} and l.date < ${first}
        ) as sum_before,
        exists (
          select from bank_lines l
          join bank_statements s on s.group_id = ${group_id} and s.id = l.statement_id and s.closing_balance is not null
          where l.group_id = ${group_id} and l.bank_account_id = ${account_id} and l.date > ${last}
        ) as has_after,
        (
          select max(l.date)::text from bank_lines l
          where l.group_id = ${group_id} and l.bank_account_id = ${account_id}
        ) as known_until
      from bank_accounts a
      where a.group_id = ${group_id} and a.id = ${account_id}`,
    sql<StoredLine[]>`
      select l.id, l.line_key, l.date::text as date, l.position, l.amount, l.state, l.text, l.counterparty, l.counterparty_iban, l.end_to_end_id,
        s.format, s.closing_balance is not null as balanced, l.erased_at is not null as erased,
        (l.details::text = '[]' and l.counterparty = '' and l.end_to_end_id = '') as bare
      from bank_lines l
      join bank_statements s on s.group_id = ${group_id} and s.id = l.statement_id
      where l.group_id = ${group_id} and l.bank_account_id = ${account_id} and l.date between ${first} and ${last}
      order by l.date, l.position, l.id`,
    sql<{ from_date: string; to_date: string }[]>`
      select from_date::text, to_date::text
      from bank_statements
      where group_id = ${group_id} and bank_account_id = ${account_id} and closing_balance is not null
        and from_date <= ${last} and to_date >= ${first} and to_date > from_date + 1
      order by to_date desc, id desc
      limit 1000`,
  ])
  const { sum_before, ...rest } = account
  return { ...rest, sum_before: Number(sum_before ?? 0), has_before: sum_before !== null, lines, periods }
}

export interface NewStatement extends Pick<ParsedStatement, 'format' | 'reference' | 'from_date' | 'to_date'> {
  bank_account_id: number
  file_name: string
  opening_balance: number | null
  closing_balance: number | null
  lines_count: number
  added_count: number
}

/** A stored statement with the same name, period and balances. */
export async function sameStatement(sql: Sql, { group_id }: Caller, sent: NewStatement): Promise<number | undefined> {
  const [found] = await sql<{ id: number }[]>`
    select id
    from bank_statements
    where group_id = ${group_id} and bank_account_id = ${sent.bank_account_id} and to_date = ${sent.to_date} and from_date = ${sent.from_date}
      and reference = ${sent.reference} and lines_count = ${sent.lines_count}
      and opening_balance is not distinct from ${sent.opening_balance}::bigint
      and closing_balance is not distinct from ${sent.closing_balance}::bigint
    order by id
    limit 1`
  return found?.id
}

export async function insertStatement(sql: Sql, { group_id, id: created_by }: Caller, sent: NewStatement) {
  const row = { group_id, created_by, ...sent }
  const [made] = await sql<[{ id: number }]>`insert into bank_statements ${sql(row)} returning id`
  return made.id
}

const inserted_at_once = 2000

export async function insertLines(
  sql: Sql,
  { group_id }: Caller,
  { statement_id, bank_account_id }: { statement_id: number; bank_account_id: number },
  lines: AddedLine[],
) {
  for (let at = 0; at < lines.length; at += inserted_at_once) {
    const part = JSON.stringify(lines.slice(at, at + inserted_at_once))
    await sql`
      insert into bank_lines (
        group_id, bank_account_id, statement_id, line_key, position, date, value_date, amount, text, counterparty, counterparty_iban,
        end_to_end_id, mandate_id, bank_reference, return_reason, details
      )
      select ${group_id}::bigint, ${bank_account_id}::bigint, ${statement_id}::bigint, l.*
      from json_to_recordset(${part}::text::json) as l (
        line_key text, position integer, date date, value_date date, amount bigint, text text, counterparty text, counterparty_iban text,
        end_to_end_id text, mandate_id text, bank_reference text, return_reason text, details json
      )
      returning group_id`
  }
}

/** Adds what another file says about lines that have no details. */
export async function completeLines(sql: Sql, { group_id }: Caller, completed: Merge['completed']) {
  const sorted = completed.toSorted((one, other) => one.id - other.id)
  for (let at = 0; at < sorted.length; at += inserted_at_once) {
    const part = sorted.slice(at, at + inserted_at_once)
    const ids = part.map(({ id }) => id)
    await sql`select from bank_lines where group_id = ${group_id} and id = any(${ids}) order by id for no key update`
    await sql`
      update bank_lines b
      set text = case when strpos(b.text, l.text) > 0 then b.text else left(trim(b.text || ' ' || l.text), 2000) end,
        counterparty = l.counterparty, counterparty_iban = l.counterparty_iban, end_to_end_id = l.end_to_end_id,
        mandate_id = l.mandate_id, return_reason = case when b.return_reason = '' then l.return_reason else b.return_reason end,
        details = l.details, updated_at = now()
      from json_to_recordset(${JSON.stringify(part.map(({ id, line }) => ({ ...line, id })))}::text::json) as l (
        id bigint, text text, counterparty text, counterparty_iban text, end_to_end_id text, mandate_id text, return_reason text, details json
      )
      where b.group_id = ${group_id} and b.id = l.id and b.state = 'open' and b.erased_at is null`
  }
}

/** The names of those accounts whose balance is too large for the interface. */
export async function tooLargeBalances(sql: Sql, { group_id }: Caller, ids: number[]) {
  const rows = await sql<{ name: string }[]>`
    select a.name
    from bank_accounts a
    where a.group_id = ${group_id} and a.id = any(${ids}) and abs(a.opening_balance + coalesce((
      select sum(l.amount) from bank_lines l where l.group_id = ${group_id} and l.bank_account_id = a.id
    ), 0)) > ${id_max}::bigint
    order by a.id`
  return rows.map(({ name }) => name)
}

export async function setOpeningBalance(sql: Sql, { group_id }: Caller, account_id: number, opening_balance: number) {
  await sql`
    update bank_accounts set opening_balance = ${opening_balance}, updated_at = now()
    where group_id = ${group_id} and id = ${account_id} and opening_balance <> ${opening_balance}`
}
