import { setTimeout as delay } from 'node:timers/promises'
import { inspect } from 'node:util'
import { runCommand } from '../cli/commands.ts'
import { describeError } from '../cli/errors.ts'
import { readConfig } from '../server/config.ts'
import { Pool } from '../server/db/pool/pool.ts'
import { empty_space } from '../server/test/empty_space.ts'
import { ask, openDatabase, socketOf, tokenOf } from '../server/test/process.ts'
import type { ReplyBody } from '../server/test/reply_body.ts'
import { aKillableServer } from './killable_server.ts'

/** A server to test, and the deadline. Tests use a space without data. */
export interface TestServer {
  url: string
  token: string
  deadline: number
}

export const space = empty_space

const pause_ms = 40

/** The result of a torture. A promise holds when all counts in `broken` are 0. */
export interface Verdict {
  summary: string
  broken: Record<string, number>
  /** Details for a promise that does not hold. */
  notes: string[]
  /** Why the promise could not be tested on this machine. */
  skipped?: string
}

export const isHeld = ({ broken }: Verdict) => Object.values(broken).every(count => count === 0)

export interface RunningServer {
  site: TestServer & {
    dataDir: string
    pid: number
    owner: Awaited<ReturnType<typeof openDatabase>>
    poolAs: (role: string) => Pool
  }
  stop: () => Promise<void>
}

/** Starts a server of its own, with direct access to its database. */
export async function startTestServer(
  time_ms_max: number,
  settings: Record<string, string> = {},
): Promise<RunningServer> {
  const victim = await aKillableServer(settings)
  const closing: (() => Promise<void>)[] = []
  const stop = async () => {
    await Promise.all(closing.map(close => close()))
    await victim.stop()
  }
  try {
    victim.launch()
    await victim.ready()
    const { dataDir, url } = victim
    const owner = await openDatabase(dataDir)
    closing.push(() => owner.end({ timeout: 1 }))
    const poolAs = (role: string) => {
      const pool = new Pool({ url: socketOf(dataDir), role, connections: 1, statement_timeout_ms: time_ms_max })
      closing.push(() => pool.end())
      return pool
    }
    const token = tokenOf(dataDir, 'superadmin', space)
    const site = { url, token, deadline: Date.now() + time_ms_max, dataDir, pid: victim.pid(), owner, poolAs }
    return { site, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Runs work with this server, or with one of its own. */
export async function withTestServer<T>(
  time_ms_max: number,
  work: (site: RunningServer['site']) => Promise<T>,
  settings: Record<string, string> = {},
  running?: RunningServer,
): Promise<T> {
  if (running) return work(running.site)
  const { site, stop } = await startTestServer(time_ms_max, settings)
  return work(site).finally(stop)
}

type AskOptions = NonNullable<Parameters<typeof ask>[1]>

/** The response of the server; status 0 without one. */
export const request = ({ url, token }: TestServer, path: string, wish: AskOptions = {}) =>
  ask(url + path, { token, ...wish }).catch(() => ({ status: 0, body: undefined, replayed: false }))

/** Repeats a request until the response is neither a 503 nor missing. */
export async function requestUntilAnswered(
  site: TestServer,
  path: string,
  wish: AskOptions = {},
): Promise<{ status: number; body: ReplyBody }> {
  while (Date.now() < site.deadline) {
    const answer = await request(site, path, wish)
    if (![0, 503].includes(answer.status)) return answer
    await delay(pause_ms)
  }
  throw new Error(`${wish.method ?? 'GET'} ${path} was never answered`)
}

/** Repeats a request until it succeeds; throws on any other status. */
export async function requestData(site: TestServer, path: string, wish: AskOptions = {}): Promise<ReplyBody> {
  const { status, body } = await requestUntilAnswered(site, path, wish)
  if (status !== 200) throw new Error(`${wish.method ?? 'GET'} ${path} was answered ${status}: ${JSON.stringify(body)}`)
  return body.data
}

export async function createContacts(site: TestServer, count: number): Promise<number[]> {
  const made: number[] = []
  for (let number = 1; number <= count; number++) {
    const contact = { firstname: 'Contact', surname: `Number ${number}` }
    made.push((await requestData(site, '/contacts', { method: 'POST', data: { contact } })).contact.id)
  }
  return made
}

/** Runs `muster verify`. */
export async function verify(DATA_DIR: string, ...args: string[]) {
  try {
    const output = await runCommand(['verify', ...args], () => readConfig({ DATA_DIR }))
    return { findings: false, output: (output ?? '').trim() }
  } catch (error) {
    return { findings: true, output: describeError(error) ?? inspect(error) }
  }
}

/** Runs work on all items, `lanes` at a time. */
export async function inParallel<T>(list: T[], lanes: number, work: (item: T) => Promise<unknown>) {
  const waiting = list.values()
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const item of waiting) await work(item)
    }),
  )
}
