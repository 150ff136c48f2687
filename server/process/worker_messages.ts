import type { UsedCosts } from '../http/limits/peer_processes.ts'

/** What a worker needs to serve requests. */
export interface WorkerSettings {
  database_url: string
  public_url: string
}

/** Messages of the first process to a worker. The socket of a connection is sent with its message. */
export type ToWorker =
  | { kind: 'serve'; settings: WorkerSettings }
  | { kind: 'connection'; id: number }
  | { kind: 'costs'; costs: UsedCosts }
  | { kind: 'measure'; id: number }
  | { kind: 'measured'; id: number; measured: unknown[] }
  | { kind: 'stop'; patience_ms: number }

/** Messages of a worker to the first process. */
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'accepted'; id: number }
  | { kind: 'costs'; costs: UsedCosts }
  | { kind: 'measure'; id: number }
  | { kind: 'measured'; id: number; measured: unknown[] }

/** The metrics of a process as a list; empty if they cannot be read. */
export const collectMetrics = (measure: () => Promise<unknown>): Promise<unknown[]> =>
  measure().then(
    measured => [measured],
    () => [],
  )

const answer_ms_max = 2000

/** Requests to another process that wait for their response. */
export class PendingRequests {
  readonly #open = new Map<number, (answer: unknown[]) => void>()
  #count = 0

  /** Returns an empty list after a timeout: one hung process must not block the metrics of the others. */
  ask(send: (id: number) => void): Promise<unknown[]> {
    const id = ++this.#count
    return new Promise(resolve => {
      const settle = (answer: unknown[]) => {
        clearTimeout(timer)
        this.#open.delete(id)
        resolve(answer)
      }
      const timer = setTimeout(settle, answer_ms_max, [])
      this.#open.set(id, settle)
      send(id)
    })
  }

  answer(id: number, answer: unknown[]) {
    this.#open.get(id)?.(answer)
  }
}
