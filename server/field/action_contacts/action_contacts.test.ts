import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aContact, aForm, answerTo } from '../../test/contacts.ts'
import { anAction, aVisit } from '../../test/field.ts'
import { keysOf, startTestApp } from '../../test/harness.ts'
import { aSpace, aTeam, aUser, aUserPerRole, type Person, refusal } from '../../test/people.ts'
import { reindexContacts } from '../../test/search_index.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const [member, teammate, outsider] = [await aUser(app, space), await aUser(app, space), await aUser(app, space)]
const team = await aTeam(app, cast.admin, { users: [teammate] })
const ask = (who: Person, id: number, query = '') => app.as(who).get(`/actions/${id}/contacts${query}`)
const anOpenAction = () =>
  anAction(app, cast.admin, { public: true, Users: [{ id: member.id }], Teams: [{ id: team.id }] })

test('members of the action see name, telephone, address and opt-out, and nothing else', async () => {
  const { id } = await anOpenAction()
  const form = await aForm(app, cast.admin, { kind: 'level_of_support' })
  const contact = await aContact(app, cast.admin, {
    firstname: 'Ada',
    surname: 'Curie',
    mail: 'ada@example.org',
    mobile: '+33639980011',
    birthdate: '1990-01-01',
    tags: [{ name: 'secret' }],
    formdatas: [answerTo(form)],
    address: { house_number: '1', street: 'rue Haute', city: 'Lyon', infos: 'code 1234' },
  })
  const said = { contact_id: contact.id, result: 'talked', comment: 'said much', date: '2026-05-01' }
  await aVisit(app, cast.admin, id, said)
  await app.owner`update contacts set black_list = true where id = ${contact.id}`
  await reindexContacts(app.owner, space)
  for (const who of [member, teammate, cast.manager, cast.admin]) {
    const { status, body, text } = await ask(who, id)
    assert.deepEqual([status, keysOf(body.data)], [200, ['contacts', 'next_cursor']])
    const [one] = body.data.contacts
    const keys = 'address address_id black_list firstname id last_visit mobile phone surname'
    assert.deepEqual(keysOf(one), keys.split(' '))
    assert.partialDeepStrictEqual(one, { firstname: 'Ada', surname: 'Curie', mobile: '+33639980011', black_list: true })
    assert.deepEqual(one.last_visit, { date: '2026-05-01T00:00:00.000Z', result: 'talked' })
    assert.equal(one.address.street, 'rue Haute')
    assert.doesNotMatch(text, /secret|said much|ada@example|1990|1234/)
  }
})

test('non-members see no names, nor do users who see every action but no contacts', async () => {
  const { id } = await anOpenAction()
  assert.deepEqual(refusal(await ask(outsider, id)), refusal.forbidden)
  await app.as(cast.superadmin).post('/roles', { name: 'Watcher', permissions: ['actions:read'] })
  assert.deepEqual(refusal(await ask(await aUser(app, space, { role: 'Watcher' }), id)), refusal.forbidden)
  const hidden = await anAction(app, cast.admin)
  assert.deepEqual(refusal(await ask(outsider, hidden.id)), refusal.not_found)
})

test('deleted and restricted contacts are not shown', async () => {
  const { id } = await anOpenAction()
  const people = [await aContact(app, cast.admin), await aContact(app, cast.admin), await aContact(app, cast.admin)]
  for (const { id: contact_id } of people) await aVisit(app, cast.admin, id, { contact_id })
  await app.as(cast.admin).delete(`/contacts/${people[0].id}`)
  await app.owner`update contacts set restricted_at = now() where id = ${people[1].id}`
  await reindexContacts(app.owner, space)
  const ids = (await ask(member, id)).body.data.contacts.map((one: any) => one.id)
  assert.deepEqual(ids, [people[2].id])
})

test('pages contain all of them, each once', async () => {
  const { id } = await anOpenAction()
  const ids = []
  for (let n = 0; n < 5; n++) ids.push((await aVisit(app, member, id, { contact: { surname: `P${n}` } })).contact_id)
  const walk: number[] = []
  for (let cursor = ''; ; ) {
    const { data } = (await ask(member, id, `?limit=2${cursor}`)).body
    walk.push(...data.contacts.map((one: any) => one.id))
    if (data.next_cursor === null) break
    cursor = `&cursor=${data.next_cursor}`
  }
  assert.deepEqual(walk, ids)
  assert.deepEqual(refusal(await ask(member, id, '?cursor=no')), refusal.at('query.cursor'))
})
