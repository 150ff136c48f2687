import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { Secret, TOTP, URI } from 'otpauth'
import { Pool } from '../db/pool/pool.ts'
import type { Sql } from '../db/sql.ts'
import { startTestApp } from '../test/harness.ts'
import { aSpace, aUser } from '../test/people.ts'
import {
  beginSecondFactor,
  checkSecondFactor,
  confirmSecondFactor,
  hasSecondFactor,
  recoveryCodesLeft,
  removeSecondFactor,
  renewRecoveryCodes,
} from './second_factor.ts'

const app = await startTestApp()
const space = await aSpace(app)
const pool = new Pool({ url: app.database_url, role: 'muster_app', connections: 10 })
after(() => pool.end())

// A moment in the middle of a step, so that no test is at the edge of one.
const now = 1_800_000_015_000
const step = 30_000
const digits = (secret: string, timestamp = now) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })

async function aPerson() {
  const { id, mail } = await aUser(app, space)
  const acting = <T>(work: (sql: Sql) => Promise<T>) => pool.write({ user_id: id }, work)
  return {
    id,
    begin: () => acting(sql => beginSecondFactor(sql, id, mail)),
    confirm: (code: string, at = now) => acting(sql => confirmSecondFactor(sql, id, code, at)),
    check: (code: string, at = now) => acting(sql => checkSecondFactor(sql, id, code, at)),
    has: () => acting(sql => hasSecondFactor(sql, id)),
    drop: () => acting(sql => removeSecondFactor(sql, id)),
    renew: () => acting(sql => renewRecoveryCodes(sql, id)),
    left: () => acting(sql => recoveryCodesLeft(sql, id)),
  }
}

/** A user whose second factor was confirmed two steps ago, so that the steps around now are unused. */
async function aCarefulPerson() {
  const person = await aPerson()
  const { secret } = await person.begin()
  const codes = await person.confirm(digits(secret, now - 2 * step), now - 2 * step)
  return { ...person, secret, codes: codes! }
}

describe('setting up a second factor', () => {
  test('begins with a secret of 160 bits in the format of authenticator apps', async () => {
    const person = await aPerson()
    const { secret, uri } = await person.begin()
    const totp = URI.parse(uri) as TOTP
    assert.deepEqual([totp.issuer, totp.algorithm, totp.digits, totp.period], ['Muster', 'SHA1', 6, 30])
    assert.equal(totp.secret.base32, secret)
    assert.equal(Secret.fromBase32(secret).bytes.length, 20)
  })

  test('shows the same secret when the page is reloaded, and a new one after half an hour', async () => {
    const person = await aPerson()
    const { secret } = await person.begin()
    assert.equal((await person.begin()).secret, secret)
    await app.owner`update second_factors set created_at = now() - interval '31 minutes' where account_id = ${person.id}`
    assert.equal(await person.confirm(digits(secret)), undefined, 'a secret shown too long ago does not count')
    const anew = await person.begin()
    assert.notEqual(anew.secret, secret)
    assert.equal((await person.confirm(digits(anew.secret)))?.length, 10)
  })

  test('takes effect with the first valid code, and returns ten recovery codes then', async () => {
    const person = await aPerson()
    const { secret } = await person.begin()
    assert.equal(await person.has(), false)
    assert.equal(await person.check(digits(secret)), undefined)
    assert.equal(await person.confirm('000000' === digits(secret) ? '000001' : '000000'), undefined)
    assert.equal(await person.has(), false)
    const codes = (await person.confirm(digits(secret)))!
    assert.equal(await person.has(), true)
    assert.equal(new Set(codes).size, 10)
    for (const code of codes) assert.match(code, /^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/)
    assert.equal(await person.check(digits(secret)), undefined, 'the code that confirmed it is used')
  })

  test('returns one set of recovery codes when it is confirmed twice at once', async () => {
    const person = await aPerson()
    const { secret } = await person.begin()
    const sets = await Promise.all(Array.from({ length: 6 }, () => person.confirm(digits(secret))))
    assert.equal(sets.filter(Boolean).length, 1)
    assert.equal(await person.left(), 10)
  })

  test('never replaces an active second factor', async () => {
    const person = await aCarefulPerson()
    await assert.rejects(person.begin(), /already have a second factor/)
    assert.equal(await person.check(digits(person.secret)), 'totp')
  })
})

