import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { exportJWK, generateKeyPair } from 'jose'
import Provider from 'oidc-provider'
import { defined } from '../../test/defined.ts'
import { startProviderApp, visitProvider } from '../../test/identity_provider.ts'
import { anInvitation, aSpace, aUser } from '../../test/people.ts'
import { authorizePath, Browser, pkcePair } from '../../test/sign_in.ts'

// Against a provider that was not written for these tests: it sends the address only from its UserInfo endpoint, and requires client_secret_basic.

const { app, names } = await startProviderApp()

/** Starts the provider of an organisation, whose users sign in without a form. */
async function aForeignProvider(redirect_uri: () => string, person: { sub: string; email: string }) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'one' }
  let handle: ReturnType<Provider['callback']> | undefined
  let foreign: Provider | undefined
  const server = createServer(async (request, response) => {
    foreign ??= createForeign()
    handle ??= foreign.callback()
    if (!request.url?.startsWith('/interaction/')) return handle(request, response)
    const { params } = await foreign.interactionDetails(request, response)
    const grant = new foreign.Grant({ accountId: person.sub, clientId: String(params['client_id']) })
    grant.addOIDCScope('openid email profile')
    const result = { login: { accountId: person.sub }, consent: { grantId: await grant.save() } }
    await foreign.interactionFinished(request, response, result)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close().closeAllConnections())
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const createForeign = () =>
    new Provider(issuer, {
      jwks: { keys: [key as never] },
      clients: [{ client_id: 'muster', client_secret: 'of the client', redirect_uris: [redirect_uri()] }],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      cookies: { keys: ['a key of the cookies'] },
      findAccount: (_, accountId) => ({
        accountId,
        claims: () => ({ ...person, email_verified: true, given_name: 'Nour', family_name: 'Haddad' }),
      }),
    })
  return issuer
}

test('an invited person signs in through a provider of another make', async () => {
  const space = await aSpace(app, 'Lyon')
  const chief = await aUser(app, space, { role: 'superadmin' })
  const domain = `foreign-${process.pid}.example.org`
  const person = { sub: 'a1b2', email: `nour@${domain}` }
  let redirect_uri = ''
  const issuer = await aForeignProvider(() => redirect_uri, person)
  const wish = { name: 'Keys', issuer, client_id: 'muster', client_secret: 'of the client', domain }
  const { id, dns_record, redirect_uri: own } = (await app.as(chief).post('/v1/identity_providers', wish)).body.data
  redirect_uri = own
  names.records.set(domain, [dns_record])
  assert.equal((await app.as(chief).post(`/v1/identity_providers/${id}/verify`)).status, 200)
  await anInvitation(app, chief, person.email)
  const browser = new Browser(app.url)
  const first = await browser.go(authorizePath(pkcePair().challenge))
  const away = await browser.send(`${first.url}/provider/${space}-${id}`)
  const returned = await visitProvider(defined(away.headers.get('location'), 'the location'))
  const seen = await browser.go(returned.replace(app.url, ''))
  assert.match(seen.text, new RegExp(`${person.email}[^]*value="allow"`), seen.text)
  const users = (await app.as(chief).get('/users')).body.data.users as { mail: string; firstname: string }[]
  assert.equal(users.find(({ mail }) => mail === person.email)?.firstname, 'Nour')
})
