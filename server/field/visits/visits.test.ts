import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sendConcurrently } from '../../test/concurrency.ts'
import { aContact, aForm, answerTo } from '../../test/contacts.ts'
import { actionCounts, anAction, aVisit, visit } from '../../test/field.ts'
import { keysOf, startTestApp } from '../../test/harness.ts'
import { aSpace, aTeam, aUser, aUserPerRole, type Person, refusal } from '../../test/people.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const [member, outsider] = [await aUser(app, space), await aUser(app, space)]
const other_space_user = await aUser(app, await aSpace(app), { role: 'superadmin' })
const team = await aTeam(app, cast.admin, { users: [cast.user] })
const anOpenAction = (fields: object = {}) =>
  anAction(app, cast.manager, { public: true, Users: [{ id: member.id }], Teams: [{ id: team.id }], ...fields })

const record = (who: Person, id: number, sent: object) => app.as(who).post(`/actions/${id}/visits`, sent)
const listed = async (who: Person, id: number, query = '') =>
  (await app.as(who).get(`/actions/${id}/visits${query}`)).body.data.visits as any[]

describe('recording visits', () => {
  test('returns every field, as a read does', async () => {
    const { id } = await anOpenAction()
    const form = await aForm(app, cast.admin)
    const { status, body } = await record(cast.user, id, {
      visit: {
        key: 'k1',
        result: 'talked',
        date: '2026-05-01T18:30:00+02:00',
        comment: 'Nice garden',
        address: { housenumber: 12, street: 'rue de Belfort', city: 'Lyon' },
        formdatas: [answerTo(form, 'no')],
      },
    })
    assert.deepEqual([status, keysOf(body.data)], [200, ['visit']])
    const made = body.data.visit
    assert.partialDeepStrictEqual(made, {
      action_id: id,
      group_id: space,
      key: 'k1',
      recorded_by: cast.user.id,
      team_id: team.id,
      date: '2026-05-01T16:30:00.000Z',
      result: 'talked',
      comment: 'Nice garden',
      contact_id: null,
      contact_made: true,
      withdrawn_at: null,
      formdatas: [answerTo(form, 'no')],
    })
    assert.deepEqual([made.address.housenumber, made.address.street], [12, 'rue de Belfort'])
    assert.deepEqual((await app.as(cast.user).get(`/actions/${id}/visits/${made.id}`)).body.data.visit, made)
    assert.deepEqual(await listed(cast.user, id), [made])
  })

  test('without a date uses the current time', async () => {
    const { id } = await anOpenAction()
    const { date, team_id } = await aVisit(app, member, id)
    assert.ok(Math.abs(Date.parse(date) - Date.now()) < 60_000)
    assert.equal(team_id, null)
  })

  test('several at once are recorded in the order sent, all or not at all, and each error is named', async () => {
    const { id } = await anOpenAction()
    const wrong = [visit(), visit({ contact_id: 9_000_000 }), visit({ date: '2999-01-01' })]
    const places = ['body.data.visits.1.contact_id', 'body.data.visits.2.date']
    assert.deepEqual(refusal(await record(member, id, { visits: wrong })), refusal.at(...places))
    assert.deepEqual(await actionCounts(app, cast.admin, id), [0, 0, 0])
    const keys = ['z', 'a', 'm']
    const { body } = await record(member, id, { visits: keys.map(key => visit({ key })) })
    assert.deepEqual(keysOf(body.data), ['visits'])
    const returned = body.data.visits.map(({ key }: any) => key)
    assert.deepEqual(returned, keys)
  })

  test('five hundred at once are accepted, one more is not', async () => {
    const { id } = await anOpenAction()
    const visits = (count: number) =>
      Array.from({ length: count }, () => visit({ address: { housenumber: 1, street: 'R' } }))
    assert.equal((await record(member, id, { visits: visits(500) })).status, 200)
    assert.deepEqual(refusal(await record(member, id, { visits: visits(501) })), refusal.at('body.data.visits'))
    assert.deepEqual(await actionCounts(app, cast.admin, id), [500, 0, 0])
  })

  const wrong: [object, string][] = [
    [{ date: 'yesterday' }, 'date'],
    [{ date: new Date(Date.now() + 3 * 86_400_000).toISOString() }, 'date'],
    [{ address: {} }, 'address'],
    [{ address: { street: 'R', latitude: '95', longitude: '4' } }, 'address.latitude'],
    [{ address: { street: 'R', latitude: '45' } }, 'address.longitude'],
    [{ address: { id: 9_000_000 } }, 'address.id'],
    [{ contact_id: 9_000_000 }, 'contact_id'],
    [{ contact: {} }, 'contact'],
    [{ contact: { surname: ' ' } }, 'contact'],
    [{ formdatas: [{ form_id: 9_000_000, form_ref_id: 1 }] }, 'formdatas.0.form_id'],
  ]
  test('what is wrong is refused at its place, and either one visit or several must be sent', async () => {
    const { id } = await anOpenAction()
    for (const [fields, field] of wrong) {
      const answer = await record(cast.admin, id, { visit: visit(fields as never) })
      assert.deepEqual(refusal(answer), refusal.at(`body.data.visit.${field}`), JSON.stringify(fields))
    }
    for (const sent of [{}, { visit: visit(), visits: [visit()] }])
      assert.deepEqual(refusal(await record(member, id, sent)), refusal.at('body.data'))
    assert.deepEqual(await actionCounts(app, cast.admin, id), [0, 0, 0])
  })

  test('a form, contact or address of another space or action is answered as an unknown one', async () => {
    const { id } = await anOpenAction()
    const [form, contact] = [
      await aForm(app, other_space_user),
      await aContact(app, other_space_user, { surname: 'Theirs' }),
    ]
    const other = await anAction(app, cast.manager, { Addresses: [{ street: 'Elsewhere' }] })
    const at = async (fields: object) =>
      refusal(await record(cast.superadmin, id, { visit: visit(fields as never) })).slice(2)
    assert.deepEqual(await at({ formdatas: [answerTo(form)] }), ['body.data.visit.formdatas.0.form_id'])
    assert.deepEqual(await at({ contact_id: contact.id }), ['body.data.visit.contact_id'])
    assert.deepEqual(await at({ address: { id: other.Addresses[0].id } }), ['body.data.visit.address.id'])
  })

  test('an archived action refuses new visits, and repeats the answer for a known one', async () => {
    const { id } = await anOpenAction()
    const sent = visit()
    const first = await record(member, id, { visit: sent })
    await app.as(cast.manager).delete(`/actions/${id}`)
    assert.deepEqual(refusal(await record(member, id, { visit: visit() })), refusal.conflict)
    assert.deepEqual((await record(member, id, { visit: sent })).body, first.body)
    assert.deepEqual(refusal(await record(member, id, { visits: [sent, visit()] })), refusal.conflict)
  })
})

