import { once } from 'node:events'
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'

/** A fault of the network. */
export type NetworkFault =
  /** Every packet is delayed. */
  | { kind: 'latency'; ms: number }
  /** The bandwidth is limited. */
  | { kind: 'bandwidth'; bytes_per_s: number }
  /** Packets are lost; connections stay open, and new ones are accepted and never answered. */
  | { kind: 'blackhole' }
  /** Connections are reset, also new ones. */
  | { kind: 'reset' }
  /** Each connection ends after this many bytes of responses, usually within a message. */
  | { kind: 'cut'; bytes: number }
  /** The commit of a transaction with this text in a statement succeeds, and its connection ends before the reply. */
  | { kind: 'unanswered commit'; of: string }

export interface DatabaseProxy {
  port: number
  /** Applies the fault to the chosen connections until `heal`. */
  fail: (fault: NetworkFault, chosen?: (connection: ProxiedConnection) => boolean) => void
  heal: () => void
  connections: Set<ProxiedConnection>
  stop: () => Promise<void>
}

/** One connection, from both ends. */
export interface ProxiedConnection {
  client: Socket
  server: Socket
  /** The first bytes of the client: its start-up message and the set-up of its session. */
  opening: string
  /** Whether bytes were lost: then it carries nothing any more. */
  lost: boolean
  /** Whether the commit was sent that is not to be answered. */
  committing: boolean
}

const opening_length = 4096

/** A proxy between a server and its database. */
export async function aProxy(line: NetConnectOpts): Promise<DatabaseProxy> {
  let fault: NetworkFault | undefined
  let chosen: (connection: ProxiedConnection) => boolean = () => true
  const connections = new Set<ProxiedConnection>()
  const faultOf = (connection: ProxiedConnection) => (fault && chosen(connection) ? fault : undefined)

  const listening = createServer(client => {
    const connection: ProxiedConnection = { client, server: connect(line), opening: '', lost: false, committing: false }
    if (faultOf(connection)?.kind === 'reset') client.resetAndDestroy()
    connections.add(connection)
    for (const side of [client, connection.server]) {
      side.setNoDelay(true)
      side.on('error', () => {})
      side.once('close', () => {
        connections.delete(connection)
        if (!connection.lost) destroy(connection)
      })
    }
    client.on('data', data => {
      if (connection.opening.length < opening_length) connection.opening += data.toString('latin1')
    })
    client.pipe(passage(connection, faultOf, false)).pipe(connection.server)
    connection.server.pipe(passage(connection, faultOf, true)).pipe(client)
  })
  listening.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  return {
    port: (listening.address() as { port: number }).port,
    connections,
    fail: (next, whom = () => true) => {
      fault = next
      chosen = whom
      if (next.kind === 'reset') for (const connection of connections) if (whom(connection)) tearDown(connection)
    },
    heal: () => {
      fault = undefined
    },
    stop: async () => {
      for (const connection of connections) destroy(connection)
      listening.close()
      await once(listening, 'close')
    },
  }
}

function destroy({ client, server }: ProxiedConnection) {
  client.destroy()
  server.destroy()
}

function tearDown({ client, server }: ProxiedConnection) {
  client.resetAndDestroy()
  server.destroy()
}

/** One direction of a connection. */
function passage(
  connection: ProxiedConnection,
  faultOf: (connection: ProxiedConnection) => NetworkFault | undefined,
  answering: boolean,
) {
  let answered = 0
  const endsBeforeReply = unansweredCommit(connection)
  return new Transform({
    transform: async (chunk: Buffer, _, done) => {
      const fault = faultOf(connection)
      if (fault?.kind === 'blackhole') connection.lost = true
      if (connection.lost || endsBeforeReply(chunk, fault, answering)) return done()
      if (fault?.kind === 'latency') await delay(fault.ms)
      if (fault?.kind === 'bandwidth') await delay((chunk.length * 1000) / fault.bytes_per_s)
      if (fault?.kind === 'cut' && answering) {
        const left = fault.bytes - answered
        answered += chunk.length
        if (left < chunk.length) {
          connection.client.write(chunk.subarray(0, Math.max(0, left)), () => destroy(connection))
          return done()
        }
      }
      done(null, chunk)
    },
  })
}

/** Ends the connection when the commit is answered, and says so. */
function unansweredCommit(connection: ProxiedConnection) {
  let found = false
  return (chunk: Buffer, fault: NetworkFault | undefined, answering: boolean) => {
    if (fault?.kind !== 'unanswered commit') return false
    if (answering && connection.committing) destroy(connection)
    if (answering) return connection.committing
    const text = chunk.toString('latin1')
    found ||= text.includes(fault.of)
    connection.committing = found && text.includes('commit')
    return false
  }
}
