import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runCommand } from '../../../cli/commands.ts'
import { readConfig } from '../../config.ts'
import { eventually } from '../../test/harness.ts'
import { aProvidedSpace, startProviderApp, tokensThrough } from '../../test/identity_provider.ts'
import { aSpace, aUser, mailsTo, refusal } from '../../test/people.ts'
import {
  authorizePath,
  Browser,
  oneTimeCode,
  password,
  pkcePair,
  renewTokens,
  setPasswords,
  setUpSecondFactor,
  signedInBrowser,
  submitPassword,
  tokensFor,
} from '../../test/sign_in.ts'

const { app, names, provider } = await startProviderApp()
const [space, other] = [await aSpace(app, 'Lyon'), await aSpace(app, 'Elsewhere')]
const lyon = await aProvidedSpace(app, space, provider, names.records)
const path = `/v1/identity_providers/${lyon.id}`
await setPasswords(app, lyon.superadmin)
await setUpSecondFactor(await signedInBrowser(app, lyon.superadmin))

let people = 0

async function aMember(spaces: [number, ...number[]] = [space], fields: object = {}) {
  const [first, ...others] = spaces
  const mail = `member-${++people}@${lyon.domain}`
  const person = await aUser(app, first, { mail, ...fields })
  const tokens: string[] = []
  for (const id of others) tokens.push((await aUser(app, id, { mail })).token)
  await setPasswords(app, person)
  const at_provider = { sub: `subject-${people}`, email: mail, email_verified: true }
  return { ...person, at_provider, elsewhere: tokens[0] ?? '' }
}

/** A member who has connected the provider. */
async function aConnectedMember(...fields: Parameters<typeof aMember>) {
  const person = await aMember(...fields)
  await app.owner`
    insert into account_identities (group_id, provider_id, issuer, subject, account_id)
    values (${space}, ${lyon.id}, ${provider.issuer}, ${person.at_provider.sub}, ${person.id})`
  return person
}

type Member = Awaited<ReturnType<typeof aMember>>

/** Goes to the provider as this person; types the password once to connect. Ends at the tokens. */
function signInThrough(person: Member, browser = new Browser(app.url)) {
  provider.person = person.at_provider
  return tokensThrough(app, browser, lyon.key, { mail: person.mail, password })
}

const requireProvider = async (required: boolean) =>
  assert.equal((await app.as(lyon.superadmin).patch(path, { required })).status, 200)
const statusOf = async (token: string) => (await app.as({ token }).get('/me')).status

