import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, test } from 'node:test'

// What we wrote for people leads somewhere: every link to a file, and to a place in it.

const documents = globSync(['*.md', 'docs/**/*.md', 'sdk/*.md', 'deploy/*.md', 'bench/*.md']).sort()
const textOf = (file: string) => readFileSync(file, 'utf8')

/** The text without examples, in which nothing is a link. */
const prose = (file: string) =>
  textOf(file)
    .replace(/^ *```[\s\S]*?^ *```/gm, '')
    .replace(/`[^`\n]*`/g, '')

const linksIn = (file: string) => [...prose(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)

/** As the sites that show Markdown make them of headings. */
function anchorsIn(file: string) {
  const seen = new Map<string, number>()
  return [
    ...textOf(file)
      .replace(/^```[\s\S]*?^```/gm, '')
      .matchAll(/^#{1,6} +(.+)$/gm),
  ].map(([, heading = '']) => {
    const plain = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-')
    const count = seen.get(plain) ?? 0
    seen.set(plain, count + 1)
    return count === 0 ? plain : `${plain}-${count}`
  })
}

describe('documents', () => {
  test('link to what is there', () => {
    assert.ok(documents.length > 20)
    for (const file of documents) {
      for (const link of linksIn(file)) {
        if (/^(https?:|mailto:)/.test(link)) continue
        const [path = '', anchor] = link.split('#')
        const target = path === '' ? file : posix.join(posix.dirname(file), path)
        assert.ok(existsSync(target), `${file} links to ${link}`)
        if (anchor === undefined) continue
        assert.ok(anchorsIn(target).includes(anchor), `${file} links to ${link}, and ${target} has no such heading`)
      }
    }
  })

  test('every guide can be found from the README', () => {
    const shown = linksIn('README.md')
    for (const guide of globSync('docs/guides/*.md'))
      assert.ok(shown.includes(guide), `README.md does not show ${guide}`)
  })

  test('what they tell people to run is there', () => {
    const scripts = Object.keys(JSON.parse(textOf('package.json')).scripts)
    for (const file of documents)
      for (const [, name = ''] of textOf(file).matchAll(/npm run (?:--silent |-s )?([\w:]+)/g))
        assert.ok(scripts.includes(name), `${file} says npm run ${name}`)
  })
})

describe('what is for other machines', () => {
  test('the image has everything that the server imports', () => {
    const copied = [...textOf('deploy/Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) =>
      names.split(' '),
    )
    for (const room of ['server', 'cli', 'sdk', 'docs/openapi.json', 'deploy/healthy.mjs'])
      assert.ok(copied.includes(room), room)
    for (const name of copied.filter(name => name !== '.')) assert.ok(existsSync(name), `the Dockerfile copies ${name}`)
  })

  test('settings that are set there are settings', async () => {
    const { Settings } = await import('./server/config.ts')
    const known = [...Object.keys(Settings.properties), 'NODE_ENV', 'MALLOC_MMAP_THRESHOLD_', 'MALLOC_TRIM_THRESHOLD_']
    const compose = textOf('deploy/compose.yaml').split('\n  muster:')[1]!
    const names = [
      ...[...compose.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name]) => name!),
      ...[...textOf('deploy/muster.service').matchAll(/^Environment=(.+)$/gm)].flatMap(([, line = '']) =>
        line.split(' ').map(pair => pair.split('=')[0]!),
      ),
      ...[...textOf('deploy/Dockerfile').matchAll(/^ENV (.+)$/gm)].flatMap(([, line = '']) =>
        line.split(' ').map(pair => pair.split('=')[0]!),
      ),
    ]
    assert.ok(names.length > 10)
    for (const name of names) assert.ok(known.includes(name), name)
  })

  test('the command of the clone can be run', () => {
    assert.ok(statSync('muster').mode & 0o100)
  })
})
