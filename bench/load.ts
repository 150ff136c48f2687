import { randomUUID } from 'node:crypto'
import { text as readAll } from 'node:stream/consumers'
import { defined } from '../server/test/defined.ts'
import type { Dataset } from './dataset.ts'
import { HttpConnection } from './http_connection.ts'
import { buildersOf, buildRequest, type RequestText } from './requests.ts'

/** The job of a load process: a closed loop, or with `per_second` an open loop. */
export interface LoadJob {
  url: string
  contender: string
  /** How often each operation is sent, compared with the others. */
  weights: Record<string, number>
  /** The spaces and users that send requests, the busiest first. */
  datasets: Dataset[]
  /** Differs between measurements, so that each deletes other rows. */
  turn: number
  connections: number
  seconds: number
  per_second?: number
}

export interface LoadResult {
  requests: number
  seconds: number
  p50_ms: number
  p99_ms: number
  /** Processor time of the load process. */
  cpu_ms: number
}

const connections_max = 256
// A timer fires up to a millisecond late, which does not count. A longer delay does.
const timer_ms = 2

const job = JSON.parse(await readAll(process.stdin)) as LoadJob
const address = new URL(job.url)
const builders = Object.entries(job.weights).map(([name, weight]) => {
  const make = buildersOf(job.contender)[name]
  if (!make) throw new Error(`there is no operation ${name}`)
  return { make, weight }
})
const whole = builders.reduce((sum, { weight }) => sum + weight, 0)
const taken_ms: number[] = []
let made = 0

const fail = (error: Error): never => {
  console.error(`${job.contender}, ${Object.keys(job.weights).join(' / ')}: ${error.message}`)
  process.exit(1)
}
const openConnection = () => new HttpConnection(address, fail)

function requestBytes({ method, path, body, headers = {} }: RequestText): Buffer {
  const lines = Object.entries({ host: address.host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const length = body === undefined ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}${length}\r\n${body ?? ''}`)
}

/** The next request; undefined when there are no more. */
function request(): Buffer | undefined {
  const sent = buildRequest(randomOperation(), randomDataset(), { n: made++, turn: job.turn, key: randomUUID })
  return sent && requestBytes(sent)
}

function randomOperation() {
  let rest = Math.random() * whole
  const { make } = builders.find(({ weight }) => (rest -= weight) < 0) ?? defined(builders[0], 'an operation')
  return make
}

/** The square makes the first ones more frequent. */
const randomDataset = () => defined(job.datasets[Math.floor(Math.random() ** 2 * job.datasets.length)], 'a dataset')

const before = process.cpuUsage()
const start = performance.now()
const end = start + job.seconds * 1000
await (job.per_second ? openLoop(job.per_second) : closedLoop())
const seconds = (performance.now() - start) / 1000
const { user, system } = process.cpuUsage(before)
taken_ms.sort((a, b) => a - b)
const at = (share: number) => taken_ms[Math.min(taken_ms.length - 1, Math.floor(taken_ms.length * share))] ?? 0
const load: LoadResult = {
  requests: taken_ms.length,
  seconds,
  p50_ms: at(0.5),
  p99_ms: at(0.99),
  cpu_ms: (user + system) / 1000,
}
process.stdout.write(JSON.stringify(load), () => process.exit(0))

/** Closed loop: each connection sends the next request after its response. */
function closedLoop() {
  const work = (done: () => void) => {
    const connection = openConnection()
    const again = () => {
      const asked = performance.now()
      const bytes = asked < end ? request() : undefined
      if (!bytes) {
        connection.end()
        return done()
      }
      connection.send(bytes, () => {
        taken_ms.push(performance.now() - asked)
        again()
      })
    }
    again()
  }
  return Promise.all(Array.from({ length: job.connections }, () => new Promise<void>(work)))
}

interface OpenLoop {
  idle: HttpConnection[]
  /** The times at which requests were due that no connection was free for. */
  waiting: number[]
  connections: number
  unanswered: number
  due: number
  done: () => void
}

/** Open loop: requests at random times, independent of earlier responses. Waiting for a free connection counts. */
function openLoop(per_second: number) {
  const idle = Array.from({ length: job.connections }, openConnection)
  return new Promise<void>(done => {
    const loop = { idle, waiting: [], connections: idle.length, unanswered: 0, due: performance.now(), done }
    sendDue(loop, per_second)
  })
}

/** Sends the requests that are due, and again when the next one is. */
function sendDue(loop: OpenLoop, per_second: number) {
  const now = performance.now()
  for (; loop.due <= now && loop.due < end; loop.due += randomDelay(per_second)) {
    const since = now - loop.due < timer_ms ? now : loop.due
    const connection = freeConnection(loop)
    if (connection) sendOpen(loop, connection, since)
    else loop.waiting.push(since)
  }
  if (loop.due < end) setTimeout(sendDue, Math.max(0, loop.due - performance.now()), loop, per_second)
  else endIfDone(loop)
}

function sendOpen(loop: OpenLoop, connection: HttpConnection, since: number): undefined {
  const bytes = request()
  if (!bytes) return fail(new Error('there are no more requests to send'))
  loop.unanswered++
  connection.send(bytes, () => {
    taken_ms.push(performance.now() - since)
    loop.unanswered--
    const first = loop.waiting.shift()
    if (first !== undefined) return sendOpen(loop, connection, first)
    loop.idle.push(connection)
    endIfDone(loop)
  })
}

function endIfDone({ unanswered, waiting, due, done }: OpenLoop) {
  if (unanswered === 0 && waiting.length === 0 && due >= end) done()
}

function freeConnection(loop: OpenLoop) {
  const connection = loop.idle.pop()
  if (connection || loop.connections >= connections_max) return connection
  loop.connections++
  return openConnection()
}

function randomDelay(per_second: number) {
  return (-Math.log(1 - Math.random()) * 1000) / per_second
}
