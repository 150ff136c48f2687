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

const size = { bundles: 1500, contacts: 1500, users: 400, teams: 100, actions: 40, visits: 1500, doors: 20 }
const many = 1000

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
  for (const place of ['one', 'here', 'another', 'last']) {
    const group_id = await aSpace(app, place)
    const { token } = await aUser(app, group_id, { role: 'superadmin' })
    const payments = await fillPayments(owner, group_id, size.bundles)
    const people = await fillContacts(owner, group_id, size.contacts)
    await indexFilledContacts(owner)
    const field = await fillField(owner, group_id, size, people)
    const ids = await oneOfEach({ url: app.url, token }, { payments, people })
    await app.as({ token }).patch('/v1/contribution_rules', rules)
    await owner`update jobs set state = 'done' where group_id = ${group_id}`
    for (const table of growing_tables) await multiplyRows(owner, table, group_id, 1500)
    await owner`
      insert into payment_warnings (group_id, created_at, bundle_id, check_name, kind, target_id, cause, details)
      select ${group_id}, now(), n, 'price', 'membership', n, '', '{}' from generate_series(1, 1500) n`
    await owner`
      insert into bulk_change_contacts (group_id, bulk_change_id, contact_id, outcome, undone)
      select ${group_id}, ${ids.bulk_change}, 1000000 + n, 'changed', case when n % 10 = 0 then 'kept' end from generate_series(1, 1500) n`
    const filled = await fillBankTables(app, owner, group_id)
    if (place === 'here') Object.assign(bank, filled)
    await fillNotes(owner, group_id, people.first)
    await owner`
      insert into import_cells (group_id, import_id, row, column_index, start, length, person, value, reason, effect)
      select ${group_id}, ${ids.import}, n, 0, 0, 0, '', '', '[]', 'left_out' from generate_series(1, 1500) n`
    if (place === 'here') Object.assign(world, { group_id, token, payments, people, field, ids })
  }
  await withSession(behind.database_url, session => session.unsafe('vacuum analyze'))
  const counted = await owner<{ name: string; count: number }[]>`
    select relname as name, reltuples::bigint as count from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`
  for (const { name, count } of counted) rows.set(name, count)
}

const listed: Record<string, RequestBuilder> = Object.assign({}, ...Object.values(operations))

