import { useState } from 'react'

interface History<Draft> {
  past: Draft[]
  now: Draft
  future: Draft[]
  /** What the last change was. Changes of one kind in a row, such as moving a corner, are undone together. */
  kind: string
}

const past_max = 200

/** A value whose changes can be undone and redone. */
export function useHistory<Draft>(first: Draft) {
  const [{ past, now, future }, set] = useState<History<Draft>>({ past: [], now: first, future: [], kind: '' })
  return {
    now,
    change: (next: Draft, kind = '') => set(before => afterChange(before, next, kind)),
    undo: past.length > 0 ? () => set(stepBack) : undefined,
    redo: future.length > 0 ? () => set(stepForward) : undefined,
    reset: (next: Draft) => set({ past: [], now: next, future: [], kind: '' }),
  }
}

function afterChange<Draft>({ past, now, kind: last }: History<Draft>, next: Draft, kind: string): History<Draft> {
  const together = kind !== '' && kind === last
  return { past: together ? past : [...past, now].slice(-past_max), now: next, future: [], kind }
}

function stepBack<Draft>(history: History<Draft>): History<Draft> {
  const { past, now, future } = history
  const before = past.at(-1)
  return before === undefined ? history : { past: past.slice(0, -1), now: before, future: [now, ...future], kind: '' }
}

function stepForward<Draft>(history: History<Draft>): History<Draft> {
  const { past, now, future } = history
  const [after, ...later] = future
  return after === undefined ? history : { past: [...past, now], now: after, future: later, kind: '' }
}
