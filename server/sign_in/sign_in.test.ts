import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../test/harness.ts'
import { aSpace, aUser } from '../test/people.ts'
import { askToken, authorizePath, Browser, codeIn, loopback, proof, signIn, withPassword } from '../test/signing_in.ts'

const app = await startTestApp()
const space = await aSpace(app, 'Two Rivers')
const ada = await aUser(app, space, { role: 'admin', firstname: 'Ada' })
await withPassword(app, ada)

test('from the first page to the first request: sign in, allow, take the code, get a token, ask who one is', async () => {
  const { verifier, challenge } = proof()
  const browser = new Browser(app.url)
  const first = await browser.go(authorizePath(challenge))
  assert.match(first.text, /<h1>Sign in<\/h1>/)
  const seen = await signIn(browser, authorizePath(challenge), ada)
  assert.ok(seen.url.startsWith(`${loopback}?`))
  const fields = {
    grant_type: 'authorization_code',
    code: codeIn(seen),
    redirect_uri: loopback,
    client_id: 'muster-cli',
    code_verifier: verifier,
  }
  const { status, body } = await askToken(app, fields)
  assert.equal(status, 200)
  const me = await app.as({ token: body.access_token }).get('/me')
  assert.equal(me.status, 200)
  assert.deepEqual(me.body.data.permissions, ['teams:read'])
})
