import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { newSecret } from '../../access/secrets.ts'
import { statements } from '../../db/sql.ts'
import { eventually, startTestApp } from '../../test/harness.ts'
import { aSpace, aUser, type Person } from '../../test/people.ts'
import { aScratchApp } from '../../test/scratch_app.ts'

// Well-formed tokens that were never issued: what they cost, and which clients they affect.

const burst = 20
const app = await startTestApp({
  same_database_as: await aScratchApp(),
  env: { RATE_BURST: String(burst), RATE_PER_SECOND: '0.001', TRUSTED_PROXIES: '127.0.0.1' },
})
const space = await aSpace(app)

let looks = 0
const count = (message: unknown) => {
  if (/from tokens\s+where digest/.test((message as { text: string }).text)) looks++
}
statements.subscribe(count)
after(() => statements.unsubscribe(count))

let addresses = 0
let here = ''
beforeEach(() => {
  here = `198.51.100.${++addresses}`
})

const ask = (token: string, from = here, path = '/me') => app.as({ token }).get(path, { 'x-forwarded-for': from })
const status = async (who: Person, from = here) => (await ask(who.token, from)).status
async function guessAll() {
  const answers = []
  for (let n = 0; n < 3 * burst; n++) answers.push(await ask(newSecret('mus_p_')))
  return answers
}

describe('a client that guesses tokens', () => {
  test('causes as many database lookups as the limit of its IP address, and no more', async () => {
    looks = 0
    const answers = await guessAll()
    assert.deepEqual(
      answers.map(answer => answer.status),
      [...Array(burst).fill(401), ...Array(2 * burst).fill(429)],
    )
    assert.equal(looks, burst)
    assert.ok(Number(answers.at(-1)!.headers.get('retry-after')) >= 1)
  })

  test('gains nothing by sending them all at once', async () => {
    looks = 0
    await Promise.all(Array.from({ length: 3 * burst }, () => ask(newSecret('mus_a_'))))
    assert.equal(looks, burst)
  })

  test('does not block tokens that were valid before, even when they are no longer cached', async () => {
    const person = await aUser(app, space)
    assert.equal(await status(person), 200)
    await guessAll()
    looks = 0
    await app.owner`select pg_notify('muster', 'access')`
    await eventually(async () => {
      assert.equal(await status(person), 200)
      return looks > 0
    })
  })

  test('does not block the first use of a token that this server issued', async () => {
    const [person, late] = [await aUser(app, space), await aUser(app, space)]
    await guessAll()
    assert.equal(await status(person), 200)
    await app.owner`update tokens set revoked_at = now() where user_id = ${late.id}`
    looks = 0
    const statuses = [await status(late), await status(late), await status(late)]
    assert.deepEqual([statuses, looks], [[429, 429, 429], 1], 'one look tells that it has ended')
  })

  test('does not block other IP addresses or public operations', async () => {
    await guessAll()
    assert.equal(await status(await aUser(app, space), '203.0.113.9'), 200)
    assert.equal((await ask(newSecret('mus_p_'), here, '/health')).status, 200)
  })

  test('cannot use a token that was revoked', async () => {
    const person = await aUser(app, space)
    assert.equal(await status(person), 200)
    await app.owner`update tokens set revoked_at = now() where user_id = ${person.id}`
    await app.owner`select pg_notify('muster', 'access')`
    await eventually(async () => (await status(person)) === 401)
    await guessAll()
    looks = 0
    assert.equal(await status(person), 429)
    assert.equal(looks, 0)
  })
})

test('valid tokens used for the first time do not count against their IP address', async () => {
  for (let n = 0; n < 2 * burst; n++) assert.equal(await status(await aUser(app, space)), 200)
  assert.equal((await ask(newSecret('mus_p_'))).status, 401)
})
