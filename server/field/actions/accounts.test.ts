import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { anInvitation, aSpace, aUser, aUserPerRole, type Person } from '../../test/people.ts'
import { setPasswords, setUpSecondFactor, signedInBrowser } from '../../test/sign_in.ts'

const app = await startTestApp()
const space = await aSpace(app)
const { admin, manager, user } = await aUserPerRole(app, space)

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
