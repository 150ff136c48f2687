import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, test } from 'node:test'
import { anchorOf } from './server/guides/markdown.ts'

// Checks the links, commands and settings in documents and deployment files.

const documents = globSync(['*.md', 'docs/**/*.md', 'sdk/*.md', 'deploy/*.md', 'bench/*.md']).sort()
const textOf = (file: string) => readFileSync(file, 'utf8')

/** The text without code, which contains no links. */
const prose = (file: string) =>
  textOf(file)
    .replace(/^ *```[\s\S]*?^ *```/gm, '')
    .replace(/`[^`\n]*`/g, '')

const linksIn = (file: string) => [...prose(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)

/** Source files and folders: `events/order.ts`, `server/demo/`. Patterns such as *.test.ts and NNNN_name.sql are left out. */
const pathsIn = (file: string) =>
  [...textOf(file).matchAll(/(?<![\w*/.{}>-])(?:[\w-]+\/)*\w[\w.-]*\.(?:tsx?|sql)(?![\w/])|(?<=`)(?:[\w-]+\/)+(?=`)/g)]
    .map(([path]) => path)
    .filter(path => !path.includes('NNNN'))

/** The anchors of headings, as Markdown renderers create them. */
function anchorsIn(file: string) {
  const uses = new Map<string, number>()
  return [
    ...textOf(file)
      .replace(/^```[\s\S]*?^```/gm, '')
      .matchAll(/^#{1,6} +(.+)$/gm),
  ].map(([, heading = '']) => anchorOf(heading, uses))
}

const readPackage = (folder: string) =>
  JSON.parse(textOf(`${folder}/package.json`)) as { name: string; version: string }

function checkLink(file: string, link: string) {
  if (/^(https?:|mailto:)/.test(link)) return
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? file : posix.join(posix.dirname(file), path)
  assert.ok(existsSync(target), `${file} links to ${link}`)
  if (anchor !== undefined)
    assert.ok(anchorsIn(target).includes(anchor), `${file} links to ${link}, and ${target} has no such heading`)
}

describe('documents', () => {
  test('link to existing files and headings', () => {
    assert.ok(documents.length > 20)
    for (const file of documents) for (const link of linksIn(file)) checkLink(file, link)
  })

  test('every guide is linked from the README', () => {
    const linked = linksIn('README.md')
    for (const guide of globSync('docs/guides/*.md'))
      assert.ok(linked.includes(guide), `README.md does not link to ${guide}`)
  })

  test('name files that exist', () => {
    const paths = globSync(['*', '{server,sdk,cli,console,e2e,bench,torture,deploy,docs}/**/*'], {
      exclude: path => /node_modules|\bdist$/.test(path),
    })
    for (const file of documents) {
      for (const path of pathsIn(file))
        assert.ok(
          paths.some(name => `/${name}`.endsWith(`/${path.replace(/\/$/, '')}`)),
          `${file} names ${path}`,
        )
    }
  })

  test('the changelog begins with the current version; above it, unreleased changes need a higher one', () => {
    const { version } = JSON.parse(textOf('package.json'))
    const sections = [...textOf('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, title = '']) => title)
    const [released] = sections.flatMap(title => /^(\d+\.\d+\.\d+) – \d{4}-\d\d-\d\d$/.exec(title)?.[1] ?? [])
    if (sections[0] === 'Unreleased') assert.notEqual(version, released, 'raise the version in package.json')
    else assert.equal(version, released)
    const locks = ['package-lock.json', 'console/package-lock.json'].map(file => JSON.parse(textOf(file)).packages[''])
    const citation = { name: 'CITATION.cff', version: /^version: (.+)$/m.exec(textOf('CITATION.cff'))?.[1] }
    const repeated = [...locks, ...['sdk', 'console'].map(folder => readPackage(folder)), citation]
    for (const each of repeated) assert.equal(each.version, version, each.name)
  })

  test('every decision asks a question, states the choice and its consequences', () => {
    for (const file of globSync('docs/decisions/0*.md'))
      assert.match(textOf(file), /^## Question\n[^#]*\?[^#]*^## Choice\n[^#]*^## Consequences\n/m, file)
  })

  test('every npm script they mention exists', () => {
    const scripts = Object.keys(JSON.parse(textOf('package.json')).scripts)
    for (const file of documents)
      for (const [, name = ''] of textOf(file).matchAll(/npm run (?:--silent |-s )?([\w:]+)/g))
        assert.ok(scripts.includes(name), `${file} says npm run ${name}`)
  })
})

describe('deployment files', () => {
  test('the image has everything that the server imports', () => {
    const copied = [...textOf('deploy/Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) =>
      names.split(' '),
    )
    for (const path of ['server', 'cli', 'sdk', 'docs', 'deploy']) assert.ok(copied.includes(path), path)
    for (const name of copied.filter(name => name !== '.')) assert.ok(existsSync(name), `the Dockerfile copies ${name}`)
  })

  test('set only settings that exist', async () => {
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

  test('the muster command of a clone is executable', () => {
    assert.ok(statSync('muster').mode & 0o100)
  })
})
