import { once } from 'node:events'
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'

/** What a network does to those who trust it. */
export type Fault =
  /** Everything arrives later. */
  | { kind: 'latency'; ms: number }
  /** So many bytes a second and no more. */
  | { kind: 'bandwidth'; bytes_per_s: number }
  /** Whatever is sent vanishes; connections stay open, and new ones are accepted and never answered. */
  | { kind: 'blackhole' }
  /** Connections are torn down, and so are new ones. */
  | { kind: 'reset' }
  /** Each connection ends after so many more bytes of answers, most likely in the middle of a message. */
  | { kind: 'cut'; bytes: number }

export interface Proxy {
  port: number
  /** From now on, until `heal`. Whom it leaves out are connections that said this word when they began. */
  fail: (fault: Fault, chosen?: (link: Link) => boolean) => void
  heal: () => void
  links: Set<Link>
  stop: () => Promise<void>
}

/** One connection, from both ends. */
export interface Link {
  client: Socket
  server: Socket
  /** The first that the client said: its start-up message, and how it set its session up. */
  opening: string
  /** Whether something of it was lost: then it stays silent, whatever happens to the others. */
  lost: boolean
}

const opening_length = 4096

/** Stands between a server and its database. */
export async function aProxy(line: NetConnectOpts): Promise<Proxy> {
  let fault: Fault | undefined
  let chosen: (link: Link) => boolean = () => true
  const links = new Set<Link>()
  const faultOf = (link: Link) => (fault && chosen(link) ? fault : undefined)

  const listening = createServer(client => {
    const link: Link = { client, server: connect(line), opening: '', lost: false }
    if (faultOf(link)?.kind === 'reset') client.resetAndDestroy()
    links.add(link)
    for (const side of [client, link.server]) {
      side.setNoDelay(true)
      side.on('error', () => {})
      side.once('close', () => {
        links.delete(link)
        if (!link.lost) destroy(link)
      })
    }
    client.on('data', data => {
      if (link.opening.length < opening_length) link.opening += data.toString('latin1')
    })
    client.pipe(passage(link, faultOf, false)).pipe(link.server)
    link.server.pipe(passage(link, faultOf, true)).pipe(client)
  })
  listening.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  return {
    port: (listening.address() as { port: number }).port,
    links,
    fail: (next, whom = () => true) => {
      fault = next
      chosen = whom
      if (next.kind === 'reset') for (const link of links) if (whom(link)) tearDown(link)
    },
    heal: () => {
      fault = undefined
    },
    stop: async () => {
      for (const link of links) destroy(link)
      listening.close()
      await once(listening, 'close')
    },
  }
}

function destroy({ client, server }: Link) {
  client.destroy()
  server.destroy()
}

function tearDown({ client, server }: Link) {
  client.resetAndDestroy()
  server.destroy()
}

/** One direction of a connection. */
function passage(link: Link, faultOf: (link: Link) => Fault | undefined, answering: boolean) {
  let answered = 0
  return new Transform({
    transform: async (chunk: Buffer, _, done) => {
      const fault = faultOf(link)
      if (fault?.kind === 'blackhole') link.lost = true
      if (link.lost) return done()
      if (fault?.kind === 'latency') await delay(fault.ms)
      if (fault?.kind === 'bandwidth') await delay((chunk.length * 1000) / fault.bytes_per_s)
      if (fault?.kind === 'cut' && answering) {
        const left = fault.bytes - answered
        answered += chunk.length
        if (left < chunk.length) {
          link.client.write(chunk.subarray(0, Math.max(0, left)), () => destroy(link))
          return done()
        }
      }
      done(null, chunk)
    },
  })
}
