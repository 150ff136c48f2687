import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, startTestApp } from '../../test/harness.ts'
import { aProvidedSpace, startProviderApp } from '../../test/identity_provider.ts'
import { aSpace, aUser, mailsTo, refusal, roleId } from '../../test/people.ts'

const { app, names, provider } = await startProviderApp()
/** Without WEBHOOKS_PRIVATE. */
const guarded = await startTestApp()
const path = '/v1/identity_providers'
let made = 0
const wish = (changes: object = {}) => ({
  name: 'Login',
  issuer: provider.issuer,
  client_id: 'muster',
  client_secret: 'a secret of the client',
  domain: `r${++made}.example.org`,
  ...changes,
})

async function aChief() {
  const space = await aSpace(app)
  return { space, chief: await aUser(app, space, { role: 'superadmin' }) }
}

test('a superadmin creates a provider, which says what to register and never shows its secret', async () => {
  const { space, chief } = await aChief()
  const { status, body, text } = await app.as(chief).post(path, wish())
  assert.equal(status, 200)
  const { id, redirect_uri, dns_record, verified_at, enabled, role_id, connected } = body.data
  assert.deepEqual([verified_at, enabled, role_id, connected], [null, true, null, 0])
  assert.equal(redirect_uri, `${app.url}/sign-in/callback/${space}-${id}`)
  assert.match(dns_record, /^muster-verification=[\w-]{32}$/)
  const changed = await app.as(chief).patch(`${path}/${id}`, { name: 'Other', client_secret: 'another secret' })
  const listed = await app.as(chief).get(path)
  assert.deepEqual([changed.body.data.name, listed.body.total], ['Other', 1])
  for (const answer of [text, changed.text, listed.text]) assert.doesNotMatch(answer, /secret/)
  const [row] = await app.owner`select * from identity_providers where group_id = ${space}`
  assert.doesNotMatch(JSON.stringify(row), /another secret|a secret of the client/)
  const audit = (await app.as(chief).get('/v1/audit?subject=identity_provider')).body.data as { kind: string }[]
  const kinds = audit.map(({ kind }) => kind)
  assert.deepEqual(kinds, ['identity_provider.changed', 'identity_provider.made'])
  assert.equal((await app.as(chief).delete(`${path}/${id}`)).status, 200)
  assert.deepEqual(refusal(await app.as(chief).get(`${path}/${id}`)), refusal.not_found)
})

test('issuer and client can be corrected until the domain is proved, with the secret, if the issuer answers', async () => {
  const { space, chief } = await aChief()
  const { id } = (await app.as(chief).post(path, wish({ issuer: 'http://127.0.0.1:9/typo' }))).body.data
  // The wrong issuer is named before anyone waits for the DNS record.
  assert.match((await app.as(chief).post(`${path}/${id}/verify`)).body.detail, /No OpenID Connect provider was found/)
  const change = (changes: object, provider_id = id) => app.as(chief).patch(`${path}/${provider_id}`, changes)
  const client_secret = 'a secret of the client'
  const without = await change({ issuer: provider.issuer })
  assert.deepEqual(refusal(without), refusal.at('body.data.client_secret'))
  const unreachable = await change({ issuer: 'http://127.0.0.1:9/other', client_secret })
  assert.deepEqual(refusal(unreachable), refusal.at('body.data.issuer'))
  const corrected = await change({ issuer: provider.issuer, client_id: 'other', client_secret })
  assert.deepEqual([corrected.body.data.issuer, corrected.body.data.client_id], [provider.issuer, 'other'])
  const proved = await aProvidedSpace(app, space, provider, names.records)
  const late = await change({ client_id: 'other', client_secret }, proved.id)
  assert.deepEqual(refusal(late), refusal.conflict)
})

