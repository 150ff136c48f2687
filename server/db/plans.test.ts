import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { type Dataset, oneOfEach } from '../../bench/dataset.ts'
import { fillContacts, indexFilledContacts } from '../../bench/fill_contacts.ts'
import { fillField } from '../../bench/fill_field.ts'
import { fillPayments } from '../../bench/fill_payments.ts'
import { operations } from '../../bench/operations.ts'
import { get, type RequestBuilder } from '../../bench/request_builders.ts'
import { firstRequest } from '../../bench/requests.ts'
import { notOnCitus, onCitus } from '../test/citus_cluster.ts'
import { startTestApp } from '../test/harness.ts'
import { multiplyRows } from '../test/multiply_rows.ts'
import { aSpace, aUser } from '../test/people.ts'
import { fillBankTables, fillNotes, growing_tables, sorted_lists } from '../test/plan_rows.ts'
import { type Plan, type PlanStep, watchPlans } from '../test/plans.ts'
import { withSession } from './sql.ts'

// Nothing is timed here: EXPLAIN shows the plan of each statement that the server sends, in spaces of some thousand rows.

const size = { rows: 1500, bundles: 1500, contacts: 1500, users: 400, teams: 100, actions: 40, visits: 1500, doors: 20 }
const many = 1000
/** Fewer spaces, or slighter ones, would make PostgreSQL read or sort tables: tried with two, with three, and with three and a half. */
const spaces = ['one', 'here', 'another', 'last']

/** Parameters of paging and format, which are not filters. */
const beside_the_point = new Set(['limit', 'offset', 'cursor', 'separator', 'bom', 'lines', 'language'])
/** A stream of a job, pages of links in mails, and downloads with the filters of their list. */
const not_looked_at = new Set([
  '/v1/jobs/{id}/events',
  '/invitations/{link}',
  '/set-up/{link}',
  '/health/live',
  '/v1/map/file',
  '/v1/audit.csv',
  '/v1/transaction_bundles.csv',
  '/v1/transaction_bundles.xlsx',
  '/v1/ledger.csv',
  // It needs a SIREN and a validated year, and describes the file of it.
  '/v1/ledger/fec',
  '/v1/ledger/fec/notice',
  // The reversals are in the document of one bundle.
  '/v1/transactions/{id}/reversals',
  // One row by its key.
  '/spaces/{id}/logo',
  '/v1/membership_prices/term',
])

/** Caps that no payment reaches, so that each payment is summed up. */
const rules = { yearly_cap: 1e12, campaign_cap: 1e12, exempt_elected_dues: true, elected_tag: 'elected' }

const behind = await startTestApp({ own: true })
const { database_url, taken } = await watchPlans(behind)
const app = await startTestApp({ same_database_as: { ...behind, database_url } })
const world = {} as Dataset
const rows = new Map<string, number>()
const bank = {} as Awaited<ReturnType<typeof fillBankTables>>

if (!onCitus()) await fill()

async function fill() {
  const { owner } = behind
  for (const place of spaces) {
    const group_id = await aSpace(app, place)
    const { token } = await aUser(app, group_id, { role: 'superadmin' })
    const payments = await fillPayments(owner, group_id, size.bundles)
    const people = await fillContacts(owner, group_id, size.contacts)
    const field = await fillField(owner, group_id, size, people)
    const ids = await oneOfEach({ url: app.url, token }, { payments, people })
    await app.as({ token }).patch('/v1/contribution_rules', rules)
    await owner`update jobs set state = 'done' where group_id = ${group_id}`
    for (const table of growing_tables) await multiplyRows(owner, table, group_id, size.rows)
    await owner`
      insert into payment_warnings (group_id, created_at, bundle_id, check_name, kind, target_id, cause, details)
      select ${group_id}, now(), n, 'price', 'membership', n, '', '{}' from generate_series(1, ${size.rows}) n`
    await owner`
      insert into bulk_change_contacts (group_id, bulk_change_id, contact_id, outcome, undone)
      select ${group_id}, ${ids.bulk_change}, 1000000 + n, 'changed', case when n % 10 = 0 then 'kept' end from generate_series(1, ${size.rows}) n`
    const filled = await fillBankTables(app, owner, group_id)
    await fillNotes(owner, group_id, people.first)
    await owner`
      insert into import_cells (group_id, import_id, row, column_index, start, length, person, value, reason, effect)
      select ${group_id}, ${ids.import}, n, 0, 0, 0, '', '', '[]', 'left_out' from generate_series(1, ${size.rows}) n`
    if (place !== 'here') continue
    Object.assign(bank, filled)
    Object.assign(world, { group_id, token, payments, people, field, ids })
  }
  await indexFilledContacts(owner)
  await withSession(behind.database_url, session => session.unsafe('vacuum analyze'))
  const counted = await owner<{ name: string; count: number }[]>`
    select relname as name, reltuples::bigint as count from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`
  for (const { name, count } of counted) rows.set(name, count)
}

