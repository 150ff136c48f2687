import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { anAction, aVisit, countsOf } from '../../test/field.ts'
import { startTestApp } from '../../test/harness.ts'
import { aCast, aSpace, aTeam, aUser, meeting, type Person, refusal } from '../../test/people.ts'
import { aForm } from '../../test/supporters.ts'
import { keysOf } from '../../test/treasury.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aCast(app, space)
const stranger = await aUser(app, await aSpace(app), { role: 'superadmin' })

const user_keys = `id created_at updated_at deleted_at created firstname surname mail phone address city postal location birthdate locale group_id
  selected_group_id role role_data avatar CreatedAt UpdatedAt two_factor_enable validationcode gdpr_accepted active`
const action_keys = `id name pitch group_id Users Teams facts Forms Addresses link goal goal_forms start end reminder_id created_by gotv_voted_tag
  gotv_not_voted_tag gotv_abstention_tag public registration_link created_by_detail aggreg_without_location fields polygon filter advanced_search
  not_polygon polling_station_included polling_station_excluded address_included address_excluded polling_station_included_missing
  polling_station_excluded_missing address_included_missing address_excluded_missing excluded_nevada CreatedAt UpdatedAt archived_at`
const words = (text: string) => text.trim().split(/\s+/).sort()
const square = JSON.stringify({
  type: 'Polygon',
  coordinates: [
    [
      [4, 45],
      [5, 45],
      [5, 46],
      [4, 46],
      [4, 45],
    ],
  ],
})

const listed = async (who: Person, query = '') =>
  (await app.as(who).get(`/actions${query}`)).body.data.ActionsAggreg as any[]
const idsOf = (list: any[]) => list.map(({ Action }) => Action.id)
const change = (id: number, action: object, headers?: Record<string, string>, who = cast.manager) =>
  app.as(who).patch(`/actions/${id}`, { action }, headers)

/** An action with nothing left empty. */
async function aFullAction() {
  const [form, team] = [await aForm(app, cast.admin), await aTeam(app, cast.manager, { users: [cast.user] })]
  return anAction(app, cast.manager, {
    name: 'Full',
    pitch: 'Why',
    link: 'https://example.org',
    goal: 120,
    goal_forms: 30,
    start: '2026-05-01T10:00:00+02:00',
    end: '2026-05-20',
    reminder_id: 'r-1',
    gotv_voted_tag: 'voted',
    gotv_not_voted_tag: 'not voted',
    gotv_abstention_tag: 'abstention',
    public: true,
    registration_link: 'https://example.org/join',
    aggreg_without_location: true,
    fields: 'phone,mail',
    polygon: square,
    not_polygon: square,
    polling_station_included: '["0101"]',
    polling_station_excluded: '[102]',
    address_included: '["rue de Belfort"]',
    address_excluded: '[7]',
    polling_station_included_missing: true,
    polling_station_excluded_missing: true,
    address_included_missing: true,
    address_excluded_missing: true,
    excluded_nevada: true,
    facts: [{ title: 'Rents', rise: 1.5 }],
    Users: [{ id: cast.admin.id }],
    Teams: [{ id: team.id }],
    Forms: [{ id: form.id }],
    Addresses: [
      {
        housenumber: '12 bis',
        street: 'rue de Belfort',
        postalcode: '01000',
        citycode: '2A004',
        floor: 3,
        city: 'Lyon',
        latitude: '45.77',
        longitude: '4.83',
      },
    ],
  })
}

