import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { keyTable } from './src/components/keys.ts'
import { shell } from './src/translations/en/shell.ts'

// The modules of the pages need a browser, so their keys are read from the source.

/** Keys that every field and list box has, and the first key of those that go to a page. */
const usual = new Set(['Enter', 'Escape', 'ArrowDown', 'ArrowUp', 'Tab', 'g'])

/** The keys that a file compares with, or has a function for. */
function keysIn(source: string): string[] {
  const compared = [...source.matchAll(/\bkey\b(?:\.toLowerCase\(\))? [!=]== '([^']+)'/g)]
  const letters = [...source.matchAll(/useLetterKey\('([^']+)'/g)]
  const listens = /addEventListener\('keydown'|onKeyDown = /.test(source)
  const blocks = listens ? [source, ...inlineObjects(source)] : []
  const listed = blocks.flatMap(text => [...text.matchAll(/^\s+(?:'([^']+)'|(\p{L}|Arrow\w+|Enter)): /gmu)])
  return [...compared, ...letters, ...listed].flatMap(([, quoted, bare]) => quoted ?? bare ?? [])
}

/** Objects that are indexed by the key, with each property on its own line. */
const inlineObjects = (source: string) =>
  [...source.matchAll(/\{([^{}]*)\}\[(?:event\.)?key\]/g)].map(([, text = '']) => text.replace(/(^|,)\s*/g, '\n '))

describe('the table of keys', () => {
  const known = new Set<string>(keyTable.flatMap(({ events }) => [...events]))

  test('has every key that a page listens to', () => {
    const missing = globSync('console/src/**/*.{ts,tsx}').flatMap(file =>
      keysIn(readFileSync(file, 'utf8'))
        .filter(key => !known.has(key) && !usual.has(key))
        .map(key => `${key} in ${file}`),
    )
    assert.deepEqual(missing, [])
  })

  test('would find a key that is missing', () => {
    assert.deepEqual(keysIn("useLetterKey('q', act)"), ['q'])
    assert.deepEqual(keysIn("if (event.key === 'w') act()"), ['w'])
    assert.deepEqual(keysIn("addEventListener('keydown', press)\n const actions = {\n  y: act,\n  '!': act }"), [
      'y',
      '!',
    ])
  })

  test('has a text for each, and each key once per place', () => {
    const texts: Record<string, string> = shell.keys
    for (const { name } of keyTable) assert.ok(texts[name], name)
    const used = keyTable.flatMap(({ where, keys }) => `${where} ${keys}`)
    assert.deepEqual(used, [...new Set(used)])
  })
})
