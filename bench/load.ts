import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { Filled } from './fill.ts'
import type { Operation } from './operations.ts'

/** What a load process is told to do. */
export interface Job {
  url: string
  token: string
  operation: Operation
  filled: Filled
  cursor: string
  connections: number
  seconds: number
}

export interface Load {
  requests: number
  seconds: number
  p50_ms: number
  p99_ms: number
}

const job = JSON.parse(process.argv[2] ?? '') as Job
const agent = new Agent({ keepAlive: true, maxSockets: job.connections })
const base = new URL(job.url)
const taken_ms: number[] = []
const below = (bound: number) => Math.floor(Math.random() * bound)

const start = performance.now()
const end = start + job.seconds * 1000
await Promise.all(Array.from({ length: job.connections }, work))
const seconds = (performance.now() - start) / 1000
taken_ms.sort((a, b) => a - b)
const at = (share: number) => taken_ms[Math.min(taken_ms.length - 1, Math.floor(taken_ms.length * share))] ?? 0
const load: Load = { requests: taken_ms.length, seconds, p50_ms: at(0.5), p99_ms: at(0.99) }
process.stdout.write(JSON.stringify(load))
agent.destroy()

async function work() {
  while (performance.now() < end) {
    const before = performance.now()
    await send(next())
    taken_ms.push(performance.now() - before)
  }
}

interface Sent {
  method: string
  path: string
  data?: unknown
}

function next(): Sent {
  const { operation, filled, cursor } = job
  const { first_bundle, first_contact, contacts, bundles } = filled
  const path = '/v1/transaction_bundles'
  const contact_id = first_contact + below(contacts)
  // Even ones: the odd ones are for pgbench.
  const id = first_bundle + 2 * below(bundles / 2)
  switch (operation) {
    case 'create':
      return { method: 'POST', path, data: payment(contact_id) }
    case 'list':
      return { method: 'GET', path: `${path}?limit=100` }
    case 'cursor':
      return { method: 'GET', path: `${path}?limit=100&cursor=${cursor}` }
    case 'read':
      return { method: 'GET', path: `${path}/${id}` }
    case 'patch':
      return { method: 'PATCH', path: `${path}/${id}`, data: { transactions: [{ id, comment: randomUUID() }] } }
  }
}

function payment(contact_id: number) {
  return {
    transactions: [
      { contact_id, amount: 5400, payment_method_kind: 'card', payment_method: { brand: 'card', last4: '4242' } },
    ],
    memberships: [{ contact_id, amount: 2400 }],
    donations: [{ contact_id, amount: 3000 }],
  }
}

function send({ method, path, data }: Sent): Promise<void> {
  const body = data === undefined ? undefined : JSON.stringify({ data })
  const headers = {
    authorization: `Bearer ${job.token}`,
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'idempotency-key': randomUUID(),
    }),
  }
  return new Promise((resolve, reject) => {
    const sent = request({ agent, host: base.hostname, port: base.port, method, path, headers }, answer => {
      answer.resume()
      answer.on('end', () =>
        answer.statusCode === 200
          ? resolve()
          : reject(new Error(`${method} ${path} was answered ${answer.statusCode}`)),
      )
      answer.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