describe('the list', () => {
  test('has the envelope and every field of the interface, with their types', async () => {
    const { id } = await aFullAction()
    const { status, body } = await app.as(cast.admin).get('/actions')
    assert.deepEqual([status, keysOf(body), keysOf(body.data)], [200, ['data', 'status'], ['ActionsAggreg']])
    const found = body.data.ActionsAggreg.find(({ Action }: any) => Action.id === id)
    assert.deepEqual(keysOf(found), ['Action', 'NbContacts', 'NbVisites', 'NbVisitesDeclared'])
    const { Action } = found
    assert.deepEqual(keysOf(Action), words(action_keys))
    assert.deepEqual(keysOf(Action.created_by_detail), [
      'avator',
      'email',
      'first_name',
      'last_name',
      'phone',
      'status',
    ])
    assert.deepEqual(keysOf(Action.Users[0]), words(user_keys))
    assert.deepEqual(keysOf(Action.Teams[0]), words('id name group_id CreatedAt UpdatedAt DeletedAt userswithactive'))
    assert.deepEqual(keysOf(Action.Teams[0].userswithactive[0]), words(user_keys))
    const { validationcode, active, group_id, two_factor_enable, gdpr_accepted } = Action.Users[0]
    assert.deepEqual([validationcode, active, group_id], [null, true, [space]])
    assert.deepEqual([two_factor_enable, gdpr_accepted], [false, false])
    const [address] = Action.Addresses
    const { housenumber, postalcode, citycode, floor } = address
    assert.deepEqual([housenumber, postalcode, citycode, floor], [12, 1000, 0, 3])
    assert.deepEqual([address.house_number, address.postal_code, address.city_code], ['12 bis', '01000', '2A004'])
    for (const field of words(
      'street city state country addition infos building door pollingstation latitude longitude',
    ))
      assert.equal(typeof address[field], 'string', field)
    for (const field of words(
      'polygon filter advanced_search not_polygon polling_station_included address_excluded fields reminder_id',
    ))
      assert.equal(typeof Action[field], 'string', field)
    assert.deepEqual([Action.start, Action.end], ['2026-05-01T08:00:00.000Z', '2026-05-20T00:00:00.000Z'])
    assert.deepEqual(keysOf(Action.Forms[0]), ['id', 'kind', 'label', 'refvalues', 'type'])
  })

  test('an action of which only the name was sent is empty everywhere else, and nowhere null that should not be', async () => {
    const action = await anAction(app, cast.manager)
    for (const [field, value] of Object.entries(action)) {
      if (['start', 'end', 'archived_at'].includes(field)) assert.equal(value, null)
      else assert.notEqual(value, null, field)
    }
    assert.deepEqual([action.pitch, action.public, action.goal, action.Users, action.facts], ['', false, 0, [], []])
  })

  test('facts come back as they were written, to the last digit', async () => {
    const body = '{"data":{"action":{"name":"Facts","facts":[{"b":12345678901234567,"a":[1.50]}]}}}'
    const made = await app.as(cast.manager).send('POST', '/actions', { body })
    const read = await app.as(cast.manager).get(`/actions/${made.body.data.Action.id}`)
    for (const { text } of [made, read]) assert.match(text, /"facts":\[{"b":12345678901234567,"a":\[1\.50\]}\]/)
  })

  test('what was sent comes back', async () => {
    const { id } = await aFullAction()
    const { body } = await app.as(cast.manager).get(`/actions/${id}`)
    assert.partialDeepStrictEqual(body.data.Action, {
      pitch: 'Why',
      goal: 120,
      goal_forms: 30,
      gotv_abstention_tag: 'abstention',
      polygon: square,
      polling_station_excluded: '[102]',
      address_excluded_missing: true,
      excluded_nevada: true,
      created_by: cast.manager.id,
    })
  })

  test('newest first, in pages that never overlap', async () => {
    const boss = await aUser(app, await aSpace(app), { role: 'manager' })
    const ids = []
    for (let n = 0; n < 5; n++) ids.unshift((await anAction(app, boss)).id)
    assert.deepEqual(idsOf(await listed(boss)), ids)
    assert.deepEqual(idsOf(await listed(boss, '?limit=2&offset=1')), ids.slice(1, 3))
    assert.deepEqual(await listed(boss, '?offset=9'), [])
  })

  test('from and to give those that go on in between, open ends included', async () => {
    const boss = await aUser(app, await aSpace(app), { role: 'manager' })
    const make = async (start: string | null, end: string | null) => (await anAction(app, boss, { start, end })).id
    const may = await make('2026-05-01', '2026-05-20')
    const since = await make('2026-05-10', null)
    const until = await make(null, '2026-04-30T12:00:00Z')
    const always = await make(null, null)
    assert.deepEqual(idsOf(await listed(boss, '?from=2026-05-20&to=2026-06-01')), [always, since, may])
    assert.deepEqual(idsOf(await listed(boss, '?to=2026-04-30')), [always, until])
    assert.deepEqual(idsOf(await listed(boss, '?from=2026-05-20T00:00:00.001Z')), [always, since])
  })

  for (const query of ['limit=0', 'limit=x', 'offset=-1', 'from=never', 'to=2026-02-30', 'archived=maybe']) {
    test(`?${query} is a 422`, async () => {
      const field = query.split('=')[0]
      assert.deepEqual(refusal(await app.as(cast.admin).get(`/actions?${query}`)), [
        422,
        'invalid_request',
        `query.${field}`,
      ])
    })
  }

  test('shows the first addresses of each action and no more than 25, one alone a thousand', async () => {
    const Addresses = Array.from({ length: 30 }, (_, n) => ({
      housenumber: 30 - n,
      street: 'rue Longue',
      city: 'Lyon',
    }))
    const { id } = await anAction(app, cast.manager, { Addresses })
    const found = (await listed(cast.admin)).find(({ Action }) => Action.id === id)
    const numbers = found.Action.Addresses.map(({ housenumber }: any) => housenumber)
    assert.deepEqual(
      numbers,
      Array.from({ length: 25 }, (_, n) => n + 1),
    )
    assert.equal((await app.as(cast.admin).get(`/actions/${id}`)).body.data.Action.Addresses.length, 30)
  })
})

