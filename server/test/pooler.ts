import { once } from 'node:events'
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

// A connection pooler that behaves like pgbouncer with regard to start-up parameters and to how long a client keeps its connection.
// npm run torture -- pgbouncer tests the same with pgbouncer itself.

export interface PoolerOptions {
  mode: 'session' | 'transaction'
  /** What happens to start-up parameters that it does not know: `ignore_startup_parameters` of pgbouncer drops them. */
  unknown: 'dropped' | 'refused'
  /** Which of its free connections a transaction gets. */
  takes?: 'last used' | 'in turn'
  /** Changes the messages of clients. */
  rewrite?: (message: Buffer) => Buffer
}

export interface Pooler {
  port: number
  /** Closes every connection. New ones are accepted. */
  hangUp: () => void
  stop: () => Promise<void>
}

const known = new Set(['user', 'database', 'client_encoding', 'datestyle', 'timezone', 'application_name'])
const [query, sync, ready, terminate] = ['Q', 'S', 'Z', 'X'].map(letter => letter.charCodeAt(0))
const idle = 'I'.charCodeAt(0)
const head_length = 5

export async function aPooler(line: NetConnectOpts, options: PoolerOptions): Promise<Pooler> {
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket.on('error', () => {}).once('close', () => sockets.delete(socket)))
    return socket
  }
  const open = () => keep(connect(line)).setNoDelay(true)
  const pool = new ConnectionPool(open, options.takes ?? 'last used')
  const listening = createServer(client => {
    keep(client).setNoDelay(true)
    const { rewrite = message => message } = options
    let start: Buffer | undefined
    let say: (messages: Buffer[]) => void = () => {}
    const rest = framed(messages => say(messages.map(rewrite)))
    client.on('data', data => {
      if (start) return rest(data)
      start = data
      const { parameters, message } = startOf(data)
      const refused = options.unknown === 'refused' && parameters.find(name => !known.has(name.toLowerCase()))
      if (refused) return void client.end(fatal(`unsupported startup parameter: ${refused}`))
      say = options.mode === 'session' ? whole(client, open(), message) : inTurns(client, pool, message)
    })
  })
  listening.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const hangUp = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (listening.address() as { port: number }).port,
    hangUp,
    stop: async () => {
      hangUp()
      listening.close()
      await once(listening, 'close')
    },
  }
}

/** Session mode: a client keeps its connection until it disconnects. */
function whole(client: Socket, server: Socket, start: Buffer) {
  server.write(start)
  server.on('data', data => client.write(data)).once('close', () => client.destroy())
  client.once('close', () => server.destroy())
  return (messages: Buffer[]) => void server.write(Buffer.concat(messages))
}

/** A connection that is logged in, and the messages of the server until then. */
interface Backend {
  socket: Socket
  login_messages: Buffer[]
}

class ConnectionPool {
  readonly #open: () => Socket
  readonly #takes: 'last used' | 'in turn'
  readonly #free: Backend[] = []

  constructor(open: () => Socket, takes: 'last used' | 'in turn') {
    this.#open = open
    this.#takes = takes
  }

  async take(start: Buffer): Promise<Backend> {
    return (this.#takes === 'in turn' ? this.#free.shift() : this.#free.pop()) ?? this.#login(start)
  }

  give(backend: Backend) {
    backend.socket.removeAllListeners('data')
    this.#free.push(backend)
  }

  async #login(start: Buffer) {
    const socket = this.#open()
    socket.write(start)
    const login_messages: Buffer[] = []
    await new Promise<void>(resolve => {
      const read = framed(messages => {
        login_messages.push(...messages)
        if (messages.at(-1)?.[0] === ready) resolve()
      })
      socket.on('data', read)
    })
    socket.removeAllListeners('data')
    return { socket, login_messages }
  }
}

/** Transaction mode: a client has a connection during a transaction. */
function inTurns(client: Socket, pool: ConnectionPool, start: Buffer) {
  let backend: Backend | undefined
  let unanswered = 0
  const listen = (taken: Backend) => {
    const read = framed(messages => {
      client.write(Buffer.concat(messages))
      for (const message of messages) {
        if (message[0] !== ready) continue
        unanswered--
        if (message[head_length] !== idle || unanswered > 0 || !backend) continue
        backend = undefined
        pool.give(taken)
      }
    })
    taken.socket.on('data', read)
    return taken
  }
  let turn = pool.take(start).then(first => {
    client.write(Buffer.concat(first.login_messages))
    pool.give(first)
  })
  client.once('close', () => backend?.socket.destroy())
  return (messages: Buffer[]) => {
    turn = turn.then(async () => {
      if (messages.some(([kind]) => kind === terminate)) return void client.end()
      backend ??= listen(await pool.take(start))
      unanswered += messages.filter(([kind]) => kind === query || kind === sync).length
      backend.socket.write(Buffer.concat(messages))
    })
  }
}

/** The start-up message with only the parameters that it knows, and the names of all of them. */
function startOf(data: Buffer) {
  const fields = data.toString('utf8', 8).split('\0')
  const pairs = fields.flatMap((name, at) =>
    at % 2 === 0 && name !== '' ? [[name, fields[at + 1] ?? ''] as const] : [],
  )
  const kept = pairs.filter(([name]) => known.has(name.toLowerCase()))
  const body = Buffer.from(`${kept.map(([name, value]) => `${name}\0${value}\0`).join('')}\0`)
  const head = Buffer.from([0, 0, 0, 0, 0, 3, 0, 0])
  head.writeUInt32BE(head.length + body.length)
  return { parameters: pairs.map(([name]) => name), message: Buffer.concat([head, body]) }
}

/** Splits bytes into complete messages. */
function framed(heard: (messages: Buffer[]) => void) {
  let kept: Buffer = Buffer.alloc(0)
  return (data: Buffer) => {
    kept = Buffer.concat([kept, data])
    const messages: Buffer[] = []
    while (kept.length >= head_length && kept.length > kept.readUInt32BE(1)) {
      const end = 1 + kept.readUInt32BE(1)
      messages.push(kept.subarray(0, end))
      kept = kept.subarray(end)
    }
    if (messages.length > 0) heard(messages)
  }
}

function fatal(text: string) {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${text}\0\0`)
  const head = Buffer.alloc(head_length, 'E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
