import { useEffect, useRef } from 'react'

/** When a drawer closes, the focus goes to the row of its record, or back to where it was. It never falls to the top of the page. */
export function useFocusOnClose(opened: boolean, recordId: number | undefined) {
  const before = useRef<Element | null>(null)
  const last = useRef(recordId)
  if (recordId !== undefined) last.current = recordId
  useEffect(() => {
    if (!opened) return
    before.current = document.activeElement
    return () => {
      const id = last.current
      last.current = undefined
      // After the drawer has released the focus.
      requestAnimationFrame(() => focusTarget(id, before.current)?.focus({ preventScroll: true }))
    }
  }, [opened])
}

function focusTarget(id: number | undefined, before: Element | null): HTMLElement | null {
  // A dialog or another page may have the focus by now.
  const now = document.activeElement
  if (now && now !== document.body && !now.closest('.mantine-Drawer-root')) return null
  const row = id === undefined ? null : document.querySelector<HTMLElement>(`[data-id="${id}"] .open`)
  const earlier = before instanceof HTMLElement && before !== document.body && before.isConnected ? before : null
  return row ?? earlier ?? document.querySelector<HTMLElement>('section.rows, #main')
}
