import { type ChildProcess, fork } from 'node:child_process'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import type { Others, Taken } from '../http/limits/peer_processes.ts'
import { type FromMate, measuredBy, type Orders, Questions, type ToMate } from './worker_messages.ts'

const program = fileURLToPath(new URL('worker.ts', import.meta.url))
const again_ms = 1000
const farewell_ms = 3000

/** So many may be on their way to a process; one that takes none for so long hangs. */
const handed_max = 16
const handing_ms_max = 10_000

interface Mate {
  child: ChildProcess
  ready: boolean
  /** Connections that it has not taken yet. Should it die, nobody else would close them. */
  handed: Map<number, { socket: Socket; at_ms: number }>
}

/** The processes that serve beside the first one. It hands them connections by turns, and starts anew whichever ends. */
export class Crew implements Others {
  readonly #log: FastifyBaseLogger
  readonly #mates = new Set<Mate>()
  readonly #questions = new Questions()
  #orders: Orders | undefined
  #turn = 0
  #handed = 0
  #stopping = false
  #react: (taken: Taken) => void = () => {}
  #measure: () => Promise<unknown> = async () => undefined

  constructor(log: FastifyBaseLogger) {
    this.#log = log
  }

  /** Starts as many as are needed for so many processes, this one among them. */
  start(orders: Orders, processes: number) {
    this.#orders = orders
    for (let count = 1; count < processes; count++) this.#begin()
  }

  /** Hands the connection to another process, unless it is our own turn. */
  handOn(socket: Socket): boolean {
    const free = this.#ready.filter(mate => this.#takes(mate))
    this.#turn = (this.#turn + 1) % (free.length + 1)
    const mate = free[this.#turn - 1]
    if (!mate) return false
    const id = ++this.#handed
    mate.handed.set(id, { socket, at_ms: performance.now() })
    send(mate, { kind: 'connection', id }, socket)
    return true
  }

  #takes({ child, handed }: Mate) {
    const [oldest] = handed.values()
    if (oldest && performance.now() - oldest.at_ms > handing_ms_max) child.kill('SIGKILL')
    return handed.size < handed_max
  }

  tell(taken: Taken, but?: Mate) {
    for (const mate of this.#ready) if (mate !== but) send(mate, { kind: 'taken', taken })
  }

  onTaken(react: (taken: Taken) => void) {
    this.#react = react
  }

  async measurements() {
    return (await Promise.all(this.#ready.map(mate => this.#measurementOf(mate)))).flat()
  }

  onMeasure(measure: () => Promise<unknown>) {
    this.#measure = measure
  }

  /** Ends when all of them have finished what they were at, or have been given up. */
  async stop(patience_ms: number) {
    this.#stopping = true
    await Promise.all(
      [...this.#mates].map(
        mate =>
          new Promise<void>(resolve => {
            const timer = setTimeout(() => mate.child.kill('SIGKILL'), patience_ms + farewell_ms)
            mate.child.once('exit', () => {
              clearTimeout(timer)
              resolve()
            })
            send(mate, { kind: 'stop', patience_ms })
          }),
      ),
    )
  }

  get #ready() {
    return [...this.#mates].filter(({ ready, child }) => ready && child.connected)
  }

  #begin() {
    // It reads the same settings as we do. A signal for all of us is ours to act on.
    const child = fork(program, { execArgv: process.execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const mate: Mate = { child, ready: false, handed: new Map() }
    this.#mates.add(mate)
    child.on('message', (word: FromMate) => void this.#hear(mate, word))
    child.on('error', error => {
      this.#log.error({ err: error }, 'a process of the server is in trouble')
      // It never began, and so will never be heard to end.
      if (child.pid === undefined) this.#lost(mate, 'nothing')
    })
    child.once('exit', (code, signal) => this.#lost(mate, code ?? signal))
    send(mate, { kind: 'serve', orders: this.#orders! })
  }

  #lost(mate: Mate, ending: number | string | null) {
    this.#mates.delete(mate)
    for (const { socket } of mate.handed.values()) socket.destroy()
    if (this.#stopping) return
    this.#log.error({ ending }, 'a process of the server ended, and is started again')
    setTimeout(() => {
      try {
        if (!this.#stopping) this.#begin()
      } catch (error) {
        this.#log.error({ err: error }, 'a process of the server could not be started')
      }
    }, again_ms).unref()
  }

  async #hear(mate: Mate, word: FromMate) {
    switch (word.kind) {
      case 'ready':
        mate.ready = true
        break
      case 'got':
        // Only our end of it: the other process has its own.
        mate.handed.get(word.id)?.socket.destroy()
        mate.handed.delete(word.id)
        break
      case 'taken':
        this.#react(word.taken)
        this.tell(word.taken, mate)
        break
      case 'measured':
        this.#questions.answer(word.id, word.measured)
        break
      case 'measure': {
        const others = this.#ready.filter(other => other !== mate)
        const all = await Promise.all([measuredBy(this.#measure), ...others.map(other => this.#measurementOf(other))])
        send(mate, { kind: 'measured', id: word.id, measured: all.flat() })
      }
    }
  }

  #measurementOf(mate: Mate) {
    return this.#questions.ask(id => send(mate, { kind: 'measure', id }))
  }
}

// One that has just ended hears nothing; that it has ended is heard elsewhere.
function send({ child }: Mate, word: ToMate, socket?: Socket) {
  if (child.connected) child.send(word, socket, { keepOpen: true }, error => error && socket?.destroy())
}
