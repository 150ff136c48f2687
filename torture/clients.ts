import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { ask } from '../server/test/process.ts'
import { type Verdict, withTestServer } from './test_server.ts'

interface ClientParams {
  /** The number of bad clients of each kind. */
  each: number
  idle: number
  log?: (line: string) => void
}

/** Longer than the timeouts of the server: ten seconds for headers, fifteen for a body. */
const patience_ms = 40_000
const answer_ms_max = 2000

type Habit = (socket: Socket, token: string) => void

const head = (token: string, path: string, method = 'GET', more = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n${more}`

const slowly = (socket: Socket, text: string) => {
  const timer = setInterval(() => socket.write(text), 500)
  socket.once('close', () => clearInterval(timer))
}

const habits: Record<string, Habit> = {
  'a header every half second': (socket, token) => {
    socket.write(head(token, '/teams'))
    slowly(socket, 'X-More: 1\r\n')
  },
  'a body, letter by letter': (socket, token) => {
    socket.write(head(token, '/teams', 'POST', 'Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{'))
    slowly(socket, ' ')
  },
  'a body that never comes': (socket, token) =>
    void socket.write(head(token, '/teams', 'POST', 'Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n')),
  'a request, and then nothing is read': (socket, token) => {
    socket.pause()
    socket.write(`${head(token, '/openapi.json')}\r\n`.repeat(20))
  },
  'half a request, and a closed half of the line': (socket, token) => {
    socket.write(head(token, '/teams'))
    socket.end()
  },
  'something that is not HTTP': socket => void socket.write('\x16\x03\x01\x02\x00 hello\r\n\r\n'),
}

/** Part of promise 17: slow and broken clients do not affect others, and are disconnected. */
export const tortureClients = ({ each, idle, log }: ClientParams): Promise<Verdict> =>
  withTestServer(300_000, async site => {
    const address = new URL(site.url)
    const open = (habit?: Habit) =>
      new Promise<Socket>((resolve, reject) => {
        const socket = connect({ port: Number(address.port), host: address.hostname, allowHalfOpen: true })
        socket.once('error', reject)
        socket.once('connect', () => {
          socket.on('error', () => {})
          if (habit !== habits['a request, and then nothing is read']) socket.resume()
          habit?.(socket, site.token)
          resolve(socket)
        })
      })
    const bad = new Map<string, Socket[]>()
    const silent = await Promise.all(Array.from({ length: idle }, () => open()))
    for (const [name, habit] of Object.entries(habits))
      bad.set(name, await Promise.all(Array.from({ length: each }, () => open(habit))))
    const times: number[] = []
    let failed = 0
    let refused = 0
    const deadline = Date.now() + patience_ms
    const isOver = ([name, sockets]: [string, Socket[]]) =>
      // A client that does not read cannot notice that its connection was closed.
      name === 'a request, and then nothing is read' ||
      sockets.every(({ destroyed, readableEnded }) => destroyed || readableEnded)
    while (Date.now() < deadline && ![...bad].every(isOver)) {
      const begun = performance.now()
      const { status } = await ask(`${site.url}/me`, { token: site.token })
      times.push(performance.now() - begun)
      failed += Number(status !== 200 && status !== 503)
      refused += Number(status === 503)
      await delay(20)
    }
    const staying = [...bad].filter(kind => !isOver(kind))
    const slowest_ms = times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0
    log?.(`${times.length} requests of an honest client meanwhile, 99 % within ${Math.round(slowest_ms)} ms`)
    for (const socket of [...silent, ...[...bad.values()].flat()]) socket.destroy()
    return {
      summary:
        `${idle} idle connections and ${each} each of ${bad.size} kinds of bad clients; an honest client asked ${times.length} times meanwhile, ` +
        `99 % were answered within ${Math.round(slowest_ms)} ms, ${refused} with a 503 while all of them came.`,
      broken: {
        'failed normal requests': failed,
        'normal requests slower than 2 s': Number(slowest_ms > answer_ms_max),
        'kinds of bad clients not disconnected within 40 s': staying.length,
      },
      notes: staying.map(([name]) => name),
    }
  })
