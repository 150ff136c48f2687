import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readConfig } from '../server/config.ts'
import { startTestApp } from '../server/test/harness.ts'
import { aSpace, aUser } from '../server/test/people.ts'
import { runCommand } from './commands.ts'

const app = await startTestApp()
const admin = await aUser(app, await aSpace(app, 'Here'), { role: 'admin' })
const make = (...args: string[]) =>
  runCommand(['integration', 'create', '--as', admin.mail, '--name', 'Members', ...args], () =>
    readConfig({ DATABASE_URL: app.database_url }),
  )
const redirect = ['--redirect-uris', 'https://example.org/cb']

describe('muster integration create', () => {
  test('without scopes creates an integration that only signs people in, with PKCE and RS256', async () => {
    assert.match((await make(...redirect)) ?? '', /^client id\t\w+\nsecret\tmus_s_\S+$/)
    const [made] = (await app.as(admin).get('/v1/integrations')).body.data
    assert.deepEqual([made.scopes, made.pkce_required, made.id_token_signed_response_alg], [[], true, 'RS256'])
    await app.as(admin).delete(`/v1/integrations/${made.id}`)
  })

  test('allows an integration with a secret to omit PKCE and to choose the signature of ID tokens', async () => {
    await make(...redirect, '--without-pkce', '--id-token-alg', 'ES256')
    const [made] = (await app.as(admin).get('/v1/integrations')).body.data
    assert.deepEqual([made.pkce_required, made.id_token_signed_response_alg], [false, 'ES256'])
  })

  const wrong: [string[], RegExp][] = [
    [['--role', 'user'], /at least one scope for an integration that acts by itself/],
    [[...redirect, '--public', '--without-pkce'], /must be true for a public integration/],
    [[...redirect, '--id-token-alg', 'HS256'], /must be one of RS256, ES256/],
    [[...redirect, '--scopes', ''], /not a permission/],
  ]
  for (const [args, sentence] of wrong)
    test(`${args.join(' ')} is refused`, async () => {
      await assert.rejects(async () => make(...args), sentence)
    })
})
