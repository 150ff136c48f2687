import { randomUUID } from 'node:crypto'
import { text as readAll } from 'node:stream/consumers'
import type { Dataset } from './dataset.ts'
import { HttpConnection } from './http_connection.ts'
import { buildersOf, buildRequest, type RequestText } from './requests.ts'

/** The job of a load process: a closed loop, or with `per_second` an open loop. */
export interface LoadJob {
  url: string
  contender: string
  operation: string
  dataset: Dataset
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

// Reads are prepared, this many, and repeated.
const prepared_max = 2000
const connections_max = 256

const job = JSON.parse(await readAll(process.stdin)) as LoadJob
const address = new URL(job.url)
const make = buildersOf(job.contender)[job.operation] ?? (() => undefined)
const taken_ms: number[] = []
let made = 0

const fail = (error: Error) => {
  console.error(`${job.contender}, ${job.operation}: ${error.message}`)
  process.exit(1)
}
const openConnection = () => new HttpConnection(address, fail)

function requestBytes({ method, path, body, headers = {} }: RequestText): Buffer {
  const lines = Object.entries({ host: address.host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const length = body === undefined ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}${length}\r\n${body ?? ''}`)
}

const next = () => buildRequest(make, job.dataset, { n: made++, turn: job.turn, key: randomUUID })
const reads = next()?.method === 'GET'
const prepared = reads
  ? Array.from({ length: prepared_max }, next).flatMap(sent => (sent ? [requestBytes(sent)] : []))
  : []
made = 0

/** The next request; undefined when there are no more. */
function request(): Buffer | undefined {
  if (reads) return prepared[made++ % prepared_max]
  const sent = next()
  return sent && requestBytes(sent)
}

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

/** Closed loop: each connection sends the next request after its reply. */
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

const timer_ms = 2

/**
 * Open loop: requests at random times, whatever the earlier replies. Waiting for a free connection counts. A timer is late by up to a
 * millisecond, which is not counted; a longer delay is.
 */
function openLoop(per_second: number) {
  const idle = Array.from({ length: job.connections }, openConnection)
  const waiting: number[] = []
  let [connections, open, due] = [idle.length, 0, performance.now()]
  const nextDelay = () => (-Math.log(1 - Math.random()) * 1000) / per_second
  const freeConnection = () => {
    const connection = idle.pop()
    if (connection || connections >= connections_max) return connection
    connections++
    return openConnection()
  }
  return new Promise<void>(resolve => {
    const endIfDone = () => {
      if (open === 0 && waiting.length === 0 && due >= end) resolve()
    }
    const ask = (connection: HttpConnection, since: number) => {
      const bytes = request()
      if (!bytes) return fail(new Error('there are no more requests to send'))
      open++
      connection.send(bytes, () => {
        taken_ms.push(performance.now() - since)
        open--
        const first = waiting.shift()
        if (first !== undefined) return ask(connection, first)
        idle.push(connection)
        endIfDone()
      })
    }
    const tick = () => {
      const now = performance.now()
      for (; due <= now && due < end; due += nextDelay()) {
        const since = now - due < timer_ms ? now : due
        const connection = freeConnection()
        if (connection) ask(connection, since)
        else waiting.push(since)
      }
      if (due < end) setTimeout(tick, Math.max(0, due - performance.now()))
      else endIfDone()
    }
    tick()
  })
}
