import { randomUUID } from 'node:crypto'
import { text as readAll } from 'node:stream/consumers'
import { defined } from '../server/test/defined.ts'
import type { Dataset } from './dataset.ts'
import { HttpConnection } from './http_connection.ts'
import { buildersOf, buildRequest, type RequestText } from './requests.ts'

// A process that sends requests for some seconds. It reads its job from stdin, and writes its result to stdout.

/** The requests of a measurement. */
export interface Load {
  /** How often each operation is sent, compared with the others. */
  weights: Record<string, number>
  /** The spaces and users that send requests, the busiest first. */
  datasets: Dataset[]
}

export interface LoadJob extends Load {
  url: string
  contender: string
  /** Differs between measurements, so that each deletes other rows. */
  turn: number
  connections: number
  seconds: number
}

export interface LoadResult {
  requests: number
  seconds: number
  p50_ms: number
  p99_ms: number
}

const job = JSON.parse(await readAll(process.stdin)) as LoadJob
const address = new URL(job.url)
const builders = Object.entries(job.weights).map(([name, weight]) => ({
  make: defined(buildersOf(job.contender)[name], `the operation ${name}`),
  weight,
}))
const weight_sum = builders.reduce((sum, { weight }) => sum + weight, 0)
const taken_ms: number[] = []
let made = 0

const fail = (error: Error): never => {
  console.error(`${job.contender}, ${Object.keys(job.weights).join(' / ')}: ${error.message}`)
  process.exit(1)
}

function requestBytes({ method, path, body, headers = {} }: RequestText): Buffer {
  const lines = Object.entries({ host: address.host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const length = body === undefined ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}${length}\r\n${body ?? ''}`)
}

/** The next request; undefined when there are no more. */
function nextRequest(): Buffer | undefined {
  const sent = buildRequest(randomOperation(), randomDataset(), { n: made++, turn: job.turn, key: randomUUID })
  return sent && requestBytes(sent)
}

function randomOperation() {
  let rest = Math.random() * weight_sum
  const { make } = builders.find(({ weight }) => (rest -= weight) < 0) ?? defined(builders[0], 'an operation')
  return make
}

/** The square makes the first ones more frequent. */
const randomDataset = () => defined(job.datasets[Math.floor(Math.random() ** 2 * job.datasets.length)], 'a dataset')

const start = performance.now()
const end = start + job.seconds * 1000
await Promise.all(Array.from({ length: job.connections }, () => new Promise<void>(sendUntilEnd)))
const seconds = (performance.now() - start) / 1000
taken_ms.sort((a, b) => a - b)
const at = (share: number) => taken_ms[Math.min(taken_ms.length - 1, Math.floor(taken_ms.length * share))] ?? 0
const result: LoadResult = { requests: taken_ms.length, seconds, p50_ms: at(0.5), p99_ms: at(0.99) }
process.stdout.write(JSON.stringify(result), () => process.exit(0))

/** Sends the next request after each response. */
function sendUntilEnd(done: () => void) {
  const connection = new HttpConnection(address, fail)
  const again = () => {
    const asked = performance.now()
    const bytes = asked < end ? nextRequest() : undefined
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
