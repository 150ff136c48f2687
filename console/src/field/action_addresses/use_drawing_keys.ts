import { useEffect, useRef } from 'react'
import { isTyping } from '../../components/shortcuts.ts'

interface DrawingKeys {
  undo: (() => void) | undefined
  redo: (() => void) | undefined
  leave: () => void
}

/** Ctrl Z undoes a step of the drawing, Ctrl Shift Z repeats it, Esc leaves. */
export function useDrawingKeys(drawing: boolean, keys: DrawingKeys) {
  const current = useRef(keys)
  current.current = keys
  useEffect(() => {
    if (!drawing) return
    const press = (event: KeyboardEvent) => {
      const act = event.defaultPrevented || isTyping(event) ? undefined : actOf(event, current.current)
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [drawing])
}

function actOf({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent, { undo, redo, leave }: DrawingKeys) {
  if (key === 'Escape') return leave
  if (!ctrlKey && !metaKey) return undefined
  if (key.toLowerCase() === 'z') return shiftKey ? redo : undo
  return key === 'y' ? redo : undefined
}
