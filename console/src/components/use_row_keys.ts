import { useEffect, useState } from 'react'
import { toggleId } from './selection.ts'
import { isTyping, shortcutsEnabled } from './shortcuts.ts'

interface Wish<Row> {
  rows: Row[]
  idOf: (row: Row) => number
  frame: HTMLElement
  show: (index: number) => void
  onOpen: ((id: number) => void) | undefined
  selected: ReadonlySet<number> | undefined
  onSelect: ((ids: ReadonlySet<number>) => void) | undefined
}

/** J and K walk through the rows, Enter opens, X selects. Tells which row one is on. */
export function useRowKeys<Row>({ rows, idOf, show, onOpen, selected, onSelect }: Wish<Row>) {
  const [current, setCurrent] = useState<number>()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!shortcutsEnabled() || isTyping(event) || rows.length === 0) return
      const row = current === undefined ? undefined : rows[current]
      if (event.key === 'j' || event.key === 'k') {
        const next = current === undefined ? 0 : current + (event.key === 'j' ? 1 : -1)
        const index = Math.max(0, Math.min(rows.length - 1, next))
        setCurrent(index)
        show(index)
      } else if (event.key === 'Enter' && row && (event.target as HTMLElement).tagName !== 'BUTTON') onOpen?.(idOf(row))
      else if (event.key === 'x' && row) onSelect?.(toggleId(selected, idOf(row)))
      else return
      event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [rows, idOf, show, onOpen, selected, onSelect, current])
  return current
}
