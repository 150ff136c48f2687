import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sendConcurrently } from '../../test/concurrency.ts'
import { actionCounts, aFullAction, anAction, aVisit, box } from '../../test/field.ts'
import { keysOf, startTestApp } from '../../test/harness.ts'
import { anInvitation, aSpace, aUser, aUserPerRole, type Person, refusal } from '../../test/people.ts'
import { setPasswords, setUpSecondFactor, signedInBrowser } from '../../test/sign_in.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)

const user_keys = `id created_at updated_at deleted_at created firstname surname mail phone address city postal location birthdate locale group_id
  selected_group_id role role_data avatar CreatedAt UpdatedAt two_factor_enable validationcode gdpr_accepted active`
const action_keys = `id name pitch group_id Users Teams facts Forms Addresses link goal goal_forms start end reminder_id created_by gotv_voted_tag
  gotv_not_voted_tag gotv_abstention_tag public registration_link created_by_detail aggreg_without_location fields polygon filter advanced_search
  not_polygon polling_station_included polling_station_excluded address_included address_excluded polling_station_included_missing
  polling_station_excluded_missing address_included_missing address_excluded_missing excluded_nevada CreatedAt UpdatedAt archived_at`
const words = (text: string) => text.trim().split(/\s+/).sort()
const listed = async (who: Person, query = '') =>
  (await app.as(who).get(`/actions${query}`)).body.data.ActionsAggreg as any[]
const idsOf = (list: any[]) => list.map(({ Action }) => Action.id)
const idsListed = async (who: Person, query = '') => idsOf(await listed(who, query))