const listed: Record<string, RequestBuilder> = Object.assign({}, ...Object.values(operations))

/** The paths that ask one list with each of these queries. */
const queries = (path: string, ...of: string[]) => of.map(query => `${path}?${query}`)

/** Filters and orders that the bench does not request. */
const filtersOf = ({ people: { first }, field: { first_user, first_action }, ids, payments }: Dataset) => [
  ...sorted_lists,
  ...queries('/users', 'sort=false&limit=100'),
  ...queries('/v1/members', 'limit=100'),
  ...queries('/teams', `user_id=${first_user}`),
  ...queries('/v1/tokens', 'all=true'),
  ...queries('/v1/duplicates', 'reason=mail'),
  ...queries('/v1/merges', `contact_id=${first}`),
  ...['summary', 'notes', 'files', 'relationships', 'household'].map(part => `/v1/contacts/${first}/${part}`),
  ...queries(`/contacts/${first}/timeline`, 'about=tasks'),
  '/v1/map',
  ...queries('/v1/tasks', 'state=done', 'all=true', 'all=true&state=done', 'due_before=2026-03-01'),
  ...queries('/v1/tasks', `contact_id=${first + 3}`, `contact_id=${first + 3}&state=done`),
  ...queries('/v1/tasks', `assignee_id=${first_user}&state=open`, `created_by=${first_user}`),
  ...queries('/v1/privacy_requests', 'kind=access', 'state=open', `contact_id=${first}`),
  ...queries('/v1/audit', `user_id=${first_user}`, 'kind=contact.changed', `subject=contact&subject_id=${first}`),
  ...queries('/v1/audit', 'changes_only=true', 'from=2026-01-01&to=2026-01-31'),
  ...queries('/v1/jobs', 'state=done'),
  ...queries('/v1/bulk_changes', 'in_progress=true', 'mine=true'),
  ...['waiting', 'changed', 'refused', 'kept'].map(
    outcome => `/v1/bulk_changes/${ids.bulk_change}/contacts?outcome=${outcome}`,
  ),
  ...queries('/v1/changes', 'types=contact.updated&wait=0'),
  '/v1/activity',
  ...queries('/v1/activity', `since=${new Date(Date.now() - 30 * 86_400_000).toISOString()}`),
  ...queries('/v1/visit_weeks', 'weeks=8'),
  ...queries(`/v1/imports/${ids.import}/cells`, 'include_corrected=true', 'effect=left_out'),
  ...queries(`/v1/webhooks/${ids.webhook}/deliveries`, 'state=failed'),
  ...queries('/v1/tags', 'prefix=tag'),
  ...queries('/forms', 'archived=true'),
  ...queries('/v1/transaction_bundles', 'state=unpaid', 'state=pending', 'payment_method_kind=cheque'),
  ...queries('/v1/transaction_bundles', 'origin=civicrm%20812', `batch_id=${ids.batch}`),
  ...queries(
    '/v1/transaction_bundles/sums',
    'state=pending&status_id=1&payment_method_kind=cheque&code_campaign=A',
    'date_from=2026-01-01&date_to=2026-01-31',
    'origin=civicrm%20812',
    'updated_since=2030-01-01',
    `batch_id=${ids.batch}`,
    `contact_id=${first}`,
  ),
  ...queries('/v1/transaction_batches', 'state=closed', `transaction_bundle_id=${payments.first_bundle}`),
  ...queries('/v1/ledger', 'from=2025-01-02&to=2025-01-03', 'account=4100', 'journal=money', 'state=validated'),
  ...queries('/v1/ledger', `bundle_id=${payments.first_bundle}`),
  ...queries('/v1/ledger/balances', 'from=2025-01-02&to=2025-01-03&state=provisional'),
  ...queries('/v1/bank_months', `bank_account_id=${bank.monthly_account}`),
  ...queries('/v1/bank_months/statement.pdf', `bank_account_id=${bank.monthly_account}&month=2026-03`),
  ...queries(`/v1/transaction_batches/${ids.batch}/deposit_slip.pdf`, `bank_account_id=${bank.monthly_account}`),
  ...queries('/v1/payment_warnings', 'state=open', 'state=settled&check=price'),
  ...queries('/v1/payment_warnings', `transaction_bundle_id=${payments.first_bundle}`),
  ...['', `/${bank.account}`].map(id => `/v1/bank_accounts${id}`),
  ...['', `/${bank.line}`].map(id => `/v1/bank_lines${id}`),
  ...[
    'state=open',
    'state=matched&month=2026-03',
    'search=virement',
    'search=12,50',
    'certain=true',
    'proposals=false',
  ].map(query => `/v1/bank_lines?bank_account_id=${bank.account}&${query}`),
  ...queries('/v1/bank_lines', `statement_id=${bank.statement}`, `transaction_bundle_id=${payments.first_bundle}`),
  '/v1/waiting_payments',
  ...queries('/v1/waiting_payments', `bank_account_id=${bank.account}&search=B-12`),
  ...['', `/${bank.rule}`].map(id => `/v1/bank_rules${id}`),
  '/v1/contribution_rules',
  ...['', `?bank_account_id=${bank.file_account}`, `/${bank.file_statement}`].map(end => `/v1/bank_statements${end}`),
  `/v1/contribution_rules/check?contact_id=${first}&amount=1&date=2026-01-01&kind=membership&payment_method_kind=card&code_campaign=A`,
  ...queries('/actions', 'archived=true&limit=10', 'from=2026-02-01&to=2026-02-10&limit=10'),
  ...queries(`/actions/${first_action}/addresses`, 'visited=true', 'visited=false'),
  ...queries(`/actions/${first_action}/visits`, 'from=2026-01-01&to=2026-01-02', 'result=talked', 'withdrawn=true'),
  ...queries(`/actions/${first_action}/visits`, 'address_id=1', `recorded_by=${first_user}`),
  ...queries(`/actions/${first_action}/statistics`, 'from=2026-01-01&to=2026-01-02'),
]

