import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { resourcesOf } from '../app.ts'
import { startTestApp } from '../test/harness.ts'
import { allRows } from '../test/matrix/all.ts'
import { anInvitation, aSpace, aUserPerRole } from '../test/people.ts'
import { signedIn } from '../test/programs.ts'
import { allEventTypes } from './catalogue.ts'

// Every operation that changes something tells of it, or is known to have nothing to tell.

const app = await startTestApp({ env: { JOBS: 'off' } })
const space = await aSpace(app, 'Here')
const cast = await aUserPerRole(app, space)
const chief = await signedIn(app, cast.superadmin)
const rows = await allRows({ app, space, cast })

const writes = resourcesOf().flatMap(({ name, operations }) =>
  Object.entries(operations)
    .filter(([, { method }]) => method !== 'GET')
    .map(([verb, operation]) => ({ name: `${name}.${verb}`, ...operation })),
)

/** What changes nothing, what is one's own way of working, and what is a matter for the audit log. */
const silent = [
  ...['search.search', 'search.kpi', 'contacts.known', 'exports.contacts', 'privacy_requests.findErased'],
  ...['saved_filters', 'payment_views', 'webhooks'].flatMap(name => [
    `${name}.create`,
    `${name}.update`,
    `${name}.remove`,
  ]),
  ...['webhooks.renewSecret', 'webhooks.replay', 'webhooks.replayDelivery'],
  ...['tokens.create', 'tokens.end', 'sessions.end', 'sessions.endOthers', 'grants.end'],
  ...['create', 'update', 'end', 'makeSecret', 'endSecret'].map(verb => `integrations.${verb}`),
  ...['imports.upload', 'imports.update', 'imports.check', 'jobs.cancel'],
  ...['duplicates.tellApart', 'duplicates.proposeAgain'],
]
/** What happens in steps, after the request: their own tests tell. */
const later = ['imports.run', 'imports.undo']

const last = async () => (await app.owner<[{ id: number }]>`select coalesce(max(id), 0) as id from events`)[0].id

const accept = async () =>
  app.as().send('POST', await anInvitation(app, cast.superadmin, 'newcomer@example.org'), {
    body: 'firstname=New&surname=Comer&password=correct+horse+battery+staple+indeed',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

test('every write says what it tells of, and nothing is both silent and told', () => {
  const mute = writes.filter(({ definition }) => !definition.emits).map(({ name }) => name)
  assert.deepEqual(mute.sort(), silent.toSorted())
})

test('every type of event is told by some operation', () => {
  const told = new Set(writes.flatMap(({ definition }) => Object.keys(definition.emits ?? {})))
  assert.deepEqual(
    allEventTypes.filter(type => !told.has(type)),
    [],
  )
})

describe('what is said to be told is told, once, in the name of whoever did it', () => {
  for (const { name, definition } of writes.filter(({ name, definition }) => definition.emits && !later.includes(name)))
    test(name, async () => {
      const row = rows[name]!
      const { method, path, data, beside } = await row.ask('superadmin')
      const who = row.signed_in ? chief : cast.superadmin
      const nobody = definition.access.needs === 'anyone'
      const body = data === undefined ? {} : { body: JSON.stringify({ ...beside, data }) }
      const before = await last()
      const answer = nobody ? await accept() : await app.as(who).send(method, path, body)
      assert.ok(answer.status < 400, answer.text)
      const events = await app.owner<{ kind: string; group_id: number; user_id: number; request: string }[]>`
        select kind, group_id, user_id, request from events where id > ${before} order by id`
      const tells = Object.entries(definition.emits!)
      const kinds = events.map(({ kind }) => kind)
      for (const [type] of tells.filter(([, subject]) => subject !== 'by queries'))
        assert.equal(kinds.filter(kind => kind === type).length, 1, `${type} in ${kinds}`)
      assert.ok(
        kinds.some(kind => kind in definition.emits!),
        `none of ${tells.map(([type]) => type)} in ${kinds}`,
      )
      const own = events.filter(({ kind }) => kind in definition.emits!)
      for (const { group_id, request } of own)
        assert.deepEqual([group_id, request], [space, answer.headers.get('x-request-id')])
      if (!nobody) assert.ok(own.every(({ user_id }) => user_id === cast.superadmin.id))
    })
})