describe('a space that requires its provider', () => {
  test('needs a way back: the superadmin who requires it has a second factor, and the provider is on', async () => {
    const chief = await aUser(app, space, { role: 'superadmin' })
    assert.deepEqual(refusal(await app.as(chief).patch(path, { required: true })), refusal.conflict)
    const off = await app.as(lyon.superadmin).patch(path, { enabled: false, required: true })
    assert.deepEqual(refusal(off), refusal.conflict)
  })

  test('refuses at once what began with a password, and accepts what began through the provider', async () => {
    const person = await aMember([space, other])
    const before = await tokensFor(app, person, { space, scope: 'openid offline_access teams:read' })
    const outsider = await aUser(app, space)
    assert.equal(await statusOf(before.access_token), 200)
    await requireProvider(true)
    for (const token of [before.access_token, person.token])
      assert.deepEqual(refusal(await app.as({ token }).get('/me')), [403, 'provider_required'])
    const renewed = (await renewTokens(app, before)).body
    assert.equal(await statusOf(renewed.access_token), 403)
    assert.deepEqual([await statusOf(person.elsewhere), await statusOf(outsider.token)], [200, 200])
    const move = { mail: person.mail, selected_group_id: [space], UpdateToken: true }
    const moved = await app.as({ token: person.elsewhere }).patch(`/users/${person.id}`, move)
    assert.deepEqual(refusal(moved), [403, 'provider_required'])
    const through = await signInThrough(person)
    assert.equal(await statusOf(through.access_token), 200)
    await requireProvider(false)
    assert.equal(await statusOf(before.access_token), 200)
  })

  test('tells who types the password to use the provider, and gives no session', async () => {
    const person = await aMember()
    await requireProvider(true)
    const browser = new Browser(app.url)
    const seen = await submitPassword(browser, person)
    assert.equal(seen.status, 422)
    assert.match(seen.text, /requires its own sign-in[\s\S]*Continue with Lyon Login/)
    assert.match((await browser.go(authorizePath(pkcePair().challenge))).text, /name="password"/)
    const fields = { mail: person.mail, password }
    const french = await browser.send(seen.url, { fields, headers: { 'accept-language': 'fr' } })
    assert.match(french.text, /exige de passer par sa propre connexion/)
    await requireProvider(false)
  })

  test('is not opened by a password session of another space; the choice leads to the provider', async () => {
    const person = await aMember([space, other])
    await requireProvider(true)
    const browser = new Browser(app.url)
    const choice = await submitPassword(browser, person)
    assert.match(choice.text, /requires that you sign in through your organisation/)
    const led = await browser.go(choice.url, { fields: { decision: 'allow', space: String(space) } })
    assert.match(led.text, /asks you to sign in with Lyon Login/)
    assert.ok(led.text.includes(`mail=${encodeURIComponent(person.mail)}`))
    await requireProvider(false)
  })

  test('does not lock out a superadmin with password and second factor', async () => {
    const chief = await aMember([space], { role: 'superadmin' })
    const { secret } = await setUpSecondFactor(await signedInBrowser(app, chief))
    await requireProvider(true)
    const browser = new Browser(app.url)
    const code = await submitPassword(browser, chief)
    const allowed = await browser.go(code.url, { fields: { code: oneTimeCode(secret, 1) } })
    assert.match(allowed.text, /value="allow"/)
    assert.equal((await app.as(chief).patch(path, { required: false })).status, 200)
    const without = await aMember([space], { role: 'superadmin' })
    await requireProvider(true)
    assert.equal(await statusOf(without.token), 403)
    await requireProvider(false)
  })

  test('is opened to passwords again by the operator', async () => {
    const person = await aMember()
    await requireProvider(true)
    const muster = (...args: string[]) => runCommand(args, () => readConfig({ DATABASE_URL: app.database_url }))
    assert.match(String(await muster('space', 'allow-passwords', '--space', String(space))), /with their password/)
    await eventually(async () => (await statusOf(person.token)) === 200)
    await eventually(() => mailsTo(app, lyon.superadmin.mail).some(({ text }) => text.includes('The operator')))
    await assert.rejects(muster('space', 'allow-passwords', '--space', String(space)), /does not require/)
  })

  test('keeps the address of its members in the domain, and says in the reset mail how to sign in', async () => {
    const person = await aMember()
    const browser = await signedInBrowser(app, person)
    await requireProvider(true)
    const refused = await browser.go('/account/address', { fields: { mail: `me-${people}@example.net` } })
    assert.deepEqual([refused.status, /must stay in its domain/.test(refused.text)], [422, true])
    await new Browser(app.url).go('/password', { fields: { mail: person.mail } })
    const mail = await eventually(() => mailsTo(app, person.mail).find(({ text }) => text.includes('/password/')))
    assert.match(mail.text, /To open “Lyon”, sign in with Lyon Login/)
    await requireProvider(false)
    const plain = await aMember()
    await new Browser(app.url).go('/password', { fields: { mail: plain.mail } })
    const other = await eventually(() => mailsTo(app, plain.mail).find(({ text }) => text.includes('/password/')))
    assert.doesNotMatch(other.text, /Lyon Login/)
  })
})