describe('reading visits', () => {
  test('members of the action see all visits, non-members of a public action their own', async () => {
    const { id } = await anOpenAction()
    const [mine, theirs] = [await aVisit(app, outsider, id), await aVisit(app, member, id, { comment: 'private' })]
    const seen = async (who: Person) => (await listed(who, id)).map(one => one.id)
    for (const who of [member, cast.user, cast.manager]) assert.deepEqual(await seen(who), [theirs.id, mine.id])
    assert.deepEqual(await seen(outsider), [mine.id])
    for (const path of ['', '/history'])
      assert.equal((await app.as(outsider).get(`/actions/${id}/visits/${theirs.id}${path}`)).status, 404)
  })

  test('answers are visible to the user who recorded them and to users who see sensitive data', async () => {
    const { id } = await anOpenAction()
    const form = await aForm(app, cast.admin, { kind: 'level_of_support' })
    const { id: one } = await aVisit(app, member, id, { formdatas: [answerTo(form)] })
    await app.as(member).patch(`/actions/${id}/visits/${one}`, { visit: { comment: 'corrected' } })
    const said = async (who: Person) => {
      const { formdatas } = (await app.as(who).get(`/actions/${id}/visits/${one}`)).body.data.visit
      const [entry] = (await app.as(who).get(`/actions/${id}/visits/${one}/history`)).body.data.history
      return [formdatas.length, entry.old.formdatas.length, entry.new.formdatas.length]
    }
    assert.deepEqual(await said(member), [1, 1, 1])
    assert.deepEqual(await said(cast.admin), [1, 1, 1])
    assert.deepEqual(await said(cast.manager), [0, 0, 0])
    assert.deepEqual(await said(cast.user), [0, 0, 0])
  })

  test('filters and cursors return all of them, each once, newest first', async () => {
    const { id } = await anOpenAction()
    const results = ['absent', 'talked', 'absent', 'refused', 'absent']
    const ids: number[] = []
    for (const [n, result] of results.entries())
      ids.unshift(
        (await aVisit(app, n % 2 ? member : cast.user, id, { result, date: `2026-05-0${n + 1}T12:00:00Z` })).id,
      )
    const walk: number[] = []
    for (let cursor = ''; ; ) {
      const { data } = (await app.as(member).get(`/actions/${id}/visits?limit=2${cursor}`)).body
      walk.push(...data.visits.map((one: any) => one.id))
      if (data.next_cursor === null) break
      cursor = `&cursor=${data.next_cursor}`
    }
    assert.deepEqual(walk, ids)
    const count = async (query: string) => (await listed(member, id, `?${query}`)).length
    assert.equal(await count('result=absent'), 3)
    assert.equal(await count(`recorded_by=${member.id}`), 2)
    assert.equal(await count('from=2026-05-02&to=2026-05-03'), 2)
    assert.equal(await count('withdrawn=true'), 0)
    const address = { housenumber: 9, street: 'Rue Haute', city: 'Lyon' }
    const made = await aVisit(app, member, id, { address })
    assert.equal(await count(`address_id=${made.address.id}`), 1)
    for (const query of ['cursor=WyJhIl0', 'from=x']) {
      const answer = await app.as(member).get(`/actions/${id}/visits?${query}`)
      assert.deepEqual(refusal(answer), refusal.at(`query.${query.split('=')[0]}`))
    }
  })

  test('a visit of another action is a 404', async () => {
    const [{ id }, other] = [await anOpenAction(), await anOpenAction()]
    const path = `/actions/${other.id}/visits/${(await aVisit(app, member, id)).id}`
    assert.equal((await app.as(member).get(path)).status, 404)
    assert.equal((await app.as(member).delete(path)).status, 404)
    assert.equal((await app.as(member).patch(path, { visit: { comment: 'x' } })).status, 404)
  })
})

