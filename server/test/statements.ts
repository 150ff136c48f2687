import { subscribe } from 'node:diagnostics_channel'
import { globSync, readFileSync } from 'node:fs'
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
  if (sent.size === 0) return []
  await loadModule()
  const broken = [...sent].flatMap(([plain, text]) => {
    judged.add(plain)
    if (exceptions.some(exception => text.includes(exception.text))) return []
    const faults = ruleViolations(parseSync(text) as object)
    if (faults.length === 0 || isOfATest(text)) return []
    return faults.map(fault => `a statement breaks a rule of the database: ${fault}\n${text}`)
  })
  sent.clear()
  return broken
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
