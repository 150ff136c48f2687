import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aContact, aForm, answerTo, patchContact } from '../../test/contacts.ts'
import { anAction, aVisit } from '../../test/field.ts'
import { startTestApp } from '../../test/harness.ts'
import { runImport } from '../../test/imports.ts'
import { aBundle, aContactId, aMembershipPrice, payment } from '../../test/money.ts'
import { aSpace, aUser, aUserPerRole, type Person, refusal, roleId } from '../../test/people.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const stranger = await aUser(app, await aSpace(app), { role: 'superadmin' })

const ask = async (who: Person, query = ''): Promise<any[]> => (await app.as(who).get(`/v1/activity${query}`)).body.data
const kindsOf = async (who: Person) => new Set((await ask(who)).map(({ kind }) => kind))
const entry = async (who: Person, kind: string) => (await ask(who)).find(one => one.kind === kind)

const action = await anAction(app, cast.admin, { name: 'Rue Haute', Users: [{ id: cast.user.id }] })

describe('what changed lately', () => {
  test('has payments recorded since then, by kind and currency, without deleted ones', async () => {
    const contact_id = await aContactId(app, cast.admin)
    const { id: membership_price_id } = await aMembershipPrice(app, cast.admin)
    const joined = (amount: number) =>
      aBundle(app, cast.admin, {
        transactions: [payment(contact_id, { amount })],
        memberships: [{ contact_id, amount, membership_price_id }],
      })
    await joined(2400)
    await joined(800)
    const { id } = await joined(500)
    await app.as(cast.admin).delete(`/v1/transaction_bundles/${id}`)
    await aBundle(app, cast.admin, { transactions: [payment(contact_id)], donations: [payment(contact_id)] })
    assert.partialDeepStrictEqual(await entry(cast.admin, 'memberships'), { count: 2, amount: 3200, currency: 'EUR' })
    assert.partialDeepStrictEqual(await entry(cast.admin, 'donations'), { count: 1, amount: 1000, currency: 'EUR' })
  })

  test('has visits by action, those who made most first, without withdrawn and future ones', async () => {
    const when = new Date(Date.now() - 60_000).toISOString()
    for (const who of [cast.user, cast.user, cast.manager]) await aVisit(app, who, action.id, { date: when })
    const { id } = await aVisit(app, cast.user, action.id, { date: when })
    await app.as(cast.user).delete(`/actions/${action.id}/visits/${id}`)
    await aVisit(app, cast.user, action.id, { date: new Date(Date.now() - 3 * 86_400_000).toISOString() })
    const { people, last_at, ...visits } = await entry(cast.manager, 'visits')
    assert.partialDeepStrictEqual(visits, { count: 3, people_count: 2, subject_id: action.id, name: 'Rue Haute' })
    assert.deepEqual([people[0].id, people[1].id, people.length], [cast.user.id, cast.manager.id, 2])
    assert.equal(last_at, when)
    assert.equal((await entry(cast.user, 'visits')).count, 3, 'users see the visits of their own actions')
    const volunteer = await aUser(app, space, { role: 'user' })
    assert.equal(await entry(volunteer, 'visits'), undefined)
  })

  test('has imports that created contacts, and no longer once they are undone', async () => {
    const { id } = await runImport(app, cast.admin, 'firstname,surname\nRosa,Luz\nAda,Stone\n')
    assert.partialDeepStrictEqual(await entry(cast.manager, 'import'), { count: 2, subject_id: id })
    await app.as(cast.admin).post(`/v1/imports/${id}/undo`, {})
    assert.equal(await entry(cast.manager, 'import'), undefined)
  })

  test('has withdrawn consents by form', async () => {
    const form = await aForm(app, cast.admin, { kind: 'consent', label: 'Newsletter' })
    const contact = await aContact(app, cast.admin, { formdatas: [answerTo(form)] })
    assert.equal(await entry(cast.admin, 'consents_withdrawn'), undefined)
    await patchContact(app, cast.admin, contact.id, { formdatas: [] })
    assert.partialDeepStrictEqual(await entry(cast.admin, 'consents_withdrawn'), { count: 1, name: 'Newsletter' })
  })

  test('has changes of roles', async () => {
    const { id } = await aUser(app, space, { role: 'user' })
    const role_id = await roleId(app, space, 'manager')
    const { status } = await app.as(cast.admin).patch('/users/role', { user_id: id, role_id })
    assert.equal(status, 200)
    const changed = await entry(cast.manager, 'role_changed')
    assert.deepEqual([changed.subject_id, changed.user.id, changed.name], [id, id, 'manager'])
    assert.equal(changed.people[0].id, cast.admin.id)
  })
})

describe('activity is shown by permission', () => {
  test('each kind only to callers who may see what it counts', async () => {
    assert.ok((await kindsOf(cast.admin)).isSupersetOf(new Set(['memberships', 'visits', 'consents_withdrawn'])))
    const manager = await kindsOf(cast.manager)
    assert.deepEqual([manager.has('memberships'), manager.has('consents_withdrawn')], [false, false])
    assert.deepEqual([...(await kindsOf(cast.user))], ['visits'])
    const narrow = await aUser(app, space, { role: 'superadmin', scopes: ['contacts:sensitive'] })
    assert.deepEqual([...(await kindsOf(narrow))], ['consents_withdrawn'])
    assert.deepEqual(await ask(stranger), [])
  })

  test('from a moment on, at most 31 days ago', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    assert.deepEqual(await ask(cast.admin, `?since=${tomorrow}`), [])
    const since = new Date(Date.now() - 5 * 86_400_000).toISOString()
    const visits = (await ask(cast.admin, `?since=${since}`)).find(({ kind }) => kind === 'visits')
    assert.equal(visits.count, 4)
    for (const early of ['2020-01-01', 'yesterday'])
      assert.equal(refusal(await app.as(cast.admin).get(`/v1/activity?since=${early}`))[2], 'query.since')
  })
})
