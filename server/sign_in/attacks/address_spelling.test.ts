import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { resetSignInAttempts, startAttackTarget } from '../../test/attack_target.ts'
import { invitationRequests } from '../../test/invitations.ts'
import { aSpace, aUser, mailsTo, refusal } from '../../test/people.ts'
import { authorizePath, Browser, pkcePair, setPasswords, signedInBrowser } from '../../test/sign_in.ts'

// PostgreSQL lower-cases İ to i, JavaScript to two characters; both must count as one mailbox.
const attacked = await startAttackTarget()
const { app, space } = attacked
const spellings = (mail: string) => [
  mail,
  ...['İ', 'I', 'i'].map(letter => mail.replace('i', letter)),
  mail.toUpperCase(),
]

async function aMember(mail: string) {
  const person = await aUser(app, space, { mail })
  await setPasswords(app, person)
  return person
}

describe('the spelling of an address', () => {
  beforeEach(() => resetSignInAttempts(attacked))
  after(() => resetSignInAttempts(attacked))

  test('gives no additional attempts at a password', async () => {
    const person = await aMember('sign.in@example.org')
    const attempt = async (mail: string) => {
      const browser = new Browser(app.url)
      const page = await browser.go(authorizePath(pkcePair().challenge))
      return (await browser.go(page.url, { fields: { mail, password: 'wrong password' } })).status
    }
    for (const mail of spellings(person.mail)) assert.equal(await attempt(mail), 422)
    for (const mail of [...spellings(person.mail), ` ${person.mail} `, `${person.mail} `])
      assert.equal(await attempt(mail), 429, mail)
  })

  test('gives no additional mails for a new password', async () => {
    const person = await aMember('reset.it@example.org')
    const ask = async (mail: string) => (await new Browser(app.url).go('/password', { fields: { mail } })).status
    for (const mail of spellings(person.mail)) assert.equal(await ask(mail), 200)
    for (const mail of spellings(person.mail)) assert.equal(await ask(mail), 429, mail)
  })

  test('leads to the same account and the same invitation', async () => {
    const person = await aMember('kim.in@example.org')
    for (const mail of spellings(person.mail)) await signedInBrowser(app, { mail })
    const admin = await aUser(app, await aSpace(app), { role: 'admin' })
    const { invite } = invitationRequests(app)
    const twice = await invite(admin, { email: 'new.in@example.org' }, { email: 'new.İn@example.org' })
    assert.deepEqual(refusal(twice), refusal.at('body.data.invitations.1.email'))
    const answers = []
    for (const email of spellings(person.mail)) answers.push(await invite(admin, { email }))
    assert.deepEqual(new Set(answers.map(({ body }) => body.data.invitations.user_id)), new Set([person.id]))
  })

  test('does not make a new sign-in address of the current one', async () => {
    const person = await aMember('same.in@example.org')
    const browser = await signedInBrowser(app, person)
    const { status } = await browser.go('/account/address', { fields: { mail: 'same.İn@example.org' } })
    assert.equal(status, 422)
    assert.deepEqual(mailsTo(app, 'same.İn@example.org'), [])
  })
})
