import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import en from './src/translations/en/index.ts'
import fr from './src/translations/fr/index.ts'

type Words = { [key: string]: string | Words }

const endings = /_(one|many|other)$/

/** Every text by its full key. */
const texts = (words: Words, name = ''): [string, string][] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${name}${key}`, value] as [string, string]] : texts(value, `${name}${key}.`),
  )

const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, word]) => word).sort()

describe('the texts of the audit log', () => {
  const sources = globSync('server/**/*.ts', { exclude: ['**/*.test.ts', 'server/test/**', 'server/demo/**'] })
  const source = sources
    .map(file => readFileSync(file, 'utf8'))
    .filter(text => /recordAudit|recordAccountAudit|recordHousekeeping|auditOfRead|audited|AuditEntry/.test(text))
    .join('\n')

  test('name every kind of entry that the server records', () => {
    const kinds = new Set(
      [...source.matchAll(/(?:\bkind: |auditedAs\()'([a-z_]+\.[a-z_]+)'/g)].map(([, kind = '']) => kind),
    )
    assert.ok(kinds.size > 30)
    const named = texts(en.audit).map(([name]) => name)
    assert.deepEqual(
      [...kinds].filter(kind => !named.includes(kind)),
      [],
    )
    const groups = [...source.matchAll(/\bkind: `([a-z_]+)\.(?:[a-z_]+_)?\$\{/g)].map(([, group = '']) => group)
    assert.deepEqual(
      groups.filter(group => !(group in en.audit)),
      [],
    )
  })
})

describe('the texts of the console', () => {
  const [english, french] = [texts(en), texts(fr)]

  test('have the same keys in both languages, with the plural forms of each', () => {
    const names = (list: [string, string][]) => [...new Set(list.map(([name]) => name.replace(endings, '')))].sort()
    assert.deepEqual(names(french), names(english))
    const counted = names(english.filter(([name]) => endings.test(name)))
    for (const name of counted) {
      const forms = (list: [string, string][]) =>
        ['one', 'many', 'other'].filter(ending => list.some(([other]) => other === `${name}_${ending}`))
      assert.deepEqual(
        [forms(english), forms(french)],
        [
          ['one', 'other'],
          ['one', 'many', 'other'],
        ],
        name,
      )
    }
  })

  test('have the same placeholders', () => {
    for (const [name, text] of french) {
      const [, counterpart = ''] =
        english.find(([other]) => other.replace(endings, '') === name.replace(endings, '')) ?? []
      assert.deepEqual(placeholders(text), placeholders(counterpart), name)
    }
  })

  test('are not empty', () => {
    for (const [name, text] of [...english, ...french]) assert.ok(text.trim(), name)
  })

  test('have no line break before French punctuation and inside French quotation marks', () => {
    for (const [name, text] of french) assert.doesNotMatch(text, /« | [»:;!?]/, name)
    assert.ok(french.some(([, text]) => /«\u00a0.*\u00a0»/.test(text) && /\u202f[?]/.test(text)))
  })

  test('are not written into the components', () => {
    for (const file of globSync('console/src/**/*.tsx')) {
      const found = [...readFileSync(file, 'utf8').matchAll(/>\s*([A-Z][a-z]+(?: [a-z]+)+)\s*</g)].map(
        ([, text]) => text,
      )
      assert.deepEqual(found, [], file)
    }
  })
})
