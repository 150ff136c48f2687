import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newSecret } from '../../access/secrets.ts'
import { startAttackTarget } from '../../test/attack_target.ts'
import { eventually } from '../../test/harness.ts'
import { anInvitation, aSpace, aUser, mailsTo } from '../../test/people.ts'
import {
  ageSignIn,
  Browser,
  oneTimeCode,
  password,
  setPasswords,
  setUpSecondFactor,
  signedInBrowser,
  signIn,
  totpSecretOn,
} from '../../test/sign_in.ts'

const { app, log: lines } = await startAttackTarget()

test('the log contains no password, code, key, link, token, cookie or address, whatever users do', async () => {
  const secrets: string[] = []
  const keep = <T extends string>(...texts: T[]) => void secrets.push(...texts)
  const space = await aSpace(app)
  const person = await aUser(app, space, { role: 'admin' })
  await setPasswords(app, person)
  keep(password, person.mail, person.token)

  const browser = await signedInBrowser(app, person)
  const { secret, codes } = await setUpSecondFactor(browser)
  keep(secret, ...codes, oneTimeCode(secret))

  const wrong = 'nobody has this password'
  keep(wrong)
  await signIn(new Browser(app.url), '/account', person, { typed: wrong })
  await ageSignIn(app, person)
  await browser.go('/account/prove', { fields: { password: wrong, code: codes[0]!, next: '/account' } })
  await browser.go('/account/prove', { fields: { password, code: codes[0]!, next: '/account' } })

  const moved = 'elsewhere@example.org'
  await browser.go('/account/address', { fields: { mail: moved } })
  const confirmation = /\/account\/address\/(\S+)/.exec((await eventually(() => mailsTo(app, moved)[0])).text)![1]!
  await browser.go(`/account/address/${confirmation}`, { fields: {} })
  keep(moved, confirmation)

  await browser.go('/account/second-factor/off', { fields: {} })
  keep(totpSecretOn(await browser.go('/account/second-factor')))
  const [short, phrase] = ['tooshort', 'seven herons under the bridge']
  for (const typed of [short, phrase]) await browser.go('/account/password', { fields: { password: typed } })
  const guest = 'guest@example.org'
  const invitation = await anInvitation(app, person, guest)
  await browser.go(invitation, { fields: { firstname: 'G', surname: 'H', password: phrase } })
  keep(short, phrase, guest, invitation.split('/').at(-1)!)
  keep(...[...browser.jar.values()].map(({ value }) => value))

  // Server errors are logged in full, so these lines are checked too.
  await app.owner`alter table account_links rename to account_links_away`
  const path = `/password/${newSecret('mus_l_')}`
  const failed = await browser.send(path, { fields: { password: phrase } })
  await app.owner`alter table account_links_away rename to account_links`
  assert.equal(failed.status, 500)

  const logged = (part: string) => lines.some(line => line.includes(part))
  assert.ok(logged('POST /password/:link'), 'it does log what was asked')
  assert.ok(logged('"level":50'), 'and what went wrong')
  const log = lines.join('')
  const shown = secrets.filter(text => log.includes(text) || log.includes(encodeURIComponent(text)))
  assert.deepEqual(shown, [])
})
