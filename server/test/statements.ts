import { createHash } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { loadModule, parseSync } from 'libpg-query'
import { exceptions } from './statement_exceptions.ts'
import { ruleViolations } from './statement_rules.ts'

// Every statement that the server sends in tests is parsed by PostgreSQL's own parser and checked against the rules of a distributed database.

const sent = new Map<string, string>()
const judged = new Set<string>()

/** Collects statements from now on. Those of the owner, such as migrations, are exempt. */
export function listenToStatements() {
  subscribe('muster:statement', message => {
    const { text, role } = message as { text: string; role?: string }
    if (!role || /^(commit|rollback|(commit;)?begin)/.test(text)) return
    const plain = shapeOf(text)
    if (!judged.has(plain)) sent.set(plain, text)
  })
}

/** The rules broken by statements since the last call. */
export async function brokenRules(): Promise<string[]> {
  const place = verdictsFile()
  const known = new Set(read(place).split('\n'))
  const fresh = [...sent].filter(([plain]) => !known.has(digestOf(plain)))
  for (const plain of sent.keys()) judged.add(plain)
  sent.clear()
  if (fresh.length === 0) return []
  await loadModule()
  const allowed: string[] = []
  const broken = fresh.flatMap(([plain, text]) => {
    const faults = exceptions.some(exception => text.includes(exception.text))
      ? []
      : ruleViolations(parseSync(text) as object)
    if (faults.length === 0) allowed.push(`${digestOf(plain)}\n`)
    if (faults.length === 0 || isOfATest(text)) return []
    return faults.map(fault => `a statement breaks a rule of the database: ${fault}\n${text}`)
  })
  mkdirSync(dirname(place), { recursive: true })
  appendFileSync(place, allowed.join(''))
  return broken
}

/** The statements that earlier runs found to follow the rules. It is begun anew when the rules or the tables change. */
function verdictsFile() {
  const hash = createHash('sha256')
  for (const file of globSync([
    'server/test/*statement*.ts',
    'server/test/mutable_functions.ts',
    'server/db/citus/*.ts',
  ]))
    hash.update(read(file))
  for (const file of globSync('server/db/migrations/*.sql').sort()) hash.update(read(file))
  return `node_modules/.cache/statements/${hash.digest('hex').slice(0, 16)}`
}

const digestOf = (plain: string) => createHash('sha256').update(plain).digest('base64url').slice(0, 22)

function read(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

let tests: string | undefined

/** Tests that try what must be refused send literal statements without parameters. */
export function isOfATest(text: string) {
  if (text.includes('$1')) return false
  tests ??= globSync('{server,cli}/**/*.test.ts')
    .map(file => readFileSync(file, 'utf8'))
    .join('\n')
  return tests.includes(text.trim())
}

/** The statement without its parameter numbers and its number of rows. */
export const shapeOf = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/\$\d+/g, '$')
    .replace(/(\((\$(::\w+)?, ?)*\$(::\w+)?\),? ?)+/g, '(…)')