describe('the list of actions', () => {
  test('has the envelope and every field of the interface, with their types', async () => {
    const { id } = await aFullAction(app, cast)
    const { status, body } = await app.as(cast.admin).get('/actions')
    assert.deepEqual([status, keysOf(body), keysOf(body.data)], [200, ['data', 'status'], ['ActionsAggreg']])
    const found = body.data.ActionsAggreg.find(({ Action }: any) => Action.id === id)
    assert.deepEqual(keysOf(found), ['Action', 'NbAddresses', 'NbContacts', 'NbVisites', 'NbVisitesDeclared'])
    const { Action } = found
    assert.deepEqual(keysOf(Action), words(action_keys))
    assert.deepEqual(keysOf(Action.created_by_detail), words('avator email first_name last_name phone status'))
    assert.deepEqual(keysOf(Action.Users[0]), words(user_keys))
    assert.deepEqual(keysOf(Action.Teams[0]), words('id name group_id CreatedAt UpdatedAt DeletedAt userswithactive'))
    assert.deepEqual(keysOf(Action.Teams[0].userswithactive[0]), words(user_keys))
    const { validationcode, active, group_id, two_factor_enable, gdpr_accepted } = Action.Users[0]
    assert.deepEqual([validationcode, active, group_id], [null, true, [space]])
    assert.deepEqual([two_factor_enable, gdpr_accepted], [false, true])
    const [address] = Action.Addresses
    const { housenumber, postalcode, citycode, floor } = address
    assert.deepEqual([housenumber, postalcode, citycode, floor], [12, 1000, 0, 3])
    assert.deepEqual([address.house_number, address.postal_code, address.city_code], ['12 bis', '01000', '2A004'])
    const texts = 'street city state country addition infos building door pollingstation latitude longitude'
    for (const field of words(texts)) assert.equal(typeof address[field], 'string', field)
    const kept =
      'polygon filter advanced_search not_polygon polling_station_included address_excluded fields reminder_id'
    for (const field of words(kept)) assert.equal(typeof Action[field], 'string', field)
    assert.deepEqual([Action.start, Action.end], ['2026-05-01T08:00:00.000Z', '2026-05-20T00:00:00.000Z'])
    const form = 'channel condition help id kind label refvalues required_at_door text type version'
    assert.deepEqual(keysOf(Action.Forms[0]), words(form))
  })

  test('an action with only a name has empty values elsewhere, and null only where allowed', async () => {
    const action = await anAction(app, cast.manager)
    for (const [field, value] of Object.entries(action)) {
      if (['start', 'end', 'archived_at'].includes(field)) assert.equal(value, null)
      else assert.notEqual(value, null, field)
    }
    assert.deepEqual([action.pitch, action.public, action.goal, action.Users, action.facts], ['', false, 0, [], []])
  })

  test('facts are returned as they were written, to the last digit', async () => {
    const body = '{"data":{"action":{"name":"Facts","facts":[{"b":12345678901234567,"a":[1.50]}]}}}'
    const made = await app.as(cast.manager).send('POST', '/actions', { body })
    const read = await app.as(cast.manager).get(`/actions/${made.body.data.Action.id}`)
    for (const { text } of [made, read]) assert.match(text, /"facts":\[{"b":12345678901234567,"a":\[1\.50\]}\]/)
  })

  test('returns what was sent', async () => {
    const { id } = await aFullAction(app, cast)
    const { body } = await app.as(cast.manager).get(`/actions/${id}`)
    assert.partialDeepStrictEqual(body.data.Action, {
      pitch: 'Why',
      goal: 120,
      goal_forms: 30,
      gotv_abstention_tag: 'abstention',
      polygon: box(4, 45, 5, 46),
      polling_station_excluded: '[102]',
      address_excluded_missing: true,
      excluded_nevada: true,
      created_by: cast.manager.id,
    })
  })

  test('is newest first, in pages that never overlap', async () => {
    const boss = await aUser(app, await aSpace(app), { role: 'manager' })
    const ids = []
    for (let n = 0; n < 5; n++) ids.unshift((await anAction(app, boss)).id)
    assert.deepEqual(idsOf(await listed(boss)), ids)
    assert.deepEqual(idsOf(await listed(boss, '?limit=2&offset=1')), ids.slice(1, 3))
    assert.deepEqual(await listed(boss, '?offset=9'), [])
  })

  test('from and to filter actions that overlap the period, open ends included', async () => {
    const boss = await aUser(app, await aSpace(app), { role: 'manager' })
    const make = async (start: string | null, end: string | null) => (await anAction(app, boss, { start, end })).id
    const may = await make('2026-05-01', '2026-05-20')
    const since = await make('2026-05-10', null)
    const until = await make(null, '2026-04-30T12:00:00Z')
    const always = await make(null, null)
    assert.deepEqual(idsOf(await listed(boss, '?from=2026-05-20&to=2026-06-01')), [always, since, may])
    assert.deepEqual(idsOf(await listed(boss, '?to=2026-04-30')), [always, until])
    assert.deepEqual(idsOf(await listed(boss, '?from=2026-05-20T00:00:00.001Z')), [always, since])
    for (const query of ['from=never', 'to=2026-02-30'])
      assert.deepEqual(refusal(await app.as(boss).get(`/actions?${query}`)), refusal.at(`query.${query.split('=')[0]}`))
  })

  test('shows at most the first 25 addresses of each action and their number, a single read up to a thousand', async () => {
    const numbers = Array.from({ length: 30 }, (_, n) => n + 1)
    const Addresses = numbers.map(n => ({ housenumber: 31 - n, street: 'rue Longue', city: 'Lyon' }))
    const { id } = await anAction(app, cast.manager, { Addresses })
    const found = (await listed(cast.admin)).find(({ Action }) => Action.id === id)
    const shown = found.Action.Addresses.map(({ housenumber }: any) => housenumber)
    assert.deepEqual([shown, found.NbAddresses], [numbers.slice(0, 25), 30])
    assert.equal((await app.as(cast.admin).get(`/actions/${id}`)).body.data.Action.Addresses.length, 30)
  })
})

const change = (id: number, action: object, headers?: Record<string, string>) =>
  app.as(cast.manager).patch(`/actions/${id}`, { action }, headers)

