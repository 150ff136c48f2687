import { randomUUID } from 'node:crypto'
import { text as readAll } from 'node:stream/consumers'
import type { Dataset } from './dataset.ts'
import { HttpConnection } from './http_connection.ts'
import { buildersOf, buildRequest, type RequestText } from './requests.ts'

/** What a load process is told to do: as fast as the answers come, or so many a second whatever comes. */
export interface LoadJob {
  url: string
  contender: string
  operation: string
  dataset: Dataset
  /** Differs from one measurement to the next, so that none finds what another has used up. */
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
  /** Processor time of asking itself. */
  cpu_ms: number
}

// Reads are written beforehand, so many of them; then they come again.
const prepared_max = 2000
const wires_max = 256

const job = JSON.parse(await readAll(process.stdin)) as LoadJob
const address = new URL(job.url)
const make = buildersOf(job.contender)[job.operation]!
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
const prepared = reads ? Array.from({ length: prepared_max }, () => requestBytes(next()!)) : []
made = 0

/** The next request; undefined when there is nothing left to ask for. */
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

/** Each connection asks again as soon as it has its answer. */
function closedLoop() {
  const work = (done: () => void) => {
    const wire = openConnection()
    const again = () => {
      const asked = performance.now()
      const bytes = asked < end ? request() : undefined
      if (!bytes) {
        wire.end()
        return done()
      }
      wire.send(bytes, () => {
        taken_ms.push(performance.now() - asked)
        again()
      })
    }
    again()
  }
  return Promise.all(Array.from({ length: job.connections }, () => new Promise<void>(work)))
}

/**
 * Requests come at moments drawn beforehand, as people come, whether or not the ones before have their answers; who has to wait for a free
 * connection waits on the clock. A timer is late by up to a millisecond, which is ours and not counted; what is later than that is.
 */
function openLoop(per_second: number) {
  const timer_ms = 2
  const idle = Array.from({ length: job.connections }, openConnection)
  const waiting: number[] = []
  let [wires, open, due] = [idle.length, 0, performance.now()]
  return new Promise<void>(resolve => {
    const leave = () => {
      if (open === 0 && waiting.length === 0 && due >= end) resolve()
    }
    const ask = (wire: HttpConnection, since: number) => {
      const bytes = request()
      if (!bytes) fail(new Error('there is nothing left to ask for'))
      open++
      wire.send(bytes!, () => {
        taken_ms.push(performance.now() - since)
        open--
        const first = waiting.shift()
        if (first !== undefined) return ask(wire, first)
        idle.push(wire)
        leave()
      })
    }
    const tick = () => {
      const now = performance.now()
      for (; due <= now && due < end; due += (-Math.log(1 - Math.random()) * 1000) / per_second) {
        const since = now - due < timer_ms ? now : due
        const wire = idle.pop() ?? (wires < wires_max && ++wires ? openConnection() : undefined)
        if (wire) ask(wire, since)
        else waiting.push(since)
      }
      if (due < end) setTimeout(tick, Math.max(0, due - performance.now()))
      else leave()
    }
    tick()
  })
}