describe('a code of six digits', () => {
  test('is valid one step early or late, and not two', async () => {
    const person = await aCarefulPerson()
    const answers = []
    for (const beside of [-2, -1, 0, 1, 2]) answers.push(await person.check(digits(person.secret, now + beside * step)))
    assert.deepEqual(answers, [undefined, 'totp', 'totp', 'totp', undefined])
  })

  test('is valid once, and older codes are refused after it', async () => {
    const person = await aCarefulPerson()
    assert.equal(await person.check(digits(person.secret)), 'totp')
    assert.equal(await person.check(digits(person.secret)), undefined)
    assert.equal(await person.check(digits(person.secret, now - step)), undefined)
  })

  test('is valid once when ten requests send it at once', async () => {
    const person = await aCarefulPerson()
    const answers = await Promise.all(Array.from({ length: 10 }, () => person.check(digits(person.secret))))
    assert.deepEqual(answers.filter(Boolean), ['totp'])
  })

  test('may be typed with a space in the middle', async () => {
    const person = await aCarefulPerson()
    assert.equal(await person.check(digits(person.secret).replace(/(...)/, ' $1 ')), 'totp')
  })

  test('works only for its own user', async () => {
    const [one, other] = [await aCarefulPerson(), await aCarefulPerson()]
    assert.equal(await one.check(other.codes[0]!), undefined)
    if (digits(one.secret) !== digits(other.secret)) assert.equal(await one.check(digits(other.secret)), undefined)
  })

  test('is refused without an error when it is anything else', async () => {
    const person = await aCarefulPerson()
    for (const typed of ['', ' ', '12345', '1234567', '１２３４５６', "' or 1=1", '\u0000', 'x'.repeat(10_000)])
      assert.equal(await person.check(typed), undefined, typed.slice(0, 20))
  })
})

describe('a recovery code', () => {
  test('is valid once, whatever its case and separators', async () => {
    const person = await aCarefulPerson()
    const [first, second, third] = person.codes as [string, string, string]
    assert.equal(await person.check(first), 'recovery')
    assert.equal(await person.check(first), undefined)
    assert.equal(await person.check(second.toUpperCase().replaceAll('-', ' ')), 'recovery')
    assert.equal(await person.check(third.replaceAll('0', 'O').replaceAll('1', 'l').replaceAll('-', '')), 'recovery')
    assert.equal(await person.left(), 7)
  })

  test('is valid once when ten requests send it at once', async () => {
    const person = await aCarefulPerson()
    const answers = await Promise.all(Array.from({ length: 10 }, () => person.check(person.codes[4]!)))
    assert.deepEqual(answers.filter(Boolean), ['recovery'])
    assert.equal(await person.left(), 9)
  })

  test('is not stored in clear text', async () => {
    const person = await aCarefulPerson()
    const rows = await app.owner`select to_jsonb(r)::text as row from recovery_codes r where account_id = ${person.id}`
    const stored = rows.map(({ row }) => row).join()
    for (const code of person.codes) {
      assert.ok(!stored.includes(code))
      assert.ok(!stored.includes(code.replaceAll('-', '')))
    }
  })

  test('is invalid after new codes were made, of which there are ten', async () => {
    const person = await aCarefulPerson()
    assert.equal(await person.check(person.codes[0]!), 'recovery')
    const sets = await Promise.all([person.renew(), person.renew()])
    assert.equal(await person.left(), 10)
    assert.equal(await person.check(person.codes[1]!), undefined)
    const worked = []
    for (const set of sets) worked.push(await person.check(set![0]!))
    assert.deepEqual(worked.filter(Boolean), ['recovery'])
  })
})

describe('turning a second factor off', () => {
  test('disables the codes and the recovery codes', async () => {
    const person = await aCarefulPerson()
    assert.equal(await person.drop(), true)
    assert.deepEqual([await person.has(), await person.left()], [false, 0])
    assert.equal(await person.check(digits(person.secret)), undefined)
    assert.equal(await person.check(person.codes[0]!), undefined)
    assert.equal(await person.renew(), undefined)
    assert.equal(await person.drop(), false)
  })
})
