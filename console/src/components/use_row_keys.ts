import { useEffect, useRef, useState } from 'react'
import { addRange, toggleId } from './selection.ts'
import { isTyping, shortcutsEnabled } from './shortcuts.ts'

interface Params<Row> {
  rows: Row[]
  idOf: (row: Row) => number
  /** The current row at first. */
  start: number | undefined
  /** Scrolls to a row. */
  show: (index: number) => void
  onOpen: ((id: number) => void) | undefined
  selected: ReadonlySet<number> | undefined
  onSelect: ((ids: ReadonlySet<number>) => void) | undefined
}

/** J and K move through the rows, Enter opens one, X selects it, Shift X all up to it. Returns the current row, and how to select. */
export function useRowKeys<Row>({ rows, idOf, start, show, onOpen, selected, onSelect }: Params<Row>) {
  const [currentId, setCurrent] = useState(start)
  const place = currentId === undefined ? -1 : rows.findIndex(row => idOf(row) === currentId)
  const current = place < 0 ? undefined : place
  /** The row that was selected last: a range begins there. */
  const anchor = useRef<number>(undefined)
  const select = (id: number, range: boolean) => {
    const from = anchor.current
    anchor.current = id
    onSelect?.(range && from !== undefined ? addRange(selected, rows.map(idOf), from, id) : toggleId(selected, id))
  }
  /** Whether a key moved through the rows since the focus moved last. Enter then opens the row, also while a button has the focus. */
  const moved = useRef(false)
  const latest = useRef(select)
  latest.current = select
  useEffect(() => {
    const move = (by: number) => {
      moved.current = true
      const next = current === undefined ? 0 : current + by
      const index = Math.max(0, Math.min(rows.length - 1, next))
      const row = rows[index]
      if (row !== undefined) setCurrent(idOf(row))
      show(index)
    }
    const row = current === undefined ? undefined : rows[current]
    const actions: Record<string, (() => void) | undefined> = {
      j: () => move(1),
      k: () => move(-1),
      Enter: row && onOpen && (() => onOpen(idOf(row))),
      x: row && onSelect && (() => latest.current(idOf(row), false)),
      X: row && onSelect && (() => latest.current(idOf(row), true)),
    }
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !shortcutsEnabled() || isTyping(event) || rows.length === 0) return
      // Enter on a button or link presses it.
      if (event.key === 'Enter' && !moved.current && (event.target as HTMLElement).closest('button, a')) return
      const act = actions[event.key]
      if (!act) return
      act()
      event.preventDefault()
    }
    const forget = () => {
      moved.current = false
    }
    addEventListener('keydown', press)
    addEventListener('focusin', forget)
    return () => {
      removeEventListener('keydown', press)
      removeEventListener('focusin', forget)
    }
  }, [rows, idOf, show, onOpen, onSelect, current])
  return { current, setCurrent, select: latest }
}