describe('writing an action', () => {
  const wrong: [object, string][] = [
    [{ start: 'soon' }, 'start'],
    [{ start: '2026-05-02', end: '2026-05-01' }, 'end'],
    [{ polygon: 'POLYGON((0 0))' }, 'polygon'],
    [{ polygon: '{"type":"Point","coordinates":[1,2]}' }, 'polygon'],
    [{ not_polygon: '{"type":"Polygon","coordinates":[[[200,0],[1,1],[2,2],[200,0]]]}' }, 'not_polygon'],
    [{ polling_station_included: 'a,b' }, 'polling_station_included'],
    [{ address_excluded: '{"a":1}' }, 'address_excluded'],
  ]
  test('needs an action with a name, and what is wrong is refused at its place, on creation and on change', async () => {
    const { id } = await anAction(app, cast.manager)
    const make = async (data: object) => refusal(await app.as(cast.manager).post('/actions', data))
    for (const [action, field] of wrong) {
      const expected = refusal.at(`body.data.action.${field}`)
      assert.deepEqual(await make({ action: { name: 'New', ...action } }), expected, JSON.stringify(action))
      assert.deepEqual(refusal(await change(id, action)), expected, JSON.stringify(action))
    }
    assert.deepEqual(await make({ action: {} }), refusal.at('body.data.action.name'))
  })

  test('changes only what is sent', async () => {
    const before = await aFullAction(app, cast)
    const { status, body } = await change(before.id, { goal: 7, end: null })
    const { UpdatedAt } = body.data.Action
    assert.equal(status, 200)
    assert.deepEqual(body.data.Action, { ...before, goal: 7, end: null, UpdatedAt })
  })

  test('an action that was read, changed and sent back keeps everything else, its addresses too', async () => {
    const before = await aFullAction(app, cast)
    const { Action } = (await app.as(cast.manager).get(`/actions/${before.id}`)).body.data
    const sent = { Action: { ...Action, pitch: 'New', Addresses: [] } }
    const { body } = await app.as(cast.manager).patch(`/actions/${before.id}`, sent)
    assert.deepEqual(body.data.Action, { ...before, pitch: 'New', UpdatedAt: body.data.Action.UpdatedAt })
  })

  test('an end before the existing start is refused', async () => {
    const { id } = await anAction(app, cast.manager, { start: '2026-05-02' })
    assert.deepEqual(refusal(await change(id, { end: '2026-05-01' })), refusal.at('body.data.action.end'))
  })

  test('of two concurrent changes, the one with the older version is refused; a visit does not change the version', async () => {
    const { id } = await anAction(app, cast.manager)
    const etag = (await app.as(cast.manager).get(`/actions/${id}`)).headers.get('etag')!
    await aVisit(app, cast.manager, id)
    const answers = await sendConcurrently(
      app,
      sql => sql`select from actions where group_id = ${space} and id = ${id} for update`,
      [1, 2].map(goal => () => change(id, { goal }, { 'if-match': etag })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412])
  })
})

test('archiving an action removes it from the list, keeps it readable, and can be undone', async () => {
  const { id } = await anAction(app, cast.manager)
  const { status, body } = await app.as(cast.manager).delete(`/actions/${id}`)
  assert.deepEqual([status, body.data.action_id], [200, id])
  assert.ok(!(await idsListed(cast.admin)).includes(id))
  assert.ok((await idsListed(cast.admin, '?archived=true')).includes(id))
  assert.notEqual((await app.as(cast.manager).get(`/actions/${id}`)).body.data.Action.archived_at, null)
  assert.equal((await app.as(cast.manager).delete(`/actions/${id}`)).status, 200)
  assert.deepEqual(refusal(await change(id, { goal: 1 })), refusal.conflict)
  assert.equal((await app.as(cast.manager).post(`/actions/${id}/restore`)).body.data.Action.archived_at, null)
  assert.ok((await idsListed(cast.admin)).includes(id))
})

