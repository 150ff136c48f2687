import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'

/** In bytes, as they are sent to a browser that accepts Brotli. */
const first_load_max = 350_000
/** What a page adds to the first load. */
const page_max = 130_000

const built = join(import.meta.dirname, 'dist')

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
  isDynamicEntry?: boolean
}

const chunks = JSON.parse(readFileSync(join(built, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>

/** The files that a module needs before it runs. */
function filesOf(name: string, files = new Set<string>()): Set<string> {
  const chunk = chunks[name]
  assert.ok(chunk, `the console has no ${name}`)
  if (files.has(chunk.file)) return files
  for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
  for (const imported of chunk.imports ?? []) filesOf(imported, files)
  return files
}

const bytesOf = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + sentBytes(join(built, file)), 0)

const sentBytes = (file: string) => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size

const languages = ['src/translations/en/index.ts', 'src/translations/fr/index.ts']
/** Loaded with the home page, after its first parts. */
const home = ['src/home/Trends.tsx', 'src/field/visits/offline/send.ts']

describe('the console', () => {
  test('opens its first page with at most 350 kB, in each language', () => {
    for (const language of languages) {
      const files = new Set(['index.html', language, ...home].flatMap(name => [...filesOf(name)]))
      const bytes = bytesOf(files) + sentBytes(join(built, 'index.html'))
      assert.ok(bytes <= first_load_max, `${language}: ${bytes} bytes in ${[...files].join(' ')}`)
    }
  })

  test('adds at most 130 kB for any other page', () => {
    const first = filesOf('index.html')
    const pages = Object.keys(chunks).filter(name => chunks[name]?.isDynamicEntry && !languages.includes(name))
    assert.ok(pages.length > 20)
    for (const page of pages) {
      const added = [...filesOf(page)].filter(file => !first.has(file))
      assert.ok(bytesOf(added) <= page_max, `${page}: ${bytesOf(added)} bytes in ${added.join(' ')}`)
    }
  })
})
