import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { after } from 'node:test'
import { onEachNode } from './citus_cluster.ts'
import { connectionOptions, throughPort } from './databases.ts'
import { eventually, type TestApp } from './harness.ts'

/** A step of a plan as PostgreSQL carried it out. */
export interface PlanStep {
  kind: string
  table: string | undefined
  /** How many rows it gave in a turn. */
  rows: number
  /** How many rows it looked at in all turns, with those that its conditions removed. */
  looked_at: number
  below: PlanStep[]
}

export interface Plan {
  statement: string
  steps: PlanStep[]
}

/**
 * Makes the database report the plan of each statement, and reads the reports in a proxy: so they are the statements really sent, with
 * their role and row-level security.
 */
export async function watchPlans(app: TestApp) {
  const plans: Plan[] = []
  const database = new URL(app.database_url).pathname.slice(1)
  const settings = {
    session_preload_libraries: 'auto_explain',
    client_min_messages: 'notice',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
    // Statistics of all rows, also by autovacuum: a sample would give other plans in each run.
    default_statistics_target: '100',
    // Citus would add the plans of the workers in a form that is no JSON. The workers report them as well.
    'citus.explain_distributed_queries': 'off',
  }
  for (const [name, value] of Object.entries(settings))
    await onEachNode(app.database_url, `alter database ${database} set ${name} = '${value}'`)
  const open = new Set<Socket>()
  const busy = new Set<Socket>()
  const server = createServer(client => {
    const upstream = connect(connectionOptions(app.database_url))
    for (const socket of [client, upstream]) open.add(socket.on('error', () => {}))
    client.pipe(upstream)
    upstream.pipe(client)
    const listen: Listener = (letter, body) => {
      if (letter === 'N') plans.push(...planIn(body.toString()))
      // ReadyForQuery tells whether a transaction is open.
      if (letter === 'Z' && body.toString() === 'I') busy.delete(upstream)
      else if (letter === 'Z') busy.add(upstream)
    }
    upstream.on('data', messagesIn(listen))
    upstream.on('close', () => busy.delete(upstream))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  const database_url = throughPort(app.database_url, (server.address() as { port: number }).port)
  /** The plans since the last call, once every transaction has ended: a plan is reported after its rows. */
  const taken = async () => {
    await eventually(() => busy.size === 0)
    return plans.splice(0)
  }
  return { database_url, taken }
}

type Listener = (letter: string, body: Buffer) => void

/** Splits the protocol into messages: a letter, a length, and that many bytes. */
function messagesIn(listen: Listener) {
  let kept: Buffer = Buffer.alloc(0)
  return (piece: Buffer) => {
    kept = kept.length > 0 ? Buffer.concat([kept, piece]) : piece
    for (let length = 0; kept.length >= 5 && kept.length > (length = kept.readUInt32BE(1)); ) {
      listen(String.fromCharCode(kept.readUInt8(0)), kept.subarray(5, length + 1))
      kept = kept.subarray(length + 1)
    }
  }
}

function planIn(notice: string): Plan[] {
  const message = notice.split('\0').find(field => field.startsWith('Mduration: '))
  if (!message) return []
  const { 'Query Text': statement, Plan: top } = JSON.parse(message.slice(message.indexOf('{')))
  return [{ statement, steps: flat(stepOf(top)) }]
}

/** A node of a plan as PostgreSQL writes it in JSON. */
interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

function stepOf(node: PlanNode): PlanStep {
  const below = (node.Plans ?? []).map(stepOf)
  const rows = node['Actual Rows'] ?? 0
  const removed = (['Filter', 'Join Filter', 'Index Recheck'] as const).map(by => node[`Rows Removed by ${by}`] ?? 0)
  const looked_at = removed.reduce((sum, count) => sum + count, rows) * (node['Actual Loops'] ?? 0)
  return { kind: node['Node Type'], table: node['Relation Name'], rows, looked_at, below }
}

const flat = (step: PlanStep): PlanStep[] => [step, ...step.below.flatMap(flat)]