describe('writing', () => {
  const wrong: [object, string][] = [
    [{ name: '' }, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: 7 }, 'name'],
    [{ goal: -1 }, 'goal'],
    [{ goal: '12' }, 'goal'],
    [{ public: 'yes' }, 'public'],
    [{ start: 'soon' }, 'start'],
    [{ start: '2026-05-02', end: '2026-05-01' }, 'end'],
    [{ polygon: 'POLYGON((0 0))' }, 'polygon'],
    [{ polygon: '{"type":"Point","coordinates":[1,2]}' }, 'polygon'],
    [{ not_polygon: '{"type":"Polygon","coordinates":[[[200,0],[1,1],[2,2],[200,0]]]}' }, 'not_polygon'],
    [{ polling_station_included: 'a,b' }, 'polling_station_included'],
    [{ address_excluded: '{"a":1}' }, 'address_excluded'],
    [{ facts: [1] }, 'facts.0'],
  ]
  for (const [action, field] of wrong) {
    test(`${JSON.stringify(action)} is refused at ${field}, in a new action and in a change`, async () => {
      const { id } = await anAction(app, cast.manager)
      const location = `body.data.action.${field}`
      const made = await app.as(cast.manager).post('/actions', { action: { name: 'New', ...action } })
      assert.deepEqual(refusal(made), [422, 'invalid_request', location])
      assert.deepEqual(refusal(await change(id, action)), [422, 'invalid_request', location])
    })
  }

  test('without an action there is nothing to write', async () => {
    assert.deepEqual(refusal(await app.as(cast.manager).post('/actions', {})), [
      422,
      'invalid_request',
      'body.data.action',
    ])
    assert.deepEqual(refusal(await app.as(cast.manager).post('/actions', { action: {} })), [
      422,
      'invalid_request',
      'body.data.action.name',
    ])
  })

  test('a change touches what is sent and nothing else', async () => {
    const before = await aFullAction()
    const { status, body } = await change(before.id, { goal: 7, end: null })
    const { UpdatedAt } = body.data.Action
    assert.equal(status, 200)
    assert.deepEqual(body.data.Action, { ...before, goal: 7, end: null, UpdatedAt })
  })

  test('an action that was read, changed and sent back whole keeps all the rest, its addresses too', async () => {
    const before = await aFullAction()
    const { Action } = (await app.as(cast.manager).get(`/actions/${before.id}`)).body.data
    const { body } = await app
      .as(cast.manager)
      .patch(`/actions/${before.id}`, { Action: { ...Action, pitch: 'New', Addresses: [] } })
    assert.deepEqual(body.data.Action, { ...before, pitch: 'New', UpdatedAt: body.data.Action.UpdatedAt })
  })

  test('an end before the start that is there already is refused', async () => {
    const { id } = await anAction(app, cast.manager, { start: '2026-05-02' })
    assert.deepEqual(refusal(await change(id, { end: '2026-05-01' })), [422, 'invalid_request', 'body.data.action.end'])
  })

  test('a change of what somebody has changed since is refused, and visits do not count as a change', async () => {
    const { id } = await anAction(app, cast.manager)
    const etag = (await app.as(cast.manager).get(`/actions/${id}`)).headers.get('etag')!
    await aVisit(app, cast.manager, id)
    assert.equal((await change(id, { goal: 1 }, { 'if-match': etag })).status, 200)
    assert.deepEqual(refusal(await change(id, { goal: 2 }, { 'if-match': etag })), [412, 'precondition_failed'])
  })

  test('of two changes that meet, the one with the older reading is refused', async () => {
    const { id } = await anAction(app, cast.manager)
    const etag = (await app.as(cast.manager).get(`/actions/${id}`)).headers.get('etag')!
    const answers = await meeting(
      app,
      sql => sql`select from actions where id = ${id} for update`,
      [1, 2].map(goal => () => change(id, { goal }, { 'if-match': etag })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412])
  })

  test('another space changes nothing, and cannot tell the action from one that never was', async () => {
    const { id } = await anAction(app, cast.manager)
    for (const answer of [
      await change(id, { goal: 1 }, {}, stranger),
      await app.as(stranger).get(`/actions/${id}`),
      await app.as(stranger).delete(`/actions/${id}`),
      await app.as(stranger).post(`/actions/${id}/duplicate`, {}),
      await app.as(stranger).get('/actions/9000000'),
    ])
      assert.deepEqual(
        [refusal(answer), answer.body.detail],
        [[404, 'not_found'], 'There is no such action in your space.'],
      )
  })
})

