import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
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
    const parts = sections.flatMap(({ search }) => search?.tab ?? [])
    assert.deepEqual(parts, [...tabs])
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

test('every kind of audit entry that the server writes has a text', () => {
  const known = new Set(
    Object.entries(en.audit).flatMap(([group, kinds]) => Object.keys(kinds).map(name => `${group}.${name}`)),
  )
  const written = globSync('server/**/*.ts')
    .filter(file => !file.includes('.test.') && !file.startsWith('server/test'))
    .map(file => readFileSync(file, 'utf8'))
    .filter(text => /recordAudit|recordAccountAudit|recordHousekeeping|auditOfRead|audited/.test(text))
    .flatMap(text => [...text.matchAll(/(?:kind: |auditedAs\()'([a-z_]+\.[a-z_]+)'/g)].map(([, kind]) => kind!))
  assert.ok(written.length > 30)
  assert.deepEqual([...new Set(written.filter(kind => !known.has(kind)))], [])
})