/** Filters and orders that the bench does not request; one line per filter. */
const filtered: RequestBuilder<string>[] = [
  ...sorted_lists,
  () => '/users?sort=false&limit=100',
  () => '/v1/members?limit=100',
  ({ field }) => `/teams?user_id=${field.first_user}`,
  () => '/v1/tokens?all=true',
  () => '/v1/duplicates?reason=mail',
  ({ people }) => `/v1/merges?contact_id=${people.first}`,
  ({ people }) => `/v1/contacts/${people.first}/summary`,
  ({ people }) => `/contacts/${people.first}/timeline?about=tasks`,
  ({ people }) => `/v1/contacts/${people.first}/notes`,
  ({ people }) => `/v1/contacts/${people.first}/files`,
  ({ people }) => `/v1/contacts/${people.first}/relationships`,
  ({ people }) => `/v1/contacts/${people.first}/household`,
  () => '/v1/map',
  () => '/v1/tasks?state=done',
  () => '/v1/tasks?all=true',
  () => '/v1/tasks?all=true&state=done',
  () => '/v1/tasks?due_before=2026-03-01',
  ({ people }) => `/v1/tasks?contact_id=${people.first + 3}`,
  ({ people }) => `/v1/tasks?contact_id=${people.first + 3}&state=done`,
  ({ field }) => `/v1/tasks?assignee_id=${field.first_user}&state=open`,
  ({ field }) => `/v1/tasks?created_by=${field.first_user}`,
  () => '/v1/privacy_requests?kind=access',
  () => '/v1/privacy_requests?state=open',
  ({ people }) => `/v1/privacy_requests?contact_id=${people.first}`,
  ({ field }) => `/v1/audit?user_id=${field.first_user}`,
  () => '/v1/audit?kind=contact.changed',
  ({ people }) => `/v1/audit?subject=contact&subject_id=${people.first}`,
  () => '/v1/audit?changes_only=true',
  () => '/v1/audit?from=2026-01-01&to=2026-01-31',
  () => '/v1/jobs?state=done',
  () => '/v1/bulk_changes?in_progress=true',
  () => '/v1/bulk_changes?mine=true',
  ...['waiting', 'changed', 'refused', 'kept'].map(
    (outcome): RequestBuilder<string> =>
      ({ ids }) =>
        `/v1/bulk_changes/${ids.bulk_change}/contacts?outcome=${outcome}`,
  ),
  () => '/v1/changes?types=contact.updated&wait=0',
  () => '/v1/activity',
  () => `/v1/activity?since=${new Date(Date.now() - 30 * 86_400_000).toISOString()}`,
  () => '/v1/visit_weeks?weeks=8',
  ({ ids }) => `/v1/imports/${ids.import}/cells?include_corrected=true`,
  ({ ids }) => `/v1/imports/${ids.import}/cells?effect=left_out`,
  ({ ids }) => `/v1/webhooks/${ids.webhook}/deliveries?state=failed`,
  () => '/v1/tags?prefix=tag',
  () => '/forms?archived=true',
  () => '/v1/transaction_bundles?state=unpaid',
  () => '/v1/transaction_bundles?state=pending',
  () => '/v1/transaction_bundles?payment_method_kind=cheque',
  () => '/v1/transaction_bundles?origin=civicrm%20812',
  ({ ids }) => `/v1/transaction_bundles?batch_id=${ids.batch}`,
  ...[
    'state=pending&status_id=1&payment_method_kind=cheque&code_campaign=A',
    'date_from=2026-01-01&date_to=2026-01-31',
    'origin=civicrm%20812',
    'updated_since=2030-01-01',
  ].map(
    (query): RequestBuilder<string> =>
      () =>
        `/v1/transaction_bundles/sums?${query}`,
  ),
  ({ ids }) => `/v1/transaction_bundles/sums?batch_id=${ids.batch}`,
  ({ people }) => `/v1/transaction_bundles/sums?contact_id=${people.first}`,
  () => '/v1/transaction_batches?state=closed',
  ({ payments }) => `/v1/transaction_batches?transaction_bundle_id=${payments.first_bundle}`,
  () => '/v1/ledger?from=2025-01-02&to=2025-01-03',
  () => '/v1/ledger?account=4100',
  () => '/v1/ledger?journal=money',
  () => '/v1/ledger?state=validated',
  ({ payments }) => `/v1/ledger?bundle_id=${payments.first_bundle}`,
  () => '/v1/ledger/balances?from=2025-01-02&to=2025-01-03&state=provisional',
  () => `/v1/bank_months?bank_account_id=${bank.monthly_account}`,
  () => `/v1/bank_months/statement.pdf?bank_account_id=${bank.monthly_account}&month=2026-03`,
  ({ ids }) => `/v1/transaction_batches/${ids.batch}/deposit_slip.pdf?bank_account_id=${bank.monthly_account}`,
  () => '/v1/payment_warnings?state=open',
  () => '/v1/payment_warnings?state=settled&check=price',
  ({ payments }) => `/v1/payment_warnings?transaction_bundle_id=${payments.first_bundle}`,
  () => '/v1/bank_accounts',
  () => `/v1/bank_accounts/${bank.account}`,
  () => `/v1/bank_lines/${bank.line}`,
  () => '/v1/bank_lines',
  ...[
    'state=open',
    'state=matched&month=2026-03',
    'search=virement',
    'search=12,50',
    'certain=true',
    'proposals=false',
  ].map(
    (query): RequestBuilder<string> =>
      () =>
        `/v1/bank_lines?bank_account_id=${bank.account}&${query}`,
  ),
  () => `/v1/bank_lines?statement_id=${bank.statement}`,
  ({ payments }) => `/v1/bank_lines?transaction_bundle_id=${payments.first_bundle}`,
  () => '/v1/waiting_payments',
  () => `/v1/waiting_payments?bank_account_id=${bank.account}&search=B-12`,
  () => '/v1/bank_rules',
  () => `/v1/bank_rules/${bank.rule}`,
  () => '/v1/contribution_rules',
  () => '/v1/bank_statements',
  () => `/v1/bank_statements?bank_account_id=${bank.file_account}`,
  () => `/v1/bank_statements/${bank.file_statement}`,
  ({ people }) =>
    `/v1/contribution_rules/check?contact_id=${people.first}&amount=1&date=2026-01-01&kind=membership&payment_method_kind=card&code_campaign=A`,
  () => '/actions?archived=true&limit=10',
  () => '/actions?from=2026-02-01&to=2026-02-10&limit=10',
  ...['visited=true', 'visited=false'].map(
    (query): RequestBuilder<string> =>
      ({ field }) =>
        `/actions/${field.first_action}/addresses?${query}`,
  ),
  ...['from=2026-01-01&to=2026-01-02', 'result=talked', 'withdrawn=true', 'address_id=1'].map(
    (query): RequestBuilder<string> =>
      ({ field }) =>
        `/actions/${field.first_action}/visits?${query}`,
  ),
  ({ field }) => `/actions/${field.first_action}/statistics?from=2026-01-01&to=2026-01-02`,
  ({ field }) => `/actions/${field.first_action}/visits?recorded_by=${field.first_user}`,
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

  for (const path of filtered) {
    const make = get(path)
    const name = path(world, { n: 0, turn: 0, key: String, pick: first => first })
    test(`GET ${name} neither scans nor sorts a growing table`, () => check(name, make))
  }

  test('every list of the interface is checked, with each of its filters', async () => {
    const asked = [...Object.values(listed), ...filtered.map(get)].flatMap(
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
