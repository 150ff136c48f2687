import { isDeepStrictEqual } from 'node:util'
import { recordAudit } from '../../access/audit.ts'
import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError, notFound } from '../../errors.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import { msg } from '../../messages/message.ts'
import { bankAccountsChanged } from '../core/bank/post_lines.ts'
import { ledgerRules } from '../core/ledger/accounts.ts'
import { lockLedger } from '../core/ledger/post.ts'
import { currencyOf } from '../core/settings.ts'
import { checkedIban, checkLedgerAccount, completeMapping, nextFreeAccount } from './account_checks.ts'
import type { BankAccount, BankAccountChange, NewBankAccount } from './schema.ts'

interface AccountWriter {
  caller: Caller
  request_id: string
}

const accounts = (sql: Sql, { group_id }: Caller) => sql`
  select a.id, a.created_at as "CreatedAt", a.updated_at as "UpdatedAt", a.name, a.iban, a.number, a.currency, a.ledger_account, a.csv_mapping,
         a.archived, (a.opening_balance + lines.amount)::bigint as balance,
         greatest(lines.last_date, statements.last_date)::text as balance_date, lines.open_count
  from bank_accounts a
  cross join lateral (
    select coalesce(sum(l.amount), 0) as amount, max(l.date) as last_date, count(*) filter (where l.state = 'open')::int as open_count
    from bank_lines l where l.group_id = ${group_id} and l.bank_account_id = a.id
  ) lines
  cross join lateral (
    select max(s.to_date) as last_date from bank_statements s where s.group_id = ${group_id} and s.bank_account_id = a.id
  ) statements
  where a.group_id = ${group_id}`

/** Those in use first, by name. */
export async function listBankAccounts(sql: Sql, caller: Caller, { limit, offset }: Paging) {
  const [rows, [count]] = await Promise.all([
    sql<BankAccount[]>`
      ${accounts(sql, caller)}
      order by a.archived, lower(a.name), a.id
      limit ${Math.min(limit, page_size_max)} offset ${offset}`,
    sql<[{ total: number }]>`select count(*) as total from bank_accounts where group_id = ${caller.group_id}`,
  ])
  return { rows: [...rows], total: count.total }
}

export async function readBankAccount(sql: Sql, caller: Caller, id: number): Promise<BankAccount> {
  const [account] = await sql<BankAccount[]>`${accounts(sql, caller)} and a.id = ${id}`
  if (!account) throw notFound('bank account')
  return account
}

export async function lockBankAccount(sql: Sql, caller: Caller, id: number): Promise<BankAccount> {
  await sql`select from bank_accounts where group_id = ${caller.group_id} and id = ${id} for update`
  return readBankAccount(sql, caller, id)
}

export async function createBankAccount(sql: Sql, writer: AccountWriter, sent: NewBankAccount): Promise<BankAccount> {
  const { caller } = writer
  const { group_id } = caller
  const { stored } = await lockLedger(sql, group_id)
  const rules = ledgerRules(stored)
  const currency = sent.currency ?? (await currencyOf(sql, group_id))
  const row = {
    group_id,
    name: sent.name,
    iban: checkedIban(sent.iban),
    number: sent.number,
    currency: currency.toUpperCase(),
    ledger_account: sent.ledger_account ?? rules.accounts.money,
  }
  checkLedgerAccount(rules, row.ledger_account)
  const mapping = completeMapping(sent.csv_mapping ?? null)
  await checkUnused(sql, group_id, row, null)
  await checkNotMatched(sql, group_id, row.ledger_account)
  const [made] = await sql<[{ id: number }]>`
    insert into bank_accounts (group_id, name, iban, number, currency, ledger_account, csv_mapping)
    values (${group_id}, ${row.name}, ${row.iban}, ${row.number}, ${row.currency}, ${row.ledger_account}, ${mapping && JSON.stringify(mapping)}::text::json)
    returning id`
  await bankAccountsChanged(sql, group_id)
  const after = await readBankAccount(sql, caller, made.id)
  await audit(sql, writer, 'created', null, after)
  return after
}

export async function changeBankAccount(
  sql: Sql,
  writer: AccountWriter,
  id: number,
  sent: BankAccountChange,
): Promise<BankAccount> {
  const { caller } = writer
  const { group_id } = caller
  const before = await lockBankAccount(sql, caller, id)
  const { stored } = await lockLedger(sql, group_id)
  const now = {
    ...before,
    ...definedIn(sent),
    ...(sent.iban !== undefined && { iban: checkedIban(sent.iban) }),
    ...(sent.csv_mapping !== undefined && { csv_mapping: completeMapping(sent.csv_mapping) }),
  }
  await checkUnused(sql, group_id, now, id)
  const moves = now.ledger_account !== before.ledger_account
  if (moves) {
    checkLedgerAccount(ledgerRules(stored), now.ledger_account)
    await checkUnmatched(sql, group_id, id)
    await checkNotMatched(sql, group_id, now.ledger_account)
  }
  const { name, iban, number, ledger_account, archived, csv_mapping } = now
  if (isDeepStrictEqual(recorded(before), recorded(now))) return before
  await sql`
    update bank_accounts
    set name = ${name}, iban = ${iban}, number = ${number}, ledger_account = ${ledger_account}, archived = ${archived},
        csv_mapping = ${csv_mapping && JSON.stringify(csv_mapping)}::text::json, updated_at = now()
    where group_id = ${group_id} and id = ${id}`
  if (moves || archived !== before.archived) await bankAccountsChanged(sql, group_id)
  const after = await readBankAccount(sql, caller, id)
  await audit(sql, writer, 'updated', before, after)
  return after
}

