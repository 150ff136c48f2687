import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Pool } from '../db/pool/pool.ts'
import { resetSignInAttempts, startAttackTarget } from '../test/attack_target.ts'
import { deleteExpiredCredentials } from './retention.ts'
import { digestOf } from './secrets.ts'
import { countTry, refundTry, resetTries, type TryKey } from './throttle.ts'

const attacked = await startAttackTarget()
const { app } = attacked
const [pool, worker] = ['muster_app', 'muster_worker'].map(
  role => new Pool({ url: app.database_url, role, connections: 4 }),
) as [Pool, Pool]
after(() => Promise.all([pool.end(), worker.end()]))

describe('failed attempts', () => {
  before(() => resetSignInAttempts(attacked))
  after(() => resetSignInAttempts(attacked))

  // What is left of a wait depends on how fast the test runs; how long it was set does not.
  const waitAfter = async (key: TryKey) => {
    const [row] = await app.owner<{ wait_s: number | null }[]>`
      select extract(epoch from wait_until - tried_at)::integer as wait_s from sign_in_attempts where key = ${digestOf(key)}`
    return row?.wait_s ?? 0
  }
  const endWaits = (change: string) => app.owner`update sign_in_attempts set wait_until = now() + ${change}::interval`

  test('five are free, also at once; then each delay is twice the one before', async () => {
    const waits = await Promise.all(Array.from({ length: 8 }, () => countTry(pool, ['account:a'])))
    assert.equal(waits.filter(wait_s => wait_s === 0).length, 5)
    assert.ok(waits.every(wait_s => wait_s <= 2))
    assert.equal(await waitAfter('account:a'), 2)
    for (const expected of [4, 8, 16]) {
      await endWaits('-1 second')
      assert.equal(await countTry(pool, ['account:a']), 0)
      assert.equal(await waitAfter('account:a'), expected)
      assert.ok((await countTry(pool, ['account:a'])) <= expected)
    }
    await endWaits('1 hour')
    const left = await countTry(pool, ['account:a'])
    assert.ok(left > 3000 && left <= 3600, String(left))
  })

  test('are reset by a successful sign-in, for that account only', async () => {
    for (let tries = 0; tries < 5; tries++) await countTry(pool, ['account:b', 'address:1'])
    for (let tries = 0; tries < 5; tries++) await countTry(pool, ['account:d'])
    assert.equal(await waitAfter('account:b'), 2)
    await endWaits('1 hour')
    await resetTries(pool, 'account:b')
    assert.equal(await countTry(pool, ['account:b']), 0)
    assert.ok((await countTry(pool, ['account:d'])) > 0)
  })

  test('of many accounts from one address are counted too, and an attempt that was no guess is taken back', async () => {
    for (let tries = 0; tries < 60; tries++) {
      assert.equal(await countTry(pool, ['address:2']), 0)
      await refundTry(pool, 'address:2')
    }
    for (let tries = 0; tries < 50; tries++) assert.equal(await countTry(pool, ['address:2']), 0)
    assert.equal(await waitAfter('address:2'), 2)
  })

  test('expire after an hour', async () => {
    for (let tries = 0; tries < 5; tries++) await countTry(pool, ['account:c'])
    await app.owner`update sign_in_attempts set tried_at = now() - interval '61 minutes', wait_until = now() - interval '1 second'`
    for (let tries = 0; tries < 5; tries++) assert.equal(await countTry(pool, ['account:c']), 0)
    assert.equal(await waitAfter('account:c'), 2)
  })

  test('are stored without the address', async () => {
    await countTry(pool, ['account:rosa@example.org', 'address:198.51.100.7'])
    const rows = await app.owner`select key from sign_in_attempts`
    for (const { key } of rows) assert.match(key, /^[\w-]{43}$/)
  })
})

test('expired rows of each table are deleted, and no others', async () => {
  const made = [
    'live',
    'ended',
    'long ended',
    'access just ended',
    'access ended',
    'service account ended',
    'open',
    'over',
  ]
  const digests = async (table: string) => {
    const column = app.owner(table === 'sign_in_attempts' ? 'key' : 'digest')
    const known = [...made, 'lately', 'long ago']
    const rows = await app.owner`
      select ${column} as name from ${app.owner(table)} where ${column} = any(${known}) order by 1`
    return rows.map(({ name }) => name)
  }
  await app.owner`delete from sign_in_attempts`
  const at = (age: string) => app.owner`now() - ${age}::interval`
  for (const [digest, kind, age] of [
    ['live', 'personal', '-1 day'],
    ['ended', 'personal', '29 days'],
    ['long ended', 'personal', '31 days'],
    ['access just ended', 'access', '1 hour'],
    ['access ended', 'access', '25 hours'],
    ['service account ended', 'service_account', '25 hours'],
  ] as const)
    await app.owner`
      insert into tokens (digest, kind, user_id, group_id, name, expires_at) values (${digest}, ${kind}, 1, 1, '', ${at(age)})`
  for (const [digest, age] of [
    ['open', '-1 minute'],
    ['over', '1 minute'],
  ] as const) {
    await app.owner`insert into oidc_records (kind, digest, expires_at, record) values ('Session', ${digest}, ${at(age)}, '{}')`
  }
  await app.owner`insert into sign_in_attempts (key, tries, tried_at) values ('lately', 1, now()), ('long ago', 1, ${at('25 hours')})`
  await deleteExpiredCredentials(worker)
  assert.deepEqual(await digests('tokens'), ['access just ended', 'ended', 'live'])
  assert.deepEqual(await digests('oidc_records'), ['open'])
  assert.deepEqual(await digests('sign_in_attempts'), ['lately'])
})