describe('a connection', () => {
  test('sends the person a mail the first time only, in their language', async () => {
    const person = await aMember()
    await app.owner`update accounts set locale = 'fr' where id = ${person.id}`
    await signInThrough(person)
    await signInThrough(person)
    await eventually(() =>
      mailsTo(app, person.mail).some(({ subject }) => subject.includes('est relié à votre compte')),
    )
    assert.equal(mailsTo(app, person.mail).filter(({ subject }) => subject.includes('relié')).length, 1)
  })

  test('is removed by an administrator, which ends its sessions and tokens at once, and no others', async () => {
    const [person, colleague] = [await aConnectedMember(), await aConnectedMember()]
    const browser = new Browser(app.url)
    const [through, kept] = [await signInThrough(person, browser), await signInThrough(colleague)]
    const own = await tokensFor(app, person)
    const admin = await aUser(app, space, { role: 'admin' })
    const members = (await app.as(admin).get('/v1/members?limit=1000')).body.data as Record<string, unknown>[]
    const member = members.find(one => one['user_id'] === person.id)
    assert.deepEqual(member?.['identity_providers'], ['Lyon Login'])
    const target = `/v1/members/${person.id}/identity_providers`
    const answers = await Promise.all([1, 2].map(() => app.as(admin).delete(target)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404])
    const statuses = await Promise.all([through, kept, own].map(({ access_token }) => statusOf(access_token)))
    assert.deepEqual(statuses, [401, 200, 200])
    assert.equal((await renewTokens(app, through)).body.error, 'invalid_grant')
    assert.match((await browser.go(authorizePath(pkcePair().challenge))).text, /name="password"/)
    const chief = await aConnectedMember([space], { role: 'superadmin' })
    const above = await app.as(admin).delete(`/v1/members/${chief.id}/identity_providers`)
    assert.deepEqual(refusal(above), refusal.forbidden)
  })

  test('is removed by the person on the account page, unless the space requires it', async () => {
    const person = await aConnectedMember()
    const { access_token } = await signInThrough(person)
    const browser = await signedInBrowser(app, person)
    const shown = await browser.go('/account')
    const id = /action="\/account\/connections"><button[^>]* value="([\d-]+)"/.exec(shown.text)?.[1] ?? ''
    assert.equal(id, lyon.key)
    await requireProvider(true)
    assert.match((await browser.go('/account')).text, /The space requires this sign-in/)
    assert.match((await browser.go('/account/connections', { fields: { id } })).text, /requires this sign-in/)
    await requireProvider(false)
    assert.match((await browser.go('/account/connections', { fields: { id } })).text, /Disconnected/)
    assert.equal(await statusOf(access_token), 401)
    const stranger = await signedInBrowser(app, await aMember())
    assert.match((await stranger.go('/account/connections', { fields: { id } })).text, /already ended/)
  })

  test('ends its sessions when the address leaves the domain', async () => {
    const person = await aConnectedMember()
    const through = await signInThrough(person)
    const browser = await signedInBrowser(app, person)
    const mail = `gone-${person.id}@example.net`
    await browser.go('/account/address', { fields: { mail } })
    const sent = await eventually(() => mailsTo(app, mail)[0])
    await browser.go(/\/account\/address\/\S+/.exec(sent.text)?.[0] ?? '', { fields: {} })
    assert.equal(await statusOf(through.access_token), 401)
    const late = await aConnectedMember()
    const { refresh_token } = await signInThrough(late)
    await app.owner`update accounts set login_mail = ${`late-${late.id}@example.net`} where id = ${late.id}`
    assert.equal((await renewTokens(app, { refresh_token })).body.error, 'invalid_grant')
  })
})

test('superadmins are told when a provider is connected, changed and removed', async () => {
  const here = await aSpace(app, 'Nantes')
  const nantes = await aProvidedSpace(app, here, provider, names.records, { name: 'Nantes Login' })
  const colleague = await aUser(app, here, { role: 'superadmin' })
  await app.owner`update accounts set locale = 'fr' where id = ${colleague.id}`
  const admin = await aUser(app, here, { role: 'admin' })
  await app.as(nantes.superadmin).patch(`/v1/identity_providers/${nantes.id}`, { enabled: false })
  await app.as(nantes.superadmin).delete(`/v1/identity_providers/${nantes.id}`)
  const told = (mail: string) => mailsTo(app, mail).map(({ text }) => text)
  await eventually(() => told(colleague.mail).length === 2)
  await eventually(() => told(nantes.superadmin.mail).length === 3)
  const words = ['has connected', 'has changed', 'has removed']
  const own = told(nantes.superadmin.mail)
  for (const word of words) assert.equal(own.filter(text => text.includes(word)).length, 1, word)
  assert.ok(told(colleague.mail).every(text => /a modifié|a retiré/.test(text)))
  assert.deepEqual(told(admin.mail), [])
})
