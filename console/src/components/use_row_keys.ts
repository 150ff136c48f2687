import { useEffect, useState } from 'react'
import { toggleId } from './selection.ts'
import { isTyping, shortcutsEnabled } from './shortcuts.ts'

interface Params<Row> {
  rows: Row[]
  idOf: (row: Row) => number
  /** Scrolls to a row. */
  show: (index: number) => void
  onOpen: ((id: number) => void) | undefined
  selected: ReadonlySet<number> | undefined
  onSelect: ((ids: ReadonlySet<number>) => void) | undefined
}

/** J and K move through the rows, Enter opens one, X selects it. Returns the index of the current row. */
export function useRowKeys<Row>({ rows, idOf, show, onOpen, selected, onSelect }: Params<Row>) {
  const [current, setCurrent] = useState<number>()
  useEffect(() => {
    const move = (by: number) => {
      const next = current === undefined ? 0 : current + by
      const index = Math.max(0, Math.min(rows.length - 1, next))
      setCurrent(index)
      show(index)
    }
    const row = current === undefined ? undefined : rows[current]
    const actions: Record<string, (() => void) | undefined> = {
      j: () => move(1),
      k: () => move(-1),
      Enter: row && (() => onOpen?.(idOf(row))),
      x: row && (() => onSelect?.(toggleId(selected, idOf(row)))),
    }
    const press = (event: KeyboardEvent) => {
      if (!shortcutsEnabled() || isTyping(event) || rows.length === 0) return
      // Enter on a button or a link follows that one.
      if (event.key === 'Enter' && ['BUTTON', 'A'].includes((event.target as HTMLElement).tagName)) return
      const act = actions[event.key]
      if (!act) return
      act()
      event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [rows, idOf, show, onOpen, selected, onSelect, current])
  return current
}
