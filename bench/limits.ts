import { randomUUID } from 'node:crypto'
import { defined } from '../server/test/defined.ts'
import { ask } from '../server/test/process.ts'
import type { BenchServer } from './bench_server.ts'
import type { Dataset } from './dataset.ts'
import { hottest } from './operations.ts'
import { type Script, scriptOf } from './pgbench.ts'
import { variablesOf } from './replay_values.ts'
import { buildersOf, firstRequest } from './requests.ts'
import type { Recorder } from './statements.ts'

/** The operations whose statements pgbench can repeat. The first page of payments may come from a cache, and changes check versions. */
export const repeatable: string[] = [
  hottest.read,
  hottest.contact,
  hottest.second,
  hottest.contacts,
  hottest.teams,
  hottest.search,
  hottest.create,
]

/** Sends the request once, and returns its statements as a script for pgbench. */
export async function ownStatements(
  site: BenchServer,
  dataset: Dataset,
  operation: string,
  record: Recorder,
): Promise<{ statements: number; script: Script }> {
  const key = randomUUID()
  const build = defined(buildersOf('muster')[operation], operation)
  const { method, path, headers, body } = defined(firstRequest(build, dataset, key), `a request of ${operation}`)
  let made: number | undefined
  const statements = await record(async () => {
    const response = await fetch(site.url + path, { method, ...(headers && { headers }), ...(body && { body }) })
    const reply = (await response.json()) as { data: { id?: number } }
    if (!response.ok) throw new Error(`${operation} was answered ${response.status}: ${JSON.stringify(reply)}`)
    if (operation === hottest.create) made = reply.data.id
  })
  return { statements: statements.length, script: scriptOf(statements, variablesOf(operation, key, dataset, made)) }
}

/** The document of the first payment, as it is sent to a client. */
export async function documentOf(site: BenchServer, { payments }: Dataset): Promise<string> {
  const { body } = await ask(`${site.url}/v1/transaction_bundles/${payments.first_bundle}`, { token: site.token })
  return JSON.stringify(body.data)
}
