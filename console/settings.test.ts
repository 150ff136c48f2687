import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { matchTexts } from './src/components/fuzzy_match.ts'
import { tabs } from './src/money/transaction_settings/search_params.ts'
import { findSettings, wordsOf } from './src/settings/find_settings.ts'
import { sections, type TextKey } from './src/settings/sections.ts'
import en from './src/translations/en/index.ts'
import fr from './src/translations/fr/index.ts'

type Words = { [key: string]: string | Words }

const lookup =
  (texts: Words) =>
  ({ key, ns }: TextKey) => {
    let found: string | Words | undefined = texts[ns]
    for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined
    assert.ok(typeof found === 'string' && found.trim(), `${ns} ${key}`)
    return found
  }

const find = (typed: string, texts: Words) =>
  findSettings(typed, sections, lookup(texts)).map(({ section, field }) =>
    [section.name, field?.id].filter(Boolean).join('#'),
  )

describe('the settings', () => {
  test('have a name, a sentence and words for every section, and a name and words for every field, in both languages', () => {
    const keys = sections.flatMap(({ text, about, words, fields }) => [
      ...[text, about, words],
      ...fields.flatMap(field => [field.text, wordsOf(field)]),
    ])
    for (const texts of [en, fr] as Words[]) for (const key of keys) lookup(texts)(key)
  })

  test('have a section for each part of the finance settings', () => {
    const finance = sections.filter(({ to }) => to === '/settings/finance')
    assert.deepEqual(
      finance.map(({ search }) => search?.tab),
      [...tabs],
    )
  })

  test('have each name once', () => {
    const names = sections.flatMap(({ name, fields }) => [name, ...fields.map(({ id }) => `${name}#${id}`)])
    assert.equal(new Set(names).size, names.length)
  })

  const french: [typed: string, first: string][] = [
    ['TVA', 'ledger'],
    ['fuseau horaire', 'space#time_zone'],
    ['jeton', 'tokens'],
    ['mot de passe', 'account'],
    ['double authentification', 'space#second_factor_required'],
    ['IBAN', 'bank'],
    ['rappel', 'memberships'],
    ['devise', 'numbering#currency'],
    ['rgpd', 'privacy'],
    ['permissions', 'roles'],
    ['inactif', 'users#users_seen'],
  ]
  for (const [typed, first] of french)
    test(`are found in French by “${typed}”`, () => assert.equal(find(typed, fr)[0], first))

  test('are found without accents, in any order and with a wrong letter, in English too', () => {
    assert.equal(find('tresoriere', fr)[0], 'roles')
    assert.equal(find('zone time', en)[0], 'space#time_zone')
    assert.ok(find('double authentification', fr).includes('account'))
    assert.equal(find('currancy', en)[0], 'numbering#currency')
    assert.equal(find('password', en)[0], 'account')
    assert.deepEqual(find('no such words', en), [])
  })
})

const payment = ['New payment', 'Nouveau paiement', 'donation membership']
const settings_command = ['Settings', 'Réglages']
const matches = (typed: string, texts: string[]) => matchTexts(typed, texts) !== undefined

describe('finding a command', () => {
  for (const typed of ['new pay', 'pay new', 'NOUVEAU', 'paiem', 'dona', 'payment'])
    test(`${typed} is found as it is written`, () => assert.equal(matchTexts(typed, payment)?.typo, false))

  for (const typed of ['paymnet', 'payement', 'pamyent', 'nouveau paiment', 'membreship'])
    test(`${typed}, with a wrong letter, is found`, () => assert.equal(matchTexts(typed, payment)?.typo, true))

  test('accents do not matter, in either', () => {
    assert.ok(matches('reglages', settings_command))
    assert.ok(matches('RÉGLÂGES', settings_command))
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
