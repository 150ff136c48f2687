import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

/** A promise, and what became of it. */
export interface Line {
  number: string
  name: string
  promise: string
  shown: string
  found: string
  answer: string
  /** The day and the commit. */
  when: string
}

const file = fileURLToPath(new URL('../docs/promises.md', import.meta.url))

export const machine = () =>
  `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`

const heading = () => `# Promises

What Muster guarantees, and the test that proves each guarantee. \`npm run torture\` writes this page. It kills processes, cuts connections and fills
disks. \`npm run torture -- outage\` runs one line. \`npm test\` runs the fast ones too. A promise that did not hold, or was not tested, says so.

Last run on ${machine()}; other programs may have been running.

| # | name | promise | test | result | holds | run |
|---|---|---|---|---|---|---|
`

/** Puts these lines into the page; the others stay as they were found before. */
export function updatePromisesPage(lines: Line[], all: Omit<Line, 'found' | 'answer' | 'when'>[]) {
  const rows = new Map(existsSync(file) ? rowsIn(readFileSync(file, 'utf8')) : [])
  const rowOf = ({ number, name, promise, shown, found, answer, when }: Line) => {
    const cells = [number, name, promise, shown, found, answer === 'NO' ? '**no**' : answer, when]
    return `| ${cells.map(cell => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  }
  for (const line of lines) rows.set(line.name, rowOf(line))
  const untried = { found: '', answer: 'not run yet', when: '' }
  const body = all.map(promise => rows.get(promise.name) ?? rowOf({ ...promise, ...untried }))
  writeFileSync(file, `${heading()}${body.join('\n')}\n`)
}

const rowsIn = (text: string) =>
  text.split('\n').flatMap(line => {
    const name = /^\| [\w ]*\| (\w+) \|/.exec(line)?.[1]
    return name && name !== 'name' ? [[name, line] as const] : []
  })
