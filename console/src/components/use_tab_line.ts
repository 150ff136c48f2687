import { useMergedRef } from '@mantine/hooks'
import { useCallback, useEffect, useRef } from 'react'
import { useScrollEnds } from './use_scroll_ends.ts'

/** For a line of tabs that scrolls sideways where it is too long: keeps the open one in sight, and marks where there are more. */
export function useTabLine(open: string) {
  const list = useRef<HTMLDivElement>(null)
  // A button beside the tabs takes some of their room.
  const watch = useCallback((element: HTMLDivElement | null) => {
    if (!element) return
    const sizes = new ResizeObserver(() => showOpenTab(element))
    sizes.observe(element)
    // Counts arrive later and make tabs wider.
    for (const tab of element.children) sizes.observe(tab)
    return () => sizes.disconnect()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll when another tab opens.
  useEffect(() => {
    if (list.current) showOpenTab(list.current)
  }, [open])
  return useMergedRef(list, watch, useScrollEnds())
}

function showOpenTab(list: HTMLElement) {
  const tab = list.querySelector('[aria-selected=true]')
  if (!tab || list.scrollWidth <= list.clientWidth) return
  // Not scrollIntoView, which scrolls the page too when the tabs are out of view.
  const [{ left, width }, line] = [tab.getBoundingClientRect(), list.getBoundingClientRect()]
  list.scrollLeft += left + width / 2 - (line.left + line.width / 2)
}
