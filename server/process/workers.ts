import { type ChildProcess, fork } from 'node:child_process'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import type { PeerProcesses, UsedCosts } from '../http/limits/peer_processes.ts'
import {
  collectMetrics,
  type FromWorker,
  PendingRequests,
  type ToWorker,
  type WorkerSettings,
} from './worker_messages.ts'

const worker_file = fileURLToPath(new URL('worker.ts', import.meta.url))
const restart_ms = 1000
const kill_after_ms = 3000

/** Connections that a worker may have received but not accepted yet, and after how long it counts as hung. */
const pending_max = 16
const pending_ms_max = 10_000

interface WorkerProcess {
  child: ChildProcess
  ready: boolean
  /** Connections that it has not accepted yet. They are closed here if the worker dies. */
  pending: Map<number, { socket: Socket; at_ms: number }>
}

/** The worker processes. The first process hands them connections in turn, and restarts a worker that ends. */
export class Workers implements PeerProcesses {
  readonly #log: FastifyBaseLogger
  readonly #workers = new Set<WorkerProcess>()
  readonly #measurements = new PendingRequests()
  #settings: WorkerSettings = { database_url: '', public_url: '' }
  #turn = 0
  #last_id = 0
  #stopping = false
  #react: (costs: UsedCosts) => void = () => {}
  #measure: () => Promise<unknown> = async () => undefined

  constructor(log: FastifyBaseLogger) {
    this.#log = log
  }

  /** Starts the workers for this number of processes, the first one included. */
  start(settings: WorkerSettings, processes: number) {
    this.#settings = settings
    for (let count = 1; count < processes; count++) this.#fork()
  }

  /** Hands the connection to a worker, unless it is the turn of this process. */
  handOff(socket: Socket): boolean {
    const free = this.#ready.filter(worker => this.#hasRoom(worker))
    this.#turn = (this.#turn + 1) % (free.length + 1)
    const worker = free[this.#turn - 1]
    if (!worker) return false
    const id = ++this.#last_id
    worker.pending.set(id, { socket, at_ms: performance.now() })
    send(worker, { kind: 'connection', id }, socket)
    return true
  }

  #hasRoom({ child, pending }: WorkerProcess) {
    const [oldest] = pending.values()
    if (oldest && performance.now() - oldest.at_ms > pending_ms_max) child.kill('SIGKILL')
    return pending.size < pending_max
  }

  sendUsed(costs: UsedCosts, except?: WorkerProcess) {
    for (const worker of this.#ready) if (worker !== except) send(worker, { kind: 'costs', costs })
  }

  onUsed(react: (costs: UsedCosts) => void) {
    this.#react = react
  }

  async measurements() {
    return (await Promise.all(this.#ready.map(worker => this.#measurementOf(worker)))).flat()
  }

  onMeasure(measure: () => Promise<unknown>) {
    this.#measure = measure
  }

  /** Waits until all workers have finished their requests, or kills them. */
  async stop(patience_ms: number) {
    this.#stopping = true
    await Promise.all(
      [...this.#workers].map(
        worker =>
          new Promise<void>(resolve => {
            const timer = setTimeout(() => worker.child.kill('SIGKILL'), patience_ms + kill_after_ms)
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

  #fork() {
    // It reads the same environment. The first process handles the signals for all.
    const child = fork(worker_file, { execArgv: process.execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const worker: WorkerProcess = { child, ready: false, pending: new Map() }
    this.#workers.add(worker)
    child.on('message', (message: FromWorker) => void this.#receive(worker, message))
    child.on('error', error => {
      this.#log.error({ err: error }, 'worker process failed')
      // It never started, so there will be no exit event.
      if (child.pid === undefined) this.#onExit(worker, 'not started')
    })
    child.once('exit', (code, signal) => this.#onExit(worker, code ?? signal))
    send(worker, { kind: 'serve', settings: this.#settings })
  }

  #onExit(worker: WorkerProcess, ending: number | string | null) {
    this.#workers.delete(worker)
    for (const { socket } of worker.pending.values()) socket.destroy()
    if (this.#stopping) return
    this.#log.error({ ending }, 'worker process ended; restarting it')
    setTimeout(() => {
      try {
        if (!this.#stopping) this.#fork()
      } catch (error) {
        this.#log.error({ err: error }, 'could not start a worker process')
      }
    }, restart_ms).unref()
  }

  async #receive(worker: WorkerProcess, message: FromWorker) {
    switch (message.kind) {
      case 'ready':
        worker.ready = true
        break
      case 'accepted':
        // Closes this process's copy of the socket only.
        worker.pending.get(message.id)?.socket.destroy()
        worker.pending.delete(message.id)
        break
      case 'costs':
        this.#react(message.costs)
        this.sendUsed(message.costs, worker)
        break
      case 'measured':
        this.#measurements.answer(message.id, message.measured)
        break
      case 'measure': {
        const others = this.#ready.filter(other => other !== worker)
        const all = await Promise.all([
          collectMetrics(this.#measure),
          ...others.map(other => this.#measurementOf(other)),
        ])
        send(worker, { kind: 'measured', id: message.id, measured: all.flat() })
      }
    }
  }

  #measurementOf(worker: WorkerProcess) {
    return this.#measurements.ask(id => send(worker, { kind: 'measure', id }))
  }
}

// A worker that has just ended receives nothing; its exit event is handled elsewhere.
function send({ child }: WorkerProcess, message: ToWorker, socket?: Socket) {
  if (child.connected) child.send(message, socket, { keepOpen: true }, error => error && socket?.destroy())
}
