import { type RefObject, useEffect } from 'react'
import { shortcutsEnabled } from '../../components/shortcuts.ts'

/** Single-letter shortcuts of an open contact. They also work in a drawer, unless a dialog is in front of it. */
export function useContactKeys(record: RefObject<HTMLElement | null>, keys: Record<string, (() => void) | undefined>) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = keys[event.key]
      if (!act || !shortcutsEnabled() || isTaken(event, record.current)) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [record, keys])
}

/** Whether the letter is typed into a field, or belongs to a menu or to a dialog in front of the record. */
function isTaken(event: KeyboardEvent, record: HTMLElement | null) {
  const target = event.target as HTMLElement
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || target.isContentEditable) return true
  if (target.matches('input:not([type=checkbox], [type=radio]), textarea, select')) return true
  if (target.closest('[role=menu], [role=listbox]')) return true
  return [...document.querySelectorAll('[role=dialog]')].some(dialog => !dialog.contains(record))
}
