import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { resourcesOf } from '../app.ts'
import { startTestApp } from '../test/harness.ts'
import { fileRows } from '../test/matrix/files.ts'
import { moneyRows } from '../test/matrix/money.ts'
import { peopleRows } from '../test/matrix/people.ts'
import { searchRows } from '../test/matrix/searching.ts'
import { supporterRows } from '../test/matrix/supporters.ts'
import { type Rows, type Who, whos } from '../test/matrix/world.ts'
import { aCast, aSpace, aUser, type Person } from '../test/people.ts'
import { allPermissions } from './permissions.ts'

// Who may do what: every operation, called by everybody. An operation without a line fails the test after the matrix.

// Nobody works on jobs here: they would change things in their own time.
const app = await startTestApp({ env: { JOBS: 'off' } })
const [space, elsewhere] = [await aSpace(app, 'Here'), await aSpace(app, 'There')]
const cast = await aCast(app, space)
const stranger = await aUser(app, elsewhere, { role: 'superadmin' })
const narrow = await aUser(app, space, { role: 'superadmin', scopes: ['webhooks:manage'] })
const [expired, revoked] = [
  await aUser(app, space, { role: 'superadmin' }),
  await aUser(app, space, { role: 'superadmin' }),
]
await app.owner`update tokens set expires_at = now() - interval '1 second' where user_id = ${expired.id}`
await app.owner`update tokens set revoked_at = now() where user_id = ${revoked.id}`

const callers: Record<Who, Person | undefined> = { ...cast, narrow, stranger, expired, revoked, nobody: undefined }
const world = { app, space, cast }
const matrix: Rows = {
  ...(await peopleRows(world)),
  ...(await moneyRows(world)),
  ...(await supporterRows(world)),
  ...(await fileRows(world)),
  ...(await searchRows(world)),
}

// The outbox and the tallies are left out: they are emptied and folded in their own time.
const tables = `
  users roles teams team_people invitations invitation_links spaces accounts tokens idempotency_keys contacts contact_answers tags contact_tags
  jobs imports import_pieces import_refusals import_changes import_tags import_marks
  forms form_refvalues consent_history upsert_receipts contact_locks audit_log saved_filters
  membership_price_groups membership_prices donation_prices transaction_statuses code_campaigns transaction_settings transaction_bundles
  transactions memberships donations bundle_history transaction_batches batched_transactions events`
  .trim()
  .split(/\s+/)
const fingerprint = async () =>
  JSON.stringify(
    await Promise.all(
      tables.map(
        table =>
          app.owner`select count(*) as n, coalesce(sum(hashtext(t::text)), 0)::text as sum from ${app.owner(table)} t`,
      ),
    ),
  )

for (const [name, { ask, ...expected }] of Object.entries(matrix)) {
  describe(name, () => {
    for (const who of whos) {
      const status = expected[who] ?? 401
      test(`${who}: ${status}`, async () => {
        const { method, path, data, beside, file } = await ask(who)
        const before = await fingerprint()
        const body = file ?? (data === undefined ? undefined : JSON.stringify({ ...beside, data }))
        const headers = { headers: file === undefined ? {} : { 'content-type': 'text/csv' } }
        const answer = await app.as(callers[who]).send(method, path, body === undefined ? {} : { body, ...headers })
        assert.equal(answer.status, status, answer.text)
        if (status >= 400) assert.equal(await fingerprint(), before, 'a refusal changed something')
      })
    }
  })
}

test('every operation has its line in the matrix', () => {
  const known = resourcesOf().flatMap(({ name, operations }) => Object.keys(operations).map(verb => `${name}.${verb}`))
  assert.deepEqual(Object.keys(matrix).sort(), known.sort())
})

test('every permission that an operation needs is a known one', () => {
  const needed = resourcesOf().flatMap(({ operations }) =>
    Object.values(operations).map(({ definition }) => definition.access.needs),
  )
  for (const word of needed) assert.ok(['anyone', 'member', ...allPermissions].includes(word), word)
})
