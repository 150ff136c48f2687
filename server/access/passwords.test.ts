import assert from 'node:assert/strict'
import { argon2Sync, randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { hashPassword, password_length_max, password_length_min, verifyPassword, weaknessOf } from './passwords.ts'

const phrase = 'four lanterns over the canal'

describe('a stored password', () => {
  test('is an argon2id hash with its parameters', async () => {
    const stored = await hashPassword(phrase)
    assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/=]+\$[A-Za-z0-9+/=]+$/)
    assert.equal(Buffer.from(stored.split('$')[5]!, 'base64').length, 32)
  })

  test('is accepted, and no other one is', async () => {
    const stored = await hashPassword(phrase)
    assert.equal(await verifyPassword(phrase, stored), true)
    assert.equal(await verifyPassword(`${phrase} `, stored), false)
    assert.equal(await verifyPassword(phrase.toUpperCase(), stored), false)
    assert.equal(await verifyPassword('', stored), false)
  })

  test('differs for two users with the same password', async () => {
    assert.notEqual(await hashPassword(phrase), await hashPassword(phrase))
  })

  test('is accepted however the keyboard composes its accents', async () => {
    const stored = await hashPassword('été à la façon de Zoé')
    assert.equal(await verifyPassword('été à la façon de Zoé'.normalize('NFD'), stored), true)
  })

  test('is accepted when it was hashed with other parameters', async () => {
    const nonce = randomBytes(16)
    const cost = { memory: 8192, passes: 3, parallelism: 2 }
    const hash = argon2Sync('argon2id', { message: phrase, nonce, ...cost, tagLength: 32 })
    const stored = `$argon2id$v=19$m=8192,t=3,p=2$${nonce.toString('base64')}$${hash.toString('base64')}`
    assert.equal(await verifyPassword(phrase, stored), true)
    assert.equal(await verifyPassword('five lanterns over the canal', stored), false)
  })

  test('is never accepted when the stored value is not one of our hashes', async () => {
    for (const stored of ['', phrase, '$2b$10$abcdefghijklmnopqrstuv', '$argon2i$v=19$m=8,t=1,p=1$AAAAAAAAAAA$AAAA']) {
      assert.equal(await verifyPassword(phrase, stored), false, stored)
    }
  })

  test('is checked for thirty users who sign in at once', async () => {
    const stored = await hashPassword(phrase)
    const guesses = Array.from({ length: 30 }, (_, index) => verifyPassword(index % 2 ? phrase : 'no', stored))
    const answers = await Promise.all(guesses)
    for (const [index, right] of answers.entries()) assert.equal(right, index % 2 === 1)
  })

  test('is refused as unavailable when too many sign in at once, and works again afterwards', async () => {
    const stored = await hashPassword(phrase)
    const crowd = await Promise.allSettled(Array.from({ length: 60 }, () => verifyPassword(phrase, stored)))
    const refused = crowd.filter(one => one.status === 'rejected')
    assert.equal(refused.length, 8)
    for (const { reason } of refused) assert.equal(reason.code, 'unavailable')
    assert.equal(await verifyPassword(phrase, stored), true)
  })
})

describe('a password is weak', () => {
  const no_names: string[] = []

  test('below twelve characters, counted as graphemes', () => {
    assert.equal(weaknessOf('', no_names), 'too_short')
    assert.equal(weaknessOf('kd8#vq2!zpx', no_names), 'too_short')
    assert.equal(weaknessOf('kd8#vq2!zpxw', no_names), undefined)
    assert.equal(weaknessOf('🦊🦉🐝🐢🦀🐙', no_names), 'too_short')
  })

  test('above 1024 characters', () => {
    const long = 'correct horse battery staple '.repeat(50)
    assert.equal(weaknessOf(long.slice(0, password_length_max), no_names), undefined)
    assert.equal(weaknessOf(long.slice(0, password_length_max + 1), no_names), 'too_long')
    assert.equal(password_length_min, 12)
  })

  test('when it is a common password, or a common word with a few characters around it', () => {
    const words = 'password1234 Password2024 motdepasse12 azertyuiop12 qwertyuiop[] 123456789012 aaaaaaaaaaaa'
    // Even long ones: all of these are in public lists of the most used passwords.
    const listed = 'passwordpassword 123456123456 qwertyqwerty azertyazerty 123456789123 q1w2e3r4t5y6'
    for (const common of `${words} ${listed}`.split(' '))
      assert.equal(weaknessOf(common, no_names), 'too_common', common)
  })

  test('when it is a name or address of its owner with a few characters around it', () => {
    const known = ['Maximilienne', 'Robespierre', 'maxime.robert@example.org', 'maxime.robert']
    const own = 'maximilienne MAXIMILIENNE Robespierre12 maxime.robert@example.org maxime.robert1'
    for (const word of own.split(' ')) assert.equal(weaknessOf(word, known), 'too_common', word)
    assert.equal(weaknessOf('maximilienne likes tall ships', known), undefined)
  })

  test('but not when it is several words in a row, or contains a short or empty name', () => {
    assert.equal(weaknessOf(phrase, ['', 'Al', 'Bo']), undefined)
    assert.equal(weaknessOf('my password is a poem', no_names), undefined)
  })
})