/** Operations that read many rows because they return many, with the reason. */
const excused: Record<string, RegExp> = {
  // The names of the contacts in five hundred bundles.
  'GET /v1/transaction_bundles.csv, of a day': /contacts/,
  // All requests of a person, who has 1500 here.
  'GET /v1/privacy_requests/{id}/export': /privacy_requests/,
  // The names of the contacts in a thousand entries.
  'GET /v1/ledger.csv, of a day': /contacts/,
  // The sums of all entries.
  'GET /v1/ledger/balances': /ledger_entries/,
  '/v1/ledger/sums?account=4100&journal=money&state=validated': /ledger_entries/,
  // The sums of all entries of a bank account.
  [`/v1/bank_months?bank_account_id=${bank.monthly_account}`]: /ledger_entries/,
  [`/v1/bank_months/statement.pdf?bank_account_id=${bank.monthly_account}&month=2026-03`]: /ledger_entries/,
  // All actions, with the first doors of each.
  'GET /actions': /action_/,
}

async function check(name: string, make: RequestBuilder) {
  await taken()
  const { method, path, headers = {}, body } = firstRequest(make, world, randomUUID())!
  const answer = await app.as().send(method, path, { headers, ...(body !== undefined && { body }) })
  assert.ok(answer.status < 300, answer.text)
  const faults = (await taken()).flatMap(faultsOf)
  assert.deepEqual(
    faults.filter(fault => !excused[name]?.test(fault)),
    [],
  )
}

const one_shard = notOnCitus('A shard with one space is read from end to end, because all its rows match.')

describe('plans', () => {
  if (one_shard.skip) return test('neither scan nor sort a growing table', one_shard)
  for (const [name, make] of Object.entries(listed))
    test(`${name} neither scans nor sorts a growing table`, () => check(name, make))

  const filtered = filtersOf(world)
  for (const path of filtered) test(`GET ${path} neither scans nor sorts a growing table`, () => check(path, get(path)))

  test('every list of the interface is checked, with each of its filters', async () => {
    const asked = [...Object.values(listed), ...filtered.map(path => get(path))].flatMap(
      make => firstRequest(make, world, randomUUID())?.path ?? [],
    )
    const { body } = await app.as().get('/openapi.json')
    const unasked = Object.entries<any>(body.paths).flatMap(([path, { get: read }]) => {
      const shape = new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?|$)`)
      const own = asked.filter(one => shape.test(one))
      if (!read || not_looked_at.has(path)) return []
      if (own.length === 0) return [path]
      const filters = (read.parameters ?? []).map(({ name, in: place }: any) => (place === 'query' ? name : ''))
      return filters
        .filter(
          (name: string) =>
            name && !beside_the_point.has(name) && !own.some(one => new RegExp(`[?&]${name}=`).test(one)),
        )
        .map((name: string) => `${path}?${name}=`)
    })
    assert.deepEqual(unasked, [])
  })
})

const faultsOf = ({ statement, steps }: Plan) =>
  steps.flatMap(step => faultOf(step) ?? []).map(fault => `${fault}: ${statement.replace(/\s+/g, ' ').trim()}`)

function faultOf({ kind, table = '', below }: PlanStep) {
  if (kind === 'Seq Scan' && (rows.get(table) ?? 0) >= many) return `reads ${table} from end to end`
  const sorted = kind === 'Sort' ? (below[0]?.rows ?? 0) : 0
  return sorted > many ? `sorts ${sorted} rows` : undefined
}