describe('archiving', () => {
  test('an archived action is gone from the list, can be read, and comes back', async () => {
    const { id } = await anAction(app, cast.manager)
    const { status, body } = await app.as(cast.manager).delete(`/actions/${id}`)
    assert.deepEqual([status, body.data.action_id], [200, id])
    assert.ok(!idsOf(await listed(cast.admin)).includes(id))
    assert.ok(idsOf(await listed(cast.admin, '?archived=true')).includes(id))
    assert.notEqual((await app.as(cast.manager).get(`/actions/${id}`)).body.data.Action.archived_at, null)
    assert.equal((await app.as(cast.manager).delete(`/actions/${id}`)).status, 200)
    assert.deepEqual(refusal(await change(id, { goal: 1 })), [409, 'conflict'])
    assert.equal((await app.as(cast.manager).post(`/actions/${id}/restore`)).body.data.Action.archived_at, null)
    assert.ok(idsOf(await listed(cast.admin)).includes(id))
  })
})

describe('duplicating', () => {
  test('copies everything but the visits, for whoever asked', async () => {
    const original = await aFullAction()
    await aVisit(app, cast.user, original.id, { result: 'talked', contact: { surname: 'Met' } })
    const { body } = await app
      .as(cast.admin)
      .post(`/actions/${original.id}/duplicate`, { name: 'Again', start: null, end: null })
    const copy = body.data.Action
    const { id, CreatedAt, UpdatedAt, created_by, created_by_detail } = copy
    const Addresses = original.Addresses.map((address: object, index: number) => ({
      ...address,
      id: copy.Addresses[index].id,
    }))
    assert.deepEqual(copy, {
      ...original,
      id,
      CreatedAt,
      UpdatedAt,
      created_by,
      created_by_detail,
      Addresses,
      name: 'Again',
      start: null,
      end: null,
    })
    assert.deepEqual([created_by, await countsOf(app, cast.admin, id)], [cast.admin.id, [0, 0, 0]])
    const people = (await app.as(cast.admin).get(`/actions/${id}/contacts`)).body.data.contacts
    assert.deepEqual(
      people.map(({ surname }: any) => surname),
      ['Met'],
    )
    assert.notEqual(id, original.id)
  })

  test('with an end before its start it is refused', async () => {
    const { id } = await anAction(app, cast.manager, { start: '2026-05-02' })
    const answer = await app.as(cast.manager).post(`/actions/${id}/duplicate`, { end: '2026-05-01' })
    assert.deepEqual(refusal(answer), [422, 'invalid_request', 'body.data.end'])
  })
})
