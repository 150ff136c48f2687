import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { french as messages } from '../server/messages/fr/index.ts'
import en from './src/translations/en/index.ts'
import fr from './src/translations/fr/index.ts'

type Words = { [key: string]: string | Words }

const glossary = readFileSync('docs/glossary.md', 'utf8')

/** Every text by its key. */
const textsOf = (words: Words, name = ''): [key: string, text: string][] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${name}${key}`, value] as [string, string]] : textsOf(value, `${name}${key}.`),
  )

// What people type to find a command or a setting is not what they read.
const isRead = ([key]: [string, string]) => !/_words\b|^settings_search\.(words|field)\./.test(key)
// A name that has a word which is not used.
const withoutNames = ([key, text]: [string, string]): [string, string] => [
  key,
  text.replaceAll('Google Workspace', 'Google'),
]
const english = textsOf(en).filter(isRead).map(withoutNames)
const french = [...textsOf(fr).filter(isRead), ...Object.entries(messages)]

interface Term {
  english: string
  not_english: string[]
  french: string
  not_french: string[]
  meaning: string
}

const listOf = (cell: string) =>
  cell
    .split(',')
    .map(word => word.trim())
    .filter(Boolean)

const terms: Term[] = glossary
  .split('\n')
  .filter(line => /^\| (?!English|---)/.test(line) && !line.startsWith('|---'))
  .map(line => {
    const [, english = '', not_english = '', french = '', not_french = '', meaning = ''] = line
      .split('|')
      .map(cell => cell.trim())
    return { english, not_english: listOf(not_english), french, not_french: listOf(not_french), meaning }
  })

const phrases = glossary
  .slice(glossary.indexOf('## Phrases that are not used'))
  .split('\n')
  .filter(line => line.startsWith('- '))
  .map(line => line.slice(2))

/** The texts that have this word, as a whole and in any case. */
function textsWith(texts: [string, string][], word: string) {
  const pattern = new RegExp(`(?<![\\p{L}-])${word.replace(/ /g, '\\s')}(?![\\p{L}-])`, 'iu')
  return texts.filter(([, text]) => pattern.test(text)).map(([key, text]) => `${key}: ${text}`)
}

describe('the glossary', () => {
  test('has each term in both languages, once, with one sentence', () => {
    assert.ok(terms.length > 50, String(terms.length))
    for (const { english, french, meaning } of terms)
      assert.ok(english && french && /^[A-Z].*\.$/.test(meaning), english)
    const names = terms.map(({ english }) => english)
    assert.deepEqual(names, [...new Set(names)])
  })

  test('has only terms that the console uses', () => {
    for (const { english: word, french: mot } of terms) {
      const first = (list: string) => listOf(list)[0] ?? ''
      assert.ok(textsWith(english, `${first(word)}s?`).length > 0, word)
      const plural = first(mot).replaceAll(' ', 's? ')
      assert.ok(textsWith(french, `${plural}(s|es|e)?`).length > 0, mot)
    }
  })

  test('names the words that no text uses in place of a term', () => {
    const found = terms.flatMap(({ not_english, not_french }) => [
      ...not_english.flatMap(word => textsWith(english, word).map(text => `${word} in ${text}`)),
      ...not_french.flatMap(word => textsWith(french, word).map(text => `${word} in ${text}`)),
    ])
    assert.deepEqual(found, [])
  })

  test('names phrases that no text has', () => {
    assert.ok(phrases.length > 5)
    for (const phrase of phrases) assert.deepEqual(textsWith([...english, ...french], phrase), [], phrase)
  })

  test('would find a word that is not to be used', () => {
    assert.deepEqual(textsWith([['a.b', 'Votre courriel\u00a0: oui']], 'courriel'), ['a.b: Votre courriel\u00a0: oui'])
    assert.deepEqual(textsWith([['a.b', 'Télécharger']], 'charge'), [])
  })
})
