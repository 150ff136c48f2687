import type { Taken } from '../http/limits/peer_processes.ts'

/** What a process needs to know to serve beside the first one. */
export interface Orders {
  database_url: string
  public_url: string
}

/** What the first process says to another. A connection travels with the word about it. */
export type ToMate =
  | { kind: 'serve'; orders: Orders }
  | { kind: 'connection'; id: number }
  | { kind: 'taken'; taken: Taken }
  | { kind: 'measure'; id: number }
  | { kind: 'measured'; id: number; measured: unknown[] }
  | { kind: 'stop'; patience_ms: number }

/** What another process says to the first one. */
export type FromMate =
  | { kind: 'ready' }
  | { kind: 'got'; id: number }
  | { kind: 'taken'; taken: Taken }
  | { kind: 'measure'; id: number }
  | { kind: 'measured'; id: number; measured: unknown[] }

/** What a process measured, as an answer. One that cannot measure itself answers nothing. */
export const measuredBy = (measure: () => Promise<unknown>): Promise<unknown[]> =>
  measure().then(
    measured => [measured],
    () => [],
  )

const answer_ms_max = 2000

/** Questions that were asked of another process, until they are answered. */
export class Questions {
  readonly #open = new Map<number, (answer: unknown[]) => void>()
  #count = 0

  /** Nothing, where nobody answers in time: a process that hangs must not hide the others. */
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
