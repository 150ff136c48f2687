import { type RefObject, useCallback } from 'react'
import { usePageKeys } from '../components/use_page_keys.ts'

interface Params {
  list: RefObject<HTMLElement | null>
  onSnooze: (place: number) => void
}

/** 1 to 9 open a queue, J and K move the focus, Enter opens, H puts it off until tomorrow. */
export function useQueueKeys({ list, onSnooze }: Params) {
  const actionOf = useCallback(
    ({ key }: KeyboardEvent) => {
      const links = linksIn(list.current)
      const current = links.findIndex(link => link.closest('li')?.contains(document.activeElement))
      const numbered = links[Number(key) - 1]
      // The places are not final while queues load.
      if (/^[1-9]$/.test(key)) return numbered && list.current?.ariaBusy !== 'true' ? () => numbered.click() : undefined
      if (key === 'j') return () => links[Math.min(current + 1, links.length - 1)]?.focus()
      if (key === 'k') return () => links[Math.max(current - 1, 0)]?.focus()
      return key === 'h' && current >= 0 ? () => onSnooze(current) : undefined
    },
    [list, onSnooze],
  )
  usePageKeys(actionOf)
}

/** The buttons of the queues, in order. */
export const linksIn = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('.queue-link') ?? [])]
