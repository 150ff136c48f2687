import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { aTempFolder } from '../server/test/process.ts'
import { UsageError } from './command.ts'
import { resolveTarget } from './profiles.ts'

const HOME = aTempFolder()
const home = { url: 'https://home.example.org', token: 'of_home' }
const work = { url: 'https://work.example.org', token: 'of_work' }
mkdirSync(join(HOME, '.config/muster'), { recursive: true })
writeFileSync(join(HOME, '.config/muster/profiles.json'), JSON.stringify({ default: home, work }), { mode: 0o600 })

const MUSTER_URL = 'https://around.example.org'
const MUSTER_TOKEN = 'of_around'
const around = { url: MUSTER_URL, token: MUSTER_TOKEN }
const refused = (typed: Parameters<typeof resolveTarget>[0], env: object, why: RegExp) =>
  assert.throws(
    () => resolveTarget(typed, { HOME, ...env }),
    (error: Error) => error instanceof UsageError && why.test(error.message),
  )

describe('the server of a command', () => {
  test('is that of --profile, before the environment', () => {
    for (const env of [
      {},
      { MUSTER_TOKEN },
      { MUSTER_URL },
      { MUSTER_URL, MUSTER_TOKEN },
      { MUSTER_PROFILE: 'default' },
    ])
      assert.deepEqual(resolveTarget({ profile: 'work' }, { HOME, ...env }), work)
  })

  test('is that of the environment, else of the stored profile', () => {
    assert.deepEqual(resolveTarget({}, { HOME, MUSTER_URL, MUSTER_TOKEN }), around)
    assert.deepEqual(resolveTarget({}, { HOME, MUSTER_PROFILE: 'work' }), work)
    assert.deepEqual(resolveTarget({}, { HOME }), home)
  })
})

describe('a token is sent only to its server', () => {
  test('MUSTER_TOKEN to MUSTER_URL', () => {
    assert.deepEqual(resolveTarget({ url: work.url }, { HOME, MUSTER_TOKEN }), { url: work.url, token: MUSTER_TOKEN })
    for (const env of [{}, { MUSTER_PROFILE: 'work' }]) refused({}, { MUSTER_TOKEN, ...env }, /without a server/)
    refused({}, { HOME: aTempFolder(), MUSTER_TOKEN }, /without a server/)
  })

  test('a stored token to the server of its profile', () => {
    assert.deepEqual(resolveTarget({ url: work.url }, { HOME }), { url: work.url })
    assert.deepEqual(resolveTarget({ profile: 'work', url: home.url }, { HOME, MUSTER_TOKEN }), { url: home.url })
  })

  test('never unencrypted to another machine', () => {
    const url = 'http://muster.example.org'
    refused({ url, token: 'typed' }, {}, /not https/)
    refused({ url }, { MUSTER_TOKEN }, /not https/)
    refused({}, { MUSTER_URL: url, MUSTER_TOKEN }, /not https/)
    assert.deepEqual(resolveTarget({ url }, { HOME }), { url })
    for (const near of ['http://127.0.0.1:8080', 'http://localhost:8080', 'http://[::1]:8080'])
      assert.deepEqual(resolveTarget({ url: near, token: 'typed' }, { HOME }), { url: near, token: 'typed' })
  })
})

describe('a profile file that cannot be used', () => {
  const broken = aTempFolder()
  const file = join(broken, '.config/muster/profiles.json')
  mkdirSync(join(broken, '.config/muster'), { recursive: true })

  for (const [text, why] of [
    ['{', /not valid JSON/],
    ['[]', /not valid JSON/],
    ['{"default":{"url":"here"}}', /The profile default in .* has no URL and token/],
  ] as const)
    test(`such as ${text} does not hinder a command that has a server and a token`, () => {
      writeFileSync(file, text, { mode: 0o600 })
      assert.deepEqual(resolveTarget({}, { HOME: broken, MUSTER_URL, MUSTER_TOKEN }), around)
      assert.deepEqual(resolveTarget(work, { HOME: broken, MUSTER_PROFILE: 'absent' }), work)
      assert.deepEqual(resolveTarget({ url: work.url }, { HOME: broken }, { needsToken: false }), { url: work.url })
      assert.throws(() => resolveTarget({}, { HOME: broken }), why)
    })
})