export async function deleteBankAccount(sql: Sql, writer: AccountWriter, id: number): Promise<void> {
  const { caller } = writer
  const { group_id } = caller
  const before = await lockBankAccount(sql, caller, id)
  await lockLedger(sql, group_id)
  const used = await sql`
    select from bank_statements where group_id = ${group_id} and bank_account_id = ${id} limit 1`
  if (used.length > 0)
    throw new ApiError(
      'conflict',
      msg`Bank account "${before.name}" has statements. Archive it instead of deleting it.`,
    )
  await sql`delete from bank_months where group_id = ${group_id} and bank_account_id = ${id}`
  await sql`delete from bank_accounts where group_id = ${group_id} and id = ${id}`
  await bankAccountsChanged(sql, group_id)
  await audit(sql, writer, 'deleted', before, null)
}

const definedIn = (sent: BankAccountChange) =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as Partial<BankAccount>

/** An IBAN and an account of the ledger belong to one bank account. The ledger is locked, so that no other is added meanwhile. */
async function checkUnused(
  sql: Sql,
  group_id: number,
  { iban, ledger_account }: { iban: string; ledger_account: string },
  id: number | null,
) {
  const all = await sql<{ id: number; name: string; iban: string; ledger_account: string }[]>`
    select id, name, iban, ledger_account from bank_accounts where group_id = ${group_id} order by id`
  const others = all.filter(account => account.id !== id)
  const same = others.find(other => iban !== '' && other.iban === iban)
  if (same) throw new ApiError('conflict', msg`Bank account "${same.name}" has this IBAN already.`)
  const holder = others.find(other => other.ledger_account === ledger_account)
  if (!holder) return
  const taken = new Set(all.map(account => account.ledger_account))
  throw new ApiError(
    'conflict',
    msg`Bank account "${holder.name}" has ${ledger_account} in the ledger already.
      ${nextFreeAccount(ledger_account, taken)} is free: send it as ledger_account.`,
  )
}

async function checkUnmatched(sql: Sql, group_id: number, id: number) {
  const matched = await sql`
    select from bank_lines where group_id = ${group_id} and bank_account_id = ${id} and state = 'matched' limit 1`
  if (matched.length > 0)
    throw new ApiError(
      'conflict',
      'Lines of this bank account are matched and booked to its account in the ledger. Undo the matches first.',
    )
}

/** A line that was matched to this account would be booked from one bank to another, whose own line books it again. */
async function checkNotMatched(sql: Sql, group_id: number, account: string) {
  const [matched] = await sql<{ date: string }[]>`
    select l.date::text as date from bank_matches m
    join bank_lines l on l.group_id = ${group_id} and l.id = m.line_id
    where m.group_id = ${group_id} and m.kind = 'account' and m.account = ${account}
    order by l.date desc, l.id desc
    limit 1`
  if (matched)
    throw new ApiError(
      'conflict',
      msg`The bank line of ${matched.date} is matched to ${account} in the ledger. Undo that match first, or send another ledger_account.`,
    )
}

/** What the audit log compares. */
const recorded = ({ name, iban, number, currency, ledger_account, csv_mapping, archived }: BankAccount) => ({
  name,
  iban,
  number,
  currency,
  ledger_account,
  csv_mapping,
  archived,
})

async function audit(
  sql: Sql,
  { caller, request_id }: AccountWriter,
  verb: 'created' | 'updated' | 'deleted',
  before: BankAccount | null,
  after: BankAccount | null,
) {
  const account = after ?? before
  if (!account) return
  const [old, now] = [before && recorded(before), after && recorded(after)]
  const fields = Object.keys(recorded(account)) as (keyof ReturnType<typeof recorded>)[]
  const changed = fields
    .map(field => [field, { from: old?.[field] ?? null, to: now?.[field] ?? null }] as const)
    .filter(([, { from, to }]) => !isDeepStrictEqual(from, to))
  await recordAudit(sql, {
    caller,
    request_id,
    kind: `bank_account.${verb}`,
    subject: 'bank_account',
    subject_id: account.id,
    details: { name: account.name, changed: Object.fromEntries(changed) },
  })
}
