import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openSession } from '../../db/sql.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aTeam, aUser, aUserPerRole, type Person, refusal } from '../../test/people.ts'

const app = await startTestApp()
const [space, elsewhere] = [await aSpace(app, 'Here'), await aSpace(app, 'There')]
const cast = await aUserPerRole(app, space)
const neighbour = await aUser(app, elsewhere, { role: 'superadmin' })

const ask = async (who: Person, query = '') => {
  const answer = await app.as(who).get(`/v1/changes${query}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
const now = async (who: Person) => (await ask(who, '?from=now')).next_cursor as string
/** Waits for this many events after the cursor, and returns them. */
async function changesAfter(who: Person, cursor: string, count: number, query = '') {
  const seen: any[] = []
  for (let next = cursor; seen.length < count; ) {
    const { data, next_cursor } = await ask(who, `?cursor=${next}&wait=10${query}`)
    assert.ok(data.length > 0, 'nothing happened in time')
    seen.push(...data)
    next = next_cursor
  }
  return seen
}
/** Waits until all events so far are ordered. */
const settled = async (who: Person) => {
  const { id } = await aTeam(app, cast.superadmin, { name: 'Settled' })
  for (let cursor = ''; ; ) {
    const { data, next_cursor } = await ask(who, `?wait=10&limit=1000${cursor && `&cursor=${cursor}`}`)
    if (data.some((event: any) => event.type === 'team.created' && event.data.id === id)) return next_cursor as string
    cursor = next_cursor
  }
}
const typesOf = (events: any[]) => events.map(({ type }) => type)

describe('the change feed', () => {
  test('shows kind, subject, user and request of each event, and no content', async () => {
    const cursor = await settled(cast.superadmin)
    const contact = { surname: 'Secretive', mail: 's@example.org' }
    const made = await app.as(cast.admin).post('/contacts', { contact })
    assert.equal(made.status, 200, made.text)
    const [event] = await changesAfter(cast.admin, cursor, 1)
    const [row] =
      await app.owner`select id, created_at from events where group_id = ${space} and kind = 'contact.created'`
    assert.deepEqual(event, {
      id: `evt_${row!['id']}_${Date.parse(row!['created_at'])}`,
      type: 'contact.created',
      timestamp: row!['created_at'],
      data: {
        group_id: space,
        resource: 'contact',
        id: made.body.data.id ?? made.body.data.contact?.id,
        version: 1,
        user_id: cast.admin.id,
        request_id: made.headers.get('x-request-id'),
      },
    })
  })

  test('waits for an event, and answers as soon as one happens', async () => {
    const cursor = await settled(cast.superadmin)
    const waiting = ask(cast.superadmin, `?cursor=${cursor}&wait=25`)
    await aTeam(app, cast.superadmin)
    assert.deepEqual(typesOf((await waiting).data), ['team.created'])
  })

  test('answers with no events and a cursor when nothing happened', async () => {
    const cursor = await settled(cast.superadmin)
    const { data, next_cursor, more } = await ask(cast.superadmin, `?cursor=${cursor}`)
    assert.deepEqual([data, next_cursor, more], [[], cursor, false])
  })

  test('contains every event in pages, without gaps and duplicates', async () => {
    const cursor = await settled(cast.superadmin)
    const ids = [await aTeam(app, cast.admin), await aTeam(app, cast.admin), await aTeam(app, cast.admin)].map(
      t => t.id,
    )
    await settled(cast.superadmin)
    const seen: number[] = []
    for (let next = cursor, more = true; more; ) {
      const page = await ask(cast.superadmin, `?cursor=${next}&limit=1`)
      seen.push(...page.data.map((event: any) => event.data.id))
      ;({ next_cursor: next, more } = page)
    }
    assert.deepEqual(seen.slice(0, 3), ids)
  })

  test('misses no event that began earlier and was committed later', async () => {
    const cursor = await settled(cast.superadmin)
    const other = await openSession(app.database_url)
    await other.unsafe('begin')
    const early = { group_id: space, kind: 'team.updated', subject_id: 77, user_id: cast.admin.id, request: '' }
    const [{ id: lower }] = await other<[{ id: number }]>`insert into events ${other(early)} returning id`
    const { id } = await aTeam(app, cast.admin)
    const [first] = await changesAfter(cast.superadmin, cursor, 1)
    assert.equal(first.data.id, id)
    assert.ok(Number(first.id.split('_')[1]) > lower)
    const seen = (await ask(cast.superadmin, `?cursor=${cursor}`)).next_cursor
    await other.unsafe('commit')
    await other.end()
    const [second] = await changesAfter(cast.superadmin, seen, 1)
    assert.deepEqual([second.data.id, Number(second.id.split('_')[1])], [77, lower])
  })

  test('contains nothing of another space', async () => {
    const cursor = await now(neighbour)
    await aTeam(app, cast.admin)
    await settled(cast.superadmin)
    const here = await ask(neighbour, `?cursor=${cursor}`)
    assert.deepEqual(here.data, [])
    const foreign = await app.as(neighbour).get(`/v1/changes?cursor=${await now(cast.superadmin)}`)
    assert.deepEqual(refusal(foreign), [410, 'cursor_expired'])
    const { data } = await ask(neighbour)
    assert.ok(data.every((event: any) => event.data.group_id === elsewhere))
  })
})

describe('visibility of events', () => {
  test('users see events of the kinds whose subjects they may all see, and no others', async () => {
    const heard = async (who: Person) =>
      new Set(typesOf((await ask(who, '?limit=1000')).data).map(t => t.split('.')[0]))
    await app.as(cast.admin).post('/v1/transaction_statuses', { name: 'New', color: '#123456', kind: '' })
    await settled(cast.superadmin)
    assert.ok((await heard(cast.superadmin)).isSupersetOf(new Set(['team', 'contact', 'user', 'transaction_status'])))
    assert.deepEqual((await heard(cast.manager)).has('team'), false)
    assert.ok((await heard(cast.manager)).has('contact'))
    assert.deepEqual([...(await heard(cast.user))], ['transaction_status'])
    const narrow = await aUser(app, space, { role: 'superadmin', scopes: ['finance:read'] })
    assert.equal((await heard(narrow)).has('contact'), false)
  })

  test('asking for a type without the permission is refused, as is an unknown type', async () => {
    assert.deepEqual(refusal(await app.as(cast.user).get('/v1/changes?types=contact.created')), refusal.forbidden)
    const unknown = await app.as(cast.admin).get('/v1/changes?types=contact.sneezed')
    assert.deepEqual(refusal(unknown), refusal.at('query.types'))
    const only = await ask(cast.admin, '?types=user.joined,team.created&limit=1000')
    assert.deepEqual([...new Set(typesOf(only.data))].sort(), ['team.created', 'user.joined'])
  })
})

describe('a cursor', () => {
  test('that is too old is refused, with how to start again', async () => {
    const cursor = await settled(cast.superadmin)
    await aTeam(app, cast.admin)
    await settled(cast.superadmin)
    await app.owner`update feeds set expired_position = position where group_id = ${space}`
    const late = await app.as(cast.superadmin).get(`/v1/changes?cursor=${cursor}`)
    assert.deepEqual(refusal(late), [410, 'cursor_expired'])
    assert.match(late.body.detail, /from=now/)
    await ask(cast.superadmin, `?cursor=${await now(cast.superadmin)}`)
    await ask(cast.superadmin)
  })

  test('from before a restored backup is refused in the same way', async () => {
    const cursor = await now(cast.superadmin)
    await app.owner`update feeds set epoch = 'another' where group_id = ${space}`
    assert.equal((await app.as(cast.superadmin).get(`/v1/changes?cursor=${cursor}`)).status, 410)
  })
})
