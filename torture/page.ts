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

const heading = () => `# What we promise, and what came of it

Written by \`npm run torture\`, which tries all of this for real: processes that are killed, lines that fail, disks that are full. \`npm run torture -- outage\`
tries one line of the table. What is quick is in \`npm test\` as well. A line that did not hold says so, and so does one that was not tried.

Last on ${machine()}; other work may have gone on there at the same time.

| # | name | promise | shown by | number | held | when |
|---|---|---|---|---|---|---|
`

/** Puts these lines into the page; the others stay as they were found before. */
export function writeDown(lines: Line[], all: Omit<Line, 'found' | 'answer' | 'when'>[]) {
  const rows = new Map(existsSync(file) ? rowsIn(readFileSync(file, 'utf8')) : [])
  const rowOf = ({ number, name, promise, shown, found, answer, when }: Line) => {
    const cells = [number, name, promise, shown, found, answer === 'NO' ? '**no**' : answer, when]
    return `| ${cells.map(cell => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  }
  for (const line of lines) rows.set(line.name, rowOf(line))
  const untried = { found: '', answer: 'not tried at this number yet', when: '' }
  const body = all.map(promise => rows.get(promise.name) ?? rowOf({ ...promise, ...untried }))
  writeFileSync(file, `${heading()}${body.join('\n')}\n`)
}

const rowsIn = (text: string) =>
  text.split('\n').flatMap(line => {
    const name = /^\| [\w ]*\| (\w+) \|/.exec(line)?.[1]
    return name && name !== 'name' ? [[name, line] as const] : []
  })
