import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../test/runs.ts'
import { digestOf, hasValidMac, isSecret, newSecret } from './secrets.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const secrets = fc.constantFrom('mus_p_' as const, 'mus_i_' as const).map(kind => ({ kind, secret: newSecret(kind) }))

describe('a secret', () => {
  test('has its kind, 256 random bits and a checksum, in URL-safe characters', () => {
    assert.match(newSecret('mus_p_'), /^mus_p_[\w-]{49}$/)
    assert.match(newSecret('mus_i_'), /^mus_i_[\w-]{49}$/)
  })

  test('is never generated twice', () => {
    const made = Array.from({ length: 1000 }, () => newSecret('mus_i_'))
    assert.equal(new Set(made).size, made.length)
  })

  test('is recognised by its kind, and not as another kind', () => {
    fc.assert(
      fc.property(secrets, ({ kind, secret }) => {
        assert.equal(isSecret(secret, kind), true)
        assert.equal(isSecret(secret, kind === 'mus_p_' ? 'mus_i_' : 'mus_p_'), false)
      }),
    )
  })

  test('is refused with any one character changed', () => {
    fc.assert(
      fc.property(secrets, fc.nat(54), fc.constantFrom(...alphabet), ({ kind, secret }, place, other) => {
        const at = place % secret.length
        fc.pre(secret[at] !== other)
        assert.equal(isSecret(secret.slice(0, at) + other + secret.slice(at + 1), kind), false)
      }),
      { numRuns: runs(2000) },
    )
  })

  test('is refused with every possible change of each of its characters', () => {
    const secret = newSecret('mus_p_')
    for (let at = 0; at < secret.length; at++) {
      for (const other of alphabet) {
        if (other === secret[at]) continue
        assert.equal(isSecret(secret.slice(0, at) + other + secret.slice(at + 1), 'mus_p_'), false, `${at} ${other}`)
      }
    }
  })

  test('is refused when it is truncated, extended, or has two neighbouring characters swapped', () => {
    fc.assert(
      fc.property(secrets, fc.nat(53), ({ kind, secret }, at) => {
        assert.equal(isSecret(secret.slice(0, at), kind), false)
        assert.equal(isSecret(secret + secret[at], kind), false)
        assert.equal(isSecret(`${secret}\n`, kind), false)
        assert.equal(isSecret(` ${secret}`, kind), false)
        fc.pre(secret[at] !== secret[at + 1])
        assert.equal(isSecret(secret.slice(0, at) + secret[at + 1] + secret[at] + secret.slice(at + 2), kind), false)
      }),
    )
  })

  test('is distinguished from any other text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), text => {
        assert.equal(isSecret(text, 'mus_p_'), false)
        assert.equal(isSecret(`mus_p_${text}`, 'mus_p_'), false)
      }),
    )
    assert.equal(isSecret('', 'mus_p_'), false)
    assert.equal(isSecret('mus_p_', 'mus_p_'), false)
  })

  test('is stored as a digest that does not reveal it', () => {
    const secret = newSecret('mus_p_')
    assert.match(digestOf(secret), /^[\w-]{43}$/)
    assert.equal(digestOf(secret), digestOf(secret))
    assert.notEqual(digestOf(secret), digestOf(newSecret('mus_p_')))
    assert.ok(!digestOf(secret).includes(secret.slice(6, 16)))
  })
})

describe('the MAC of a token', () => {
  const [key, other] = [randomBytes(32), randomBytes(32)]

  test('is valid for the key it was made with, and for no other', () => {
    const token = newSecret('mus_a_', key)
    assert.ok(isSecret(token, 'mus_a_') && hasValidMac(token, key))
    assert.equal(hasValidMac(token, other), false)
    assert.equal(hasValidMac(token.replace('mus_a_', 'mus_p_'), key), false)
    assert.equal(hasValidMac(newSecret('mus_a_'), key), false)
    assert.equal(hasValidMac('', key), false)
  })

  test('is invalid with any one character changed, as is the token', () => {
    const token = newSecret('mus_p_', key)
    for (let at = 0; at < token.length; at++) {
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
      assert.equal(isSecret(changed, 'mus_p_'), false, changed)
    }
  })
})
