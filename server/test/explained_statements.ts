import { subscribe } from 'node:diagnostics_channel'
import { type Session, withSession } from '../db/sql.ts'
import { onCitus } from './citus_cluster.ts'
import { exceptions } from './statement_exceptions.ts'
import { isOfATest, shapeOf } from './statements.ts'

// On a Citus cluster each statement of a request is explained: it must go to one shard, so that it asks one node and another node that is down does not
// concern it.

interface Sent {
  text: string
  parameters: unknown[]
}

const sent = new Map<string, Sent>()

/** Collects the statements of requests from now on. */
export function listenOnCitus() {
  if (!onCitus()) return
  subscribe('muster:statement', message => {
    const { text, role, parameters } = message as Sent & { role?: string }
    if (role !== 'muster_app' || !/^\s*(select|with|insert|update|delete)/.test(text)) return
    // Citus cannot explain it with parameters. The rules of statements say how it is written.
    if (/insert into [^;]* select /s.test(text.replace(/\s+/g, ' '))) return
    if (!exceptions.some(exception => text.includes(exception.text))) sent.set(shapeOf(text), { text, parameters })
  })
}

/** The statements since the last call that go to more than one shard. In a session of its own: a test may have broken others. */
export async function statementsOverShards(database_url: string): Promise<string[]> {
  // Statements of tests may use what is gone by now, and what Citus refuses.
  const statements = [...sent.values()].filter(({ text }) => !isOfATest(text))
  sent.clear()
  if (statements.length === 0) return []
  return withSession(database_url, async session => {
    const found: string[] = []
    for (const { text, parameters } of statements) {
      const tasks = await tasksOf(session, text, parameters)
      if (tasks.some(count => count !== 1)) found.push(`a statement of a request goes to several shards: ${text}`)
    }
    return found
  })
}

/** How many shards each part of a statement goes to. Explained with parameters, as it was sent: with values in their place Citus plans otherwise. */
async function tasksOf(session: Session, text: string, parameters: unknown[]): Promise<number[]> {
  // The driver has made texts of them.
  const values = parameters.map(value => (value === null ? 'null' : `'${String(value).replaceAll("'", "''")}'`))
  const given = values.length > 0 ? `(${values.join(', ')})` : ''
  try {
    await session.unsafe(`prepare explained as ${text}`).simple()
  } catch (error) {
    if (isGone(error)) return []
    throw error
  }
  const plan = await session.unsafe(`explain execute explained ${given}`).simple()
  await session.unsafe('deallocate explained')
  const lines = plan.map(row => row['QUERY PLAN'] as string)
  return lines.flatMap(line => /Task Count: (\d+)/.exec(line)?.slice(1).map(Number) ?? [])
}

/** Whether a statement names a table or a function that the test has removed since. */
const isGone = (error: unknown) => ['42P01', '42883'].includes((error as { code?: string }).code ?? '')
