import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

// Which test files a change concerns: those whose imports reach it. The application imports every resource, so that its tests would all
// reach everything: a test reaches a resource by the paths that it requests, and a screen by the address that it opens.

const sources = '{server,sdk,cli,console/src,console,e2e,bench,torture}/**/*.{ts,tsx,mjs}'
const exclude = ['**/node_modules/**', '**/dist*/**']

/** Import lists of everything: what they list is not followed. */
const registries = ['server/resources.ts', 'console/src/router.tsx', 'console/src/main.tsx', 'sdk/operations.ts']

/** A helper imported by more files than this is of no area: the paths that it requests are not followed. */
const importers_max = 60

/** A change to one of these concerns every test. */
const of_all = /^(package(-lock)?\.json|tsconfig\.json|test\.ts|server\/test\/runner\/.*|server\/db\/migrations\/.*)$/

interface Affected {
  file: string
  /** How many imports away the change is. */
  distance: number
}

/** The test files that these changed files concern, those nearest to the change first. */
export function affectedBy(changed: string[]): Affected[] {
  const graph = readGraph()
  const tests = [...graph.keys()].filter(file => file.endsWith('.test.ts'))
  if (changed.some(file => of_all.test(file))) return tests.map(file => ({ file, distance: 0 }))
  const distances = distancesTo(changed, graph)
  return tests
    .flatMap(file => {
      const reached = distances.get(file) ?? (isOfWhole(file) ? 9 : undefined)
      const distance = isNeighbour(file, changed) ? Math.min(reached ?? 1, 1) : reached
      return distance === undefined ? [] : [{ file, distance }]
    })
    .sort((a, b) => a.distance - b.distance || nearness(b.file, changed) - nearness(a.file, changed))
}

/** The tests of the repository as a whole read every file. */
const isOfWhole = (test: string) => !test.includes('/')

/** Tests of pages, of the database and of programs reach files of their part by ways that neither an import nor a path shows. */
const isNeighbour = (test: string, changed: string[]) =>
  changed.some(file => {
    const folder = partOf(file)
    return file.includes('/') && partOf(test) === folder
  })

const areas = ['organisation', 'integrations', 'contacts', 'money', 'field']

/** `server/sign_in`; a resource in an area is a part of its own. */
function partOf(file: string) {
  const [top, second = '', third = ''] = file.split('/')
  if (top !== 'server') return posix.dirname(file)
  return areas.includes(second) ? `${second}/${third}` : second
}

/** How many folders a test shares with the nearest of the changed files. */
function nearness(test: string, changed: string[]) {
  const folders = (file: string) => posix.dirname(file).split('/')
  return Math.max(
    ...changed.map(file => {
      const own = folders(test)
      return folders(file).findIndex((folder, at) => folder !== own[at]) >>> 0
    }),
  )
}

/** The shortest way from every file to one of these. */
function distancesTo(changed: string[], graph: Map<string, string[]>) {
  const importers = new Map<string, string[]>()
  for (const [file, targets] of graph)
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), file])
  const distances = new Map(changed.map(file => [file, 0]))
  for (const queue = [...changed]; queue.length > 0; ) {
    const at = queue.shift() ?? ''
    for (const importer of importers.get(at) ?? [])
      if (!distances.has(importer)) {
        distances.set(importer, (distances.get(at) ?? 0) + 1)
        queue.push(importer)
      }
  }
  return distances
}

/** What each file imports, or requests. */
function readGraph() {
  const texts = new Map(
    globSync([sources, '*.ts'], { exclude }).map(file => [posix.normalize(file), readFileSync(file, 'utf8')]),
  )
  const graph = new Map(
    [...texts].map(([file, text]) => [file, registries.includes(file) ? [] : importsIn(file, text)]),
  )
  const imported = new Map<string, number>()
  for (const targets of graph.values())
    for (const target of targets) imported.set(target, (imported.get(target) ?? 0) + 1)
  const pages = [...operationPaths(texts), ...screenPaths(texts.get('console/src/router.tsx') ?? '')]
  for (const [file, text] of texts)
    if (/^(e2e|server\/test|torture|sdk|cli)\/|\.test\.ts$/.test(file) && (imported.get(file) ?? 0) <= importers_max)
      graph.get(file)?.push(...requestedIn(text, pages))
  return graph
}

const importsIn = (file: string, text: string) =>
  [...text.matchAll(/(?:from|import|import\(|readFileSync\(new URL\()\s*'(\.[^']+)'/g)].map(([, target = '']) =>
    posix.join(posix.dirname(file), target),
  )

interface Page {
  path: string[]
  file: string
}

const operationPaths = (texts: Map<string, string>): Page[] =>
  [...texts]
    .filter(([file]) => /routes\.ts$/.test(file))
    .flatMap(([file, text]) =>
      [...text.matchAll(/\b(?:(?:get|post|patch|put|del)\(\s*|path: )'(\/[^']*)'/g)].map(([, path = '']) => ({
        path: path.split('/').slice(1),
        file,
      })),
    )

/** `path: '/teams', … import('./organisation/teams/Teams.tsx')`. */
const screenPaths = (router: string): Page[] =>
  [...router.matchAll(/path: '(\/[^']*)',(?:(?!path:)[\s\S])*?import\('\.\/([^']+)'\)/g)].map(
    ([, path = '', file = '']) => ({ path: ['console', ...path.split('/').slice(1)], file: `console/src/${file}` }),
  )

/** The files behind the paths that a test names: `/v1/tasks?state=done`, `/teams/${id}`. */
function requestedIn(text: string, pages: Page[]) {
  const named = new Set(
    [...text.matchAll(/['"`](\/(?:\$\{[^}]*\}|[\w./-])*)/g)].map(([, path = '']) => path.replace(/\$\{[^}]*\}/g, ':')),
  )
  const paths = [...named].map(path => path.split('/').slice(1))
  const isNamed = (page: string[]) =>
    paths.some(path => path.length === page.length && page.every((part, at) => agrees(part, path[at] ?? '')))
  return [...new Set(pages.filter(({ path }) => isNamed(path)).map(({ file }) => file))]
}

const agrees = (part: string, said: string) => /^[:$]/.test(part) || said.includes(':') || part === said

/** The files that differ from a commit, also those that Git does not know yet. */
export function changedSince(commit: string): string[] {
  const lines = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
  return [...lines('diff', '--name-only', commit), ...lines('ls-files', '--others', '--exclude-standard')]
}
