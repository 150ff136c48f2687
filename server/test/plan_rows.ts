import type { Session } from '../db/sql.ts'
import { fillBank } from './bank.ts'
import { aFileAccount } from './bank_files.ts'
import { fillBankMonths } from './bank_rows.ts'
import { defined } from './defined.ts'
import type { TestApp } from './harness.ts'
import { multiplyRows } from './multiply_rows.ts'

// Rows of new tables for the test of plans: enough that a scan of a table shows.

/** Accounts with many lines, months, statements and rules. */
export async function fillBankTables(app: TestApp, owner: Session, group_id: number) {
  const monthly_account = await fillBankMonths(owner, group_id, 1500)
  const filled = await fillBank(owner, group_id, 1500)
  const file_account = await aFileAccount(app, group_id)
  const [statement] = await owner<{ id: number }[]>`
    insert into bank_statements (group_id, created_by, bank_account_id, file_name, format, reference, from_date, to_date, lines_count, added_count)
    select ${group_id}, 1, ${file_account}, 'a', 'ofx', '', '2020-01-01'::date + n, '2020-01-01'::date + n, 0, 0 from generate_series(1, 1500) n
    returning id`
  await owner`
    insert into bank_rules (group_id, name, position, conditions, outcome)
    select ${group_id}, 'Rule', n, '{"text_contains":"fee"}', '{"kind":"account","account":"6270"}' from generate_series(1, 200) n`
  const [rule] = await owner<[{ id: number }]>`select min(id) as id from bank_rules where group_id = ${group_id}`
  return {
    ...filled,
    monthly_account,
    file_account,
    file_statement: defined(statement, 'bank statement').id,
    rule: rule.id,
  }
}

/** Many notes, files, tasks and relationships of one contact, and of many. */
export async function fillNotes(owner: Session, group_id: number, contact: number) {
  for (const table of ['notes', 'tasks', 'households']) await multiplyRows(owner, table, group_id, 1500)
  await owner`
    update tasks set due_date = date '2026-01-01' + (id % 300)::integer, done_at = case when id % 2 = 0 then created_at end,
      done_by = case when id % 2 = 0 then created_by end, assignee_id = created_by
    where group_id = ${group_id}`
  await owner`
    update tasks set contact_id = ${contact}::bigint + id % 1000 where group_id = ${group_id} and id % 7 > 0`
  await owner.unsafe('set session_replication_role = replica')
  await owner`
    insert into relationships (group_id, created_by, contact_id, other_id, kind, label)
    select group_id, created_by, contact_id + n, other_id + n + 5000000, kind, label from relationships, generate_series(1, 1500) n
    where group_id = ${group_id}`
  await owner`
    insert into files (group_id, contact_id, user_id, name, bytes, sha256, storage_key)
    select group_id, contact_id + n % 50, user_id, name, bytes, md5(n::text) || md5(n::text), storage_key || n
    from files, generate_series(1, 1500) n where group_id = ${group_id}`
  await owner`
    insert into household_members (group_id, household_id, contact_id)
    select group_id, household_id + 50000000 + n, contact_id + n from household_members, generate_series(1, 1400) n where group_id = ${group_id}`
  await owner.unsafe('reset session_replication_role')
}

/** Lists in each of their orders, and the sums of what they show. */
export const sorted_lists = [
  ...['date', '-date', 'amount', '-amount', '-amount&state=pending'].map(
    sort => `/v1/transaction_bundles?sort=${sort}`,
  ),
  ...['name', '-name'].map(sort => `/v1/transaction_batches?sort=${sort}`),
  ...['-date', 'amount', '-amount&journal=money'].map(sort => `/v1/ledger?sort=${sort}`),
  '/v1/audit?sort=created_at',
  '/v1/transaction_batches/sums?state=closed',
  '/v1/ledger/sums?from=2025-01-02&to=2025-01-03&bundle_id=10000000',
  '/v1/ledger/sums?account=4100&journal=money&state=validated',
]

/** Tables that grow with use. */
export const growing_tables = [
  'audit_log',
  'bulk_changes',
  'declared_visits',
  'imports',
  'invitations',
  'jobs',
  'merges',
  'privacy_requests',
  'tag_changes',
  'transaction_batches',
  'upsert_receipts',
  'visit_history',
]
