import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { resourcesOf } from '../resources.ts'
import { withAccessToken } from '../test/integrations.ts'
import { allRows } from '../test/matrix/all.ts'
import { anInvitation, aSpace, aUserPerRole } from '../test/people.ts'
import { startAppWithoutJobs } from '../test/shared_apps.ts'
import { allEventTypes } from './catalogue.ts'

// Every operation that writes emits events, or is listed as silent.

const app = await startAppWithoutJobs()
const space = await aSpace(app, 'Here')
const cast = await aUserPerRole(app, space)
const chief = await withAccessToken(app, cast.superadmin)
const rows = await allRows({ app, space, cast })

const writes = resourcesOf().flatMap(({ name, operations }) =>
  Object.entries(operations)
    .filter(([, { method }]) => method !== 'GET')
    .map(([verb, operation]) => ({ name: `${name}.${verb}`, ...operation })),
)

/** Operations that change no shared data, personal settings, and what belongs to the audit log. */
const silent = [
  ...'search.search search.count contacts.findByKey duplicates.findSimilar exports.download privacy_requests.findErased'.split(
    ' ',
  ),
  ...['saved_filters', 'payment_views', 'webhooks', 'identity_providers'].flatMap(name =>
    ['create', 'update', 'remove'].map(verb => `${name}.${verb}`),
  ),
  ...['renewSecret', 'replay', 'replayDelivery'].map(verb => `webhooks.${verb}`),
  ...['identity_providers.verify', 'members.disconnect'],
  ...['tokens.create', 'tokens.end', 'sessions.end', 'sessions.endOthers', 'grants.end'],
  ...['create', 'update', 'end', 'createSecret', 'endSecret'].map(verb => `integrations.${verb}`),
  // The space is new, so it has no followers.
  'set_up.create',
  'bank_statements.preview',
  ...['upload', 'update', 'check', 'correctCells'].map(verb => `imports.${verb}`),
  ...['jobs.cancel', 'bulk_changes.cancel'],
  ...['duplicates.markNotDuplicates', 'duplicates.unmarkNotDuplicates'],
]
/** Jobs that run after the request; their own tests check their events. */
const later = ['imports.run', 'imports.undo', 'bulk_changes.create', 'bulk_changes.undo']

const last = async () => (await app.owner<[{ id: number }]>`select coalesce(max(id), 0) as id from events`)[0].id

const accept = async () =>
  app.as().send('POST', await anInvitation(app, cast.superadmin, 'newcomer@example.org'), {
    body: 'firstname=New&surname=Comer&password=correct+horse+battery+staple+indeed',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

test('every write lists its events, and none is both silent and listed', () => {
  const mute = writes.filter(({ definition }) => !definition.emits).map(({ name }) => name)
  assert.deepEqual(mute.sort(), silent.toSorted())
})

test('every event type is emitted by some operation', () => {
  const told = new Set(writes.flatMap(({ definition }) => Object.keys(definition.emits ?? {})))
  const missing = allEventTypes.filter(type => !told.has(type))
  assert.deepEqual(missing, [])
})

describe('every write emits the events it lists, once, with its user and request', () => {
  for (const { name, definition } of writes.filter(({ name, definition }) => definition.emits && !later.includes(name)))
    test(name, async () => {
      const isPublic = definition.access.needs === 'anyone'
      const send = isPublic ? accept : await prepareRequest(name)
      const before = await last()
      const answer = await send()
      assert.ok(answer.status < 400, answer.text)
      const events = await eventsAfter(before)
      const emits = definition.emits ?? {}
      const kinds = events.map(({ kind }) => kind)
      checkKinds(emits, kinds)
      const own = events.filter(({ kind }) => kind in emits)
      for (const { group_id, request } of own)
        assert.deepEqual([group_id, request], [space, answer.headers.get('x-request-id')])
      if (!isPublic) assert.ok(own.every(({ user_id }) => user_id === cast.superadmin.id))
    })
})

/** Creates what the request needs, so that those events come before. */
async function prepareRequest(name: string) {
  const row = rows[name]!
  const { method, path, data, body_extras, file } = await row.request('superadmin')
  const body = file
    ? { body: file, headers: { 'content-type': 'text/csv' } }
    : data === undefined
      ? {}
      : { body: JSON.stringify({ ...body_extras, data }) }
  return () => app.as(row.signed_in ? chief : cast.superadmin).send(method, path, body)
}

const eventsAfter = (id: number) => app.owner<{ kind: string; group_id: number; user_id: number; request: string }[]>`
  select kind, group_id, user_id, request from events where id > ${id} order by id`

/** At least one of the event types was emitted, and each that the operation emits itself exactly once. */
function checkKinds(emits: object, kinds: string[]) {
  for (const [type, subject] of Object.entries(emits))
    if (subject !== 'by queries') assert.equal(kinds.filter(kind => kind === type).length, 1, `${type} in ${kinds}`)
  const some = kinds.some(kind => kind in emits)
  assert.ok(some, `none of ${Object.keys(emits)} in ${kinds}`)
}
