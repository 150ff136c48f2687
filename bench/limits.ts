import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { FixedReply } from './bare_server.ts'
import type { BenchServer } from './bench_server.ts'
import type { Dataset } from './dataset.ts'
import { hottest } from './operations.ts'
import { type Script, scriptOf } from './pgbench.ts'
import { variablesOf } from './replay_values.ts'
import { buildersOf, firstRequest, type RequestText } from './requests.ts'
import { type RunningServer, startProgram } from './start_program.ts'
import type { Recorder, Statement } from './statements.ts'

/** The limits of an operation: the same statements without Node, and the same bytes without a database. */
export interface Limits {
  statements: Statement[]
  bytes: number
  plain: Script | undefined
  packed: Script | undefined
  canned: FixedReply
}

/** The first page of bundles is cached, so its database limit is measured with the second page. */
const asFor: Record<string, string> = { [hottest.list]: hottest.second }

/** Sends the request once, and records its statements and its response. */
export async function limitsOf(
  site: BenchServer,
  dataset: Dataset,
  operation: string,
  record: Recorder,
): Promise<Limits> {
  const key = randomUUID()
  const ask = async (name: string) => {
    const build = buildersOf('muster')[name]
    const sent = build && firstRequest(build, dataset, key)
    if (!sent) throw new Error(`${name} has nothing to ask for`)
    return answerTo(site.server.url, sent)
  }
  const alike = asFor[operation]
  const answers: FixedReply[] = alike ? [await ask(operation)] : []
  const statements = await record(async () => void answers.push(await ask(alike ?? operation)))
  const [canned] = answers
  if (!canned) throw new Error(`${operation} was not answered`)
  const made = operation.startsWith('POST') ? (madeIn(canned) ?? undefined) : undefined
  const script = (together: boolean) =>
    statements.length > 0 ? scriptOf(statements, variablesOf(operation, key, dataset, made), together) : undefined
  return {
    statements,
    bytes: Buffer.byteLength(canned.body),
    plain: script(false),
    packed: script(true),
    canned,
  }
}

async function answerTo(url: string, { method, path, headers = {}, body }: RequestText): Promise<FixedReply> {
  const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) })
  const text = await response.text()
  if (response.status < 200 || response.status > 299)
    throw new Error(`${method} ${path} was answered ${response.status}: ${text}`)
  // Without the headers that node:http adds itself.
  const kept = [...response.headers].filter(
    ([name]) => !/^(date|connection|keep-alive|transfer-encoding|content-encoding)$/.test(name),
  )
  const length = { 'content-length': String(Buffer.byteLength(text)) }
  return { status: response.status, headers: { ...Object.fromEntries(kept), ...length }, body: text }
}

function madeIn({ body, headers }: FixedReply): number | undefined {
  if (!headers['content-type']?.includes('json')) return undefined
  return (JSON.parse(body) as { data?: { id?: number } }).data?.id
}

/** A server that sends this response to every request. */
export const startBare = (canned: FixedReply, processes: number): Promise<RunningServer> =>
  startProgram({
    name: 'bare',
    exec: fileURLToPath(new URL('bare_server.ts', import.meta.url)),
    message: canned,
    processes,
  })
