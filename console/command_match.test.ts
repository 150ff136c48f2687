import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { matchTexts } from './src/components/fuzzy_match.ts'

const payment = ['New payment', 'Nouveau paiement', 'donation membership']
const settings = ['Settings', 'Réglages']
const matches = (typed: string, texts: string[]) => matchTexts(typed, texts) !== undefined

describe('finding a command', () => {
  for (const typed of ['new pay', 'pay new', 'NOUVEAU', 'paiem', 'dona', 'payment'])
    test(`${typed} is found as it is written`, () => assert.equal(matchTexts(typed, payment)?.typo, false))

  for (const typed of ['paymnet', 'payement', 'pamyent', 'nouveau paiment', 'membreship'])
    test(`${typed}, with a wrong letter, is found`, () => assert.equal(matchTexts(typed, payment)?.typo, true))

  test('accents do not matter, in either', () => {
    assert.ok(matches('reglages', settings))
    assert.ok(matches('RÉGLÂGES', settings))
  })

  test('every word must be found, and three letters must be right', () => {
    assert.ok(!matches('new contact', payment))
    assert.ok(!matches('pxy', payment))
    assert.ok(!matches('dupont', payment))
  })

  test('a small word need not be found beside another word', () => {
    const invite = ['Invite members', 'Inviter des membres']
    for (const typed of ['inviter un membre', 'invite a member', 'inviter membre', 'membre de l'])
      assert.equal(matchTexts(typed, invite)?.typo, false, typed)
    for (const typed of ['un', 'the', 'inviter un contact']) assert.ok(!matches(typed, invite), typed)
  })

  test('the name comes before other words, a right letter before a wrong one, a short name before a long one', () => {
    const rank = (typed: string, texts: string[]) => matchTexts(typed, texts)?.rank ?? Number.NaN
    assert.ok(rank('payment', ['Payments']) < rank('payment', ['Bank', 'payments']))
    assert.ok(rank('payment', ['Payments']) < rank('paymnet', ['Payments']))
    assert.ok(rank('payment', ['Payments']) < rank('payment', ['Payments to check']))
  })

  test('nothing typed matches everything, and marks alone match nothing less', () => {
    assert.ok(matches('', payment))
    assert.ok(matches(' / ', payment))
  })
})