const recordOne = (id: number, sent: object, who = cast.user) => record(who, id, { visit: sent })

test('a visit sent twice is one visit, answered as it was first recorded; another visit is a second one', async () => {
  const { id } = await anOpenAction()
  const sent = visit({ result: 'talked' })
  const first = await recordOne(id, sent)
  assert.deepEqual((await recordOne(id, sent)).body, first.body)
  assert.deepEqual((await recordOne(id, { ...sent, result: 'absent', comment: 'other' })).body, first.body)
  assert.deepEqual(await actionCounts(app, cast.admin, id), [1, 1, 0])
  await recordOne(id, { ...sent, key: 'another' })
  assert.deepEqual(await actionCounts(app, cast.admin, id), [2, 2, 0])
})

test('equal visits at the same moment, also those that wait for one lock, are one visit, one contact and equal answers', async () => {
  const { id } = await anOpenAction()
  const sent = visit({ result: 'talked', address: { housenumber: 1, street: 'R' }, contact: { surname: 'Twenty' } })
  const answers = await sendConcurrently(
    app,
    sql => sql`select from actions where group_id = ${space} and id = ${id} for update`,
    Array.from({ length: 4 }, () => () => recordOne(id, sent)),
  )
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  assert.deepEqual(await actionCounts(app, cast.admin, id), [1, 1, 0])
  const [{ people, doors }] = await app.owner<[{ people: number; doors: number }]>`
    select (select count(*) from contacts where surname = 'Twenty') as people,
           (select count(*) from action_addresses where action_id = ${id}) as doors`
  assert.deepEqual([people, doors], [1, 1])
})

test('two phones that send the same visits in opposite order both succeed, and each visit is there once', async () => {
  const { id } = await anOpenAction()
  const visits = Array.from({ length: 30 }, () => visit({ address: { housenumber: 7, street: 'Quai' } }))
  const send = (list: object[]) => app.as(cast.user).post(`/actions/${id}/visits`, { visits: list })
  const answers = await Promise.all([send(visits), send(visits.toReversed()), send(visits), send(visits.toReversed())])
  for (const { status } of answers) assert.equal(status, 200)
  assert.deepEqual(await actionCounts(app, cast.admin, id), [30, 0, 0])
})

test('a key that is twice in one request is one visit, and in two actions two', async () => {
  const [{ id }, other] = [await anOpenAction(), await anOpenAction()]
  const sent = visit()
  const visits = [sent, { ...sent, result: 'moved' }]
  const { body } = await app.as(cast.user).post(`/actions/${id}/visits`, { visits })
  assert.deepEqual(body.data.visits[0], body.data.visits[1])
  assert.deepEqual(await actionCounts(app, cast.admin, id), [1, 0, 0])
  assert.notEqual((await recordOne(other.id, sent)).body.data.visit.id, body.data.visits[0].id)
})

test('a key of another user reveals nothing to a non-member', async () => {
  const { id } = await anOpenAction()
  const sent = visit({ comment: 'not for everybody' })
  await recordOne(id, sent)
  const answer = await recordOne(id, sent, outsider)
  assert.deepEqual(refusal(answer), refusal.conflict)
  assert.doesNotMatch(answer.text, /not for everybody/)
  assert.deepEqual(await actionCounts(app, cast.admin, id), [1, 0, 0])
})

test('archiving and recording at the same moment: the visit is recorded before, or refused after', async () => {
  const { id } = await anOpenAction()
  const [archived, recorded] = await Promise.all([
    app.as(cast.manager).delete(`/actions/${id}`),
    recordOne(id, visit()),
  ])
  assert.equal(archived.status, 200)
  const [{ count }] = await app.owner<[{ count: number }]>`select count(*) from visits where action_id = ${id}`
  assert.deepEqual([recorded.status, count], recorded.status === 200 ? [200, 1] : [409, 0])
})