test('a domain is proved by its record, and belongs to one space', async () => {
  const [one, other] = [await aChief(), await aChief()]
  const { domain } = await aProvidedSpace(app, one.space, provider, names.records)
  const second = (await app.as(other.chief).post(path, wish({ domain }))).body.data
  const missing = await app.as(other.chief).post(`${path}/${second.id}/verify`)
  assert.deepEqual(refusal(missing), refusal.conflict)
  assert.match(missing.body.detail, /was not found/)
  // Both records are there: the first space keeps the domain.
  names.records.set(domain, [...(names.records.get(domain) ?? []), second.dns_record])
  const taken = await app.as(other.chief).post(`${path}/${second.id}/verify`)
  assert.match(taken.body.detail, /Another space on this server/)
  names.failing = true
  assert.equal((await app.as(other.chief).post(`${path}/${second.id}/verify`)).status, 409)
  names.failing = false
  // The domain has passed to another owner, whose space gets it at once.
  names.records.set(domain, [second.dns_record])
  assert.equal((await app.as(other.chief).post(`${path}/${second.id}/verify`)).status, 200)
  const [former] = (await app.as(one.chief).get(path)).body.data
  assert.deepEqual([former.verified_at, former.domain], [null, domain])
  const [entry] = (await app.as(one.chief).get('/v1/audit?subject=identity_provider')).body.data
  assert.equal(entry.kind, 'identity_provider.taken')
  await eventually(() => mailsTo(app, one.chief.mail).some(({ text }) => text.includes('Another space on this server')))
  assert.deepEqual(refusal(await app.as(one.chief).post(`${path}/${former.id}/verify`)), refusal.conflict)
})

test('of two spaces that prove one domain at once, one gets it', async () => {
  const chiefs = [await aChief(), await aChief()]
  const domain = `both${++made}.example.org`
  const created = await Promise.all(chiefs.map(({ chief }) => app.as(chief).post(path, wish({ domain }))))
  const records = created.map(({ body }) => body.data.dns_record)
  names.records.set(domain, records)
  const verify = (index: number) => app.as(chiefs[index]?.chief).post(`${path}/${created[index]?.body.data.id}/verify`)
  const answers = await Promise.all([verify(0), verify(1)])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
})

test('a provider that cannot be found at its issuer is not verified', async () => {
  const { chief } = await aChief()
  const made = await app.as(chief).post(path, wish({ issuer: `${provider.issuer}/elsewhere` }))
  const { id, domain, dns_record } = made.body.data
  names.records.set(domain, [dns_record])
  const answer = await app.as(chief).post(`${path}/${id}/verify`)
  assert.deepEqual(refusal(answer), refusal.conflict)
  assert.match(answer.body.detail, /No OpenID Connect provider was found/)
})

test('wrong input says what is wrong', async () => {
  const { space, chief } = await aChief()
  const superadmins = await roleId(app, space, 'superadmin')
  const cases: [object, string][] = [
    [{ issuer: 'login.example.org' }, 'issuer'],
    [{ issuer: 'https://user:word@login.example.org' }, 'issuer'],
    [{ issuer: 'https://login.example.org/.well-known/openid-configuration' }, 'issuer'],
    [{ domain: 'localhost' }, 'domain'],
    [{ domain: 'a@example.org' }, 'domain'],
    [{ domain: 'exämple.org' }, 'domain'],
    [{ role_id: superadmins }, 'role_id'],
    [{ role_id: superadmins + 100_000 }, 'role_id'],
  ]
  for (const [changes, field] of cases)
    assert.deepEqual(refusal(await app.as(chief).post(path, wish(changes))), refusal.at(`body.data.${field}`))
  const first = wish()
  await app.as(chief).post(path, first)
  assert.deepEqual(refusal(await app.as(chief).post(path, first)), refusal.conflict)
})

test('without the permission of the operator, the issuer is on the public internet', async () => {
  const chief = await aUser(guarded, await aSpace(guarded), { role: 'superadmin' })
  const hosts = ['127.0.0.1', '[::1]/', '10.0.0.1', 'db.internal']
  for (const issuer of ['http://login.example.org', ...hosts.map(host => `https://${host}`)])
    assert.deepEqual(refusal(await guarded.as(chief).post(path, wish({ issuer }))), refusal.at('body.data.issuer'))
})

test('a space has at most ten, also with concurrent requests', async () => {
  const { chief } = await aChief()
  const answers = await Promise.all(Array.from({ length: 12 }, () => app.as(chief).post(path, wish())))
  assert.equal(answers.filter(({ status }) => status === 200).length, 10)
})
