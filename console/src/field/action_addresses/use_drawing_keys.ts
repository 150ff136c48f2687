import { useEffect, useRef } from 'react'

interface DrawingKeys {
  undo: (() => void) | undefined
  redo: (() => void) | undefined
  finish: (() => void) | undefined
  leave: (() => void) | undefined
}

/** Ctrl Z undoes a step of the drawing, Ctrl Shift Z repeats it, Enter on the map finishes the area, Esc drops its corners or leaves. */
export function useDrawingKeys(drawing: boolean, keys: DrawingKeys) {
  const current = useRef(keys)
  current.current = keys
  useEffect(() => {
    if (!drawing) return
    const press = (event: KeyboardEvent) => {
      const act = event.defaultPrevented || isElsewhere(event) ? undefined : actOf(event, current.current)
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [drawing])
}

/** In a field, or in a dialog or menu over the map. */
const isElsewhere = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [role=dialog], [role=menu]') !== null

function actOf(event: KeyboardEvent, { undo, redo, finish, leave }: DrawingKeys) {
  const { key, ctrlKey, metaKey, shiftKey, target } = event
  if (key === 'Escape') return leave
  if (key === 'Enter') return target instanceof HTMLElement && target.matches('.map') ? finish : undefined
  if (!ctrlKey && !metaKey) return undefined
  if (key.toLowerCase() === 'z') return shiftKey ? redo : undo
  return key === 'y' ? redo : undefined
}
