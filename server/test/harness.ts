import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { inspect } from 'node:util'
import { pino } from 'pino'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import type { Pool } from '../db/pool/pool.ts'
import { openSession, type Session } from '../db/sql.ts'
import type { Mailer, OutgoingMail } from '../mail/mailer.ts'
import { recordContractViolations } from './contract.ts'
import { freshDatabase, serverUrl } from './databases.ts'
import { listenOnCitus, statementsOverShards } from './explained_statements.ts'
import type { ReplyBody } from './reply_body.ts'
import { outdatedIndexRows } from './search_index.ts'
import { brokenRules, listenToStatements } from './statements.ts'

export { eventually } from './eventually.ts'

listenToStatements()
listenOnCitus()

export interface Answer {
  status: number
  body: ReplyBody
  headers: Headers
  text: string
}

export interface HttpClient {
  get: (path: string, headers?: Record<string, string>) => Promise<Answer>
  post: (path: string, data?: unknown, headers?: Record<string, string>) => Promise<Answer>
  patch: (path: string, data?: unknown, headers?: Record<string, string>) => Promise<Answer>
  delete: (path: string, headers?: Record<string, string>) => Promise<Answer>
  send: (
    method: string,
    path: string,
    options?: { body?: string | Buffer<ArrayBuffer>; headers?: Record<string, string> },
  ) => Promise<Answer>
}

export interface TestApp {
  url: string
  database_url: string
  /** A session as the owner of the database, who is not bound by row-level security. */
  owner: Session
  /** Sends requests with the token of this person; without a person, without a token. */
  as: (person?: { token: string }) => HttpClient
  mails: OutgoingMail[]
  /** Free sessions for rows that tests insert themselves. */
  idle_pools: Pool[]
  stop: () => Promise<void>
}

export interface TestOptions {
  env?: Record<string, string>
  mailer?: Mailer
  level?: string
  /** Another application on the same database, as a second process would be. */
  same_database_as?: TestApp
  /** The address of a database that the test prepared. */
  database_url?: string
  /** The address people reach the server at, where that is not its own. */
  public_url?: string
  /** Receives every line of the log. */
  log?: { write: (line: string) => void }
  /** Not shared with other test files: for tests that look at the whole database, change its schema, or stop the application. */
  own?: boolean
}

let shared: Promise<TestApp> | undefined

/**
 * Starts the real application on a real database; every response is checked against its own schema. Without options the test files of a
 * process share one application: each creates its own spaces, and row-level security keeps them apart. With options a file gets its own.
 */
export async function startTestApp(options: TestOptions = {}): Promise<TestApp> {
  if (options.same_database_as && options.same_database_as.url === (await shared)?.url)
    throw new Error('a second application would take the mail of the shared one: start the first with { own: true }')
  if (Object.keys(options).length > 0) return start(options)
  shared ??= start({}).then(shareable)
  return shared
}

/** A stop that waits for something that never happens fails, instead of the whole run. */
async function tooLong() {
  await delay(stop_ms_max, undefined, { ref: false })
  throw new Error('the application did not stop')
}
const stop_ms_max = 120_000

const shareable = (app: TestApp): TestApp => ({
  ...app,
  stop: () => Promise.reject(new Error('other test files share this application')),
})

/** Some tests stop their database before the application. */
function ignoreStoppedDatabase(error: Error & { code?: string }): string[] {
  if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT' || error.code?.startsWith('CONNECTION_')) return []
  throw error
}

async function start(options: TestOptions): Promise<TestApp> {
  const { env = {}, mailer, level = 'silent', same_database_as, log, public_url } = options
  const database_url =
    options.database_url ?? same_database_as?.database_url ?? (await freshDatabase('app', 'migrated'))
  const owner = await openSession(database_url)
  // Tests end the sessions of applications: not those of the tests.
  await owner`set application_name = 'muster test'`
  const mails: OutgoingMail[] = []
  const idle_pools: Pool[] = []
  const keeper: Mailer = {
    send: async mail => {
      mails.push(mail)
    },
    close: () => {},
  }
  const config = readConfig({ RATE_BURST: '1000000', DATABASE_CONNECTIONS: '8', DATA_DIR: dataFolder(), ...env })
  let broken: string[] = []
  let url = ''
  const {
    app,
    announceStop,
    stop: stopApp,
  } = await buildApp({
    config,
    database_url: serverUrl(database_url),
    mailer: mailer ?? keeper,
    housekeeping: false,
    logger: log ? pino({ level }, log) : pino({ level }),
    public_url: () => public_url ?? url,
    observe: app => {
      broken = recordContractViolations(app)
    },
  })
  url = await app.listen({ port: 0, host: '127.0.0.1' })
  let stopped = false
  let outdated: string[] = []
  const stop = async () => {
    if (stopped) return
    stopped = true
    announceStop()
    await stopApp()
    outdated = await outdatedIndexRows(owner).catch(ignoreStoppedDatabase)
    outdated.push(...(await statementsOverShards(database_url)))
    await owner.end()
  }
  // Printed and not thrown: a hook that throws keeps later hooks from running, and their servers would never stop.
  after(async () => {
    const troubles = await Promise.race([stop(), tooLong()]).then(
      async () => [
        ...broken.map(answer => `an answer broke its own promise: ${answer}`),
        ...outdated,
        ...(await brokenRules()),
      ],
      error => [inspect(error)],
    )
    await Promise.all(idle_pools.map(pool => pool.end()))
    for (const trouble of troubles) console.error(`✖ ${trouble}`)
    if (troubles.length > 0) process.exitCode = 1
  })
  return { url, database_url, owner, as: person => asking(url, person?.token), mails, idle_pools, stop }
}

let data_folder: string | undefined

/** One for the process, deleted at its end. */
function dataFolder() {
  if (data_folder) return data_folder
  const folder = mkdtempSync(join(tmpdir(), 'muster-test-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  data_folder = folder
  return folder
}

function asking(url: string, token?: string): HttpClient {
  const send: HttpClient['send'] = async (method, path, { body, headers = {} } = {}) => {
    const response = await fetch(url + path, {
      method,
      ...(body !== undefined && { body }),
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      redirect: 'manual',
    })
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json') && text !== ''
    return { status: response.status, body: json ? JSON.parse(text) : undefined, headers: response.headers, text }
  }
  const write = (method: string) => (path: string, data?: unknown, headers?: Record<string, string>) =>
    send(method, path, { ...(data !== undefined && { body: JSON.stringify({ data }) }), ...(headers && { headers }) })
  return {
    send,
    get: (path, headers) => send('GET', path, headers && { headers }),
    post: write('POST'),
    patch: write('PATCH'),
    delete: (path, headers) => send('DELETE', path, headers && { headers }),
  }
}

/** The names of the fields of an answer, in order. */
export const keysOf = (value: object) => Object.keys(value).sort()