describe('duplicating an action', () => {
  test('copies everything but the visits, for the caller', async () => {
    const made = await aFullAction(app, cast)
    const original = (await app.as(cast.admin).get(`/actions/${made.id}`)).body.data.Action
    await aVisit(app, cast.user, original.id, { result: 'talked', contact: { surname: 'Met' } })
    const changes = { name: 'Again', start: null, end: null }
    const { body } = await app.as(cast.admin).post(`/actions/${original.id}/duplicate`, changes)
    const copy = body.data.Action
    const { id, CreatedAt, UpdatedAt, created_by, created_by_detail } = copy
    const Addresses = original.Addresses.map((address: object, index: number) => ({
      ...address,
      id: copy.Addresses[index].id,
    }))
    const own = { id, CreatedAt, UpdatedAt, created_by, created_by_detail, Addresses }
    assert.deepEqual(copy, { ...original, ...own, ...changes })
    assert.deepEqual([created_by, await actionCounts(app, cast.admin, id)], [cast.admin.id, [0, 0, 0]])
    const people = (await app.as(cast.admin).get(`/actions/${id}/contacts`)).body.data.contacts
    assert.deepEqual([people.length, people[0].surname], [1, 'Met'])
    assert.notEqual(id, original.id)
  })

  test('with an end before its start is refused', async () => {
    const { id } = await anAction(app, cast.manager, { start: '2026-05-02' })
    const answer = await app.as(cast.manager).post(`/actions/${id}/duplicate`, { end: '2026-05-01' })
    assert.deepEqual(refusal(answer), refusal.at('body.data.end'))
  })
})

const { admin, manager, user } = cast

async function cardSeenBy(who: Person, action_id: number, { id }: { id: number }) {
  const { body } = await app.as(who).get('/actions')
  const { Action } = body.data.ActionsAggreg.find((one: any) => one.Action.id === action_id)
  const card = Action.Users.find((one: any) => one.id === id)
  return [card.two_factor_enable, card.gdpr_accepted]
}

async function anActionOf(...people: { id: number }[]): Promise<number> {
  const action = { name: 'Doors', public: true, Users: people.map(({ id }) => ({ id })) }
  return (await app.as(admin).post('/actions', { action })).body.data.Action.id
}

describe('users in actions', () => {
  test('show whether they have a second factor to themselves and to users who manage users, without delay', async () => {
    await setPasswords(app, user)
    const action = await anActionOf(user)
    assert.deepEqual(await cardSeenBy(admin, action, user), [false, true])
    const browser = await signedInBrowser(app, user)
    await setUpSecondFactor(browser)
    assert.deepEqual(await cardSeenBy(admin, action, user), [true, true])
    assert.deepEqual(await cardSeenBy(user, action, user), [true, true])
    assert.deepEqual(await cardSeenBy(manager, action, user), [false, false])
    const elsewhere = await aSpace(app)
    await aUser(app, elsewhere, { mail: user.mail })
    const [row] = await app.owner`select second_factor from users where group_id = ${elsewhere} and id = ${user.id}`
    assert.equal(row!['second_factor'], true)
    await browser.go('/account/second-factor/off', { fields: {} })
    assert.deepEqual(await cardSeenBy(admin, action, user), [false, true])
  })

  test('who have not accepted yet are shown as invited, without details of their account', async () => {
    const person = await aUser(app, await aSpace(app))
    const link = await anInvitation(app, admin, person.mail)
    await setPasswords(app, person)
    await setUpSecondFactor(await signedInBrowser(app, person))
    const action = await anActionOf(person)
    assert.deepEqual(await cardSeenBy(admin, action, person), [false, false])
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await app.as().send('POST', link, { body: 'answer=accept', headers })
    assert.deepEqual(await cardSeenBy(admin, action, person), [true, true])
  })
})
