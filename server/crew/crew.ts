import { type ChildProcess, fork } from 'node:child_process'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import type { Others, Taken } from '../http/others.ts'
import { type FromMate, type Orders, Questions, type ToMate } from './messages.ts'

const program = fileURLToPath(new URL('mate.ts', import.meta.url))
const again_ms = 1000
const farewell_ms = 3000

interface Mate {
  child: ChildProcess
  ready: boolean
}

/** The processes that serve beside the first one. It hands them connections by turns, and starts anew whichever ends. */
export class Crew implements Others {
  readonly #log: FastifyBaseLogger
  readonly #mates = new Set<Mate>()
  readonly #questions = new Questions()
  #orders: Orders | undefined
  #turn = 0
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
    const ready = this.#ready
    this.#turn = (this.#turn + 1) % (ready.length + 1)
    const mate = ready[this.#turn - 1]
    if (!mate) return false
    send(mate, { kind: 'connection' }, socket)
    return true
  }

  tell(taken: Taken) {
    this.#tellAll(taken)
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
    const mate: Mate = { child, ready: false }
    this.#mates.add(mate)
    child.on('message', (word: FromMate) => void this.#hear(mate, word))
    child.on('error', error => this.#log.error({ err: error }, 'a process of the server is in trouble'))
    child.once('exit', (code, signal) => this.#lost(mate, code ?? signal))
    send(mate, { kind: 'serve', orders: this.#orders! })
  }

  #lost(mate: Mate, ending: number | string | null) {
    this.#mates.delete(mate)
    if (this.#stopping) return
    this.#log.error({ ending }, 'a process of the server ended, and is started again')
    setTimeout(() => {
      if (!this.#stopping) this.#begin()
    }, again_ms).unref()
  }

  async #hear(mate: Mate, word: FromMate) {
    switch (word.kind) {
      case 'ready':
        mate.ready = true
        break
      case 'taken':
        this.#react(word.taken)
        this.#tellAll(word.taken, mate)
        break
      case 'measured':
        this.#questions.answer(word.id, word.measured)
        break
      case 'measure': {
        const others = this.#ready.filter(other => other !== mate)
        const [own, ...theirs] = await Promise.all([
          this.#measure(),
          ...others.map(other => this.#measurementOf(other)),
        ])
        send(mate, { kind: 'measured', id: word.id, measured: [own, ...theirs.flat()] })
      }
    }
  }

  #measurementOf(mate: Mate) {
    return this.#questions.ask(id => send(mate, { kind: 'measure', id }))
  }

  #tellAll(taken: Taken, but?: Mate) {
    for (const mate of this.#ready) if (mate !== but) send(mate, { kind: 'taken', taken })
  }
}

// One that has just ended hears nothing; that it has ended is heard elsewhere.
function send({ child }: Mate, word: ToMate, socket?: Socket) {
  if (child.connected) child.send(word, socket, {}, error => error && socket?.destroy())
}
