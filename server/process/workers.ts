import { type ChildProcess, fork } from 'node:child_process'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import type { PeerProcesses, UsedCosts } from '../http/limits/peer_processes.ts'
import { type FromWorker, measuredBy, Questions, type ToWorker, type WorkerSettings } from './worker_messages.ts'

const program = fileURLToPath(new URL('worker.ts', import.meta.url))
const again_ms = 1000
const farewell_ms = 3000

/** So many may be on their way to a process; one that takes none for so long hangs. */
const handed_max = 16
const handing_ms_max = 10_000

interface WorkerProcess {
  child: ChildProcess
  ready: boolean
  /** Connections that it has not taken yet. Should it die, nobody else would close them. */
  handed: Map<number, { socket: Socket; at_ms: number }>
}

/** The processes that serve beside the first one. It hands them connections by turns, and starts anew whichever ends. */
export class Workers implements PeerProcesses {
  readonly #log: FastifyBaseLogger
  readonly #workers = new Set<WorkerProcess>()
  readonly #questions = new Questions()
  #orders: WorkerSettings | undefined
  #turn = 0
  #handed = 0
  #stopping = false
  #react: (taken: UsedCosts) => void = () => {}
  #measure: () => Promise<unknown> = async () => undefined

  constructor(log: FastifyBaseLogger) {
    this.#log = log
  }

  /** Starts as many as are needed for so many processes, this one among them. */
  start(orders: WorkerSettings, processes: number) {
    this.#orders = orders
    for (let count = 1; count < processes; count++) this.#begin()
  }

  /** Hands the connection to another process, unless it is our own turn. */
  handOn(socket: Socket): boolean {
    const free = this.#ready.filter(worker => this.#takes(worker))
    this.#turn = (this.#turn + 1) % (free.length + 1)
    const worker = free[this.#turn - 1]
    if (!worker) return false
    const id = ++this.#handed
    worker.handed.set(id, { socket, at_ms: performance.now() })
    send(worker, { kind: 'connection', id }, socket)
    return true
  }

  #takes({ child, handed }: WorkerProcess) {
    const [oldest] = handed.values()
    if (oldest && performance.now() - oldest.at_ms > handing_ms_max) child.kill('SIGKILL')
    return handed.size < handed_max
  }

  sendUsed(taken: UsedCosts, but?: WorkerProcess) {
    for (const worker of this.#ready) if (worker !== but) send(worker, { kind: 'taken', taken })
  }

  onUsed(react: (taken: UsedCosts) => void) {
    this.#react = react
  }

  async measurements() {
    return (await Promise.all(this.#ready.map(worker => this.#measurementOf(worker)))).flat()
  }

  onMeasure(measure: () => Promise<unknown>) {
    this.#measure = measure
  }

  /** Ends when all of them have finished what they were at, or have been given up. */
  async stop(patience_ms: number) {
    this.#stopping = true
    await Promise.all(
      [...this.#workers].map(
        worker =>
          new Promise<void>(resolve => {
            const timer = setTimeout(() => worker.child.kill('SIGKILL'), patience_ms + farewell_ms)
            worker.child.once('exit', () => {
              clearTimeout(timer)
              resolve()
            })
            send(worker, { kind: 'stop', patience_ms })
          }),
      ),
    )
  }

  get #ready() {
    return [...this.#workers].filter(({ ready, child }) => ready && child.connected)
  }

  #begin() {
    // It reads the same settings as we do. A signal for all of us is ours to act on.
    const child = fork(program, { execArgv: process.execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const worker: WorkerProcess = { child, ready: false, handed: new Map() }
    this.#workers.add(worker)
    child.on('message', (word: FromWorker) => void this.#hear(worker, word))
    child.on('error', error => {
      this.#log.error({ err: error }, 'a process of the server is in trouble')
      // It never began, and so will never be heard to end.
      if (child.pid === undefined) this.#lost(worker, 'nothing')
    })
    child.once('exit', (code, signal) => this.#lost(worker, code ?? signal))
    send(worker, { kind: 'serve', orders: this.#orders! })
  }

  #lost(worker: WorkerProcess, ending: number | string | null) {
    this.#workers.delete(worker)
    for (const { socket } of worker.handed.values()) socket.destroy()
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

  async #hear(worker: WorkerProcess, word: FromWorker) {
    switch (word.kind) {
      case 'ready':
        worker.ready = true
        break
      case 'got':
        // Only our end of it: the other process has its own.
        worker.handed.get(word.id)?.socket.destroy()
        worker.handed.delete(word.id)
        break
      case 'taken':
        this.#react(word.taken)
        this.sendUsed(word.taken, worker)
        break
      case 'measured':
        this.#questions.answer(word.id, word.measured)
        break
      case 'measure': {
        const others = this.#ready.filter(other => other !== worker)
        const all = await Promise.all([measuredBy(this.#measure), ...others.map(other => this.#measurementOf(other))])
        send(worker, { kind: 'measured', id: word.id, measured: all.flat() })
      }
    }
  }

  #measurementOf(worker: WorkerProcess) {
    return this.#questions.ask(id => send(worker, { kind: 'measure', id }))
  }
}

// One that has just ended hears nothing; that it has ended is heard elsewhere.
function send({ child }: WorkerProcess, word: ToWorker, socket?: Socket) {
  if (child.connected) child.send(word, socket, { keepOpen: true }, error => error && socket?.destroy())
}
