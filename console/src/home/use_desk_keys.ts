import { type RefObject, useEffect } from 'react'
import { isTyping, shortcutsEnabled } from '../components/shortcuts.ts'

interface Params {
  list: RefObject<HTMLElement | null>
  onSnooze: (place: number) => void
}

/** 1 to 9 open a queue, J and K move the focus, Enter opens, H puts it off until tomorrow. */
export function useDeskKeys({ list, onSnooze }: Params) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!shortcutsEnabled() || isTyping(event)) return
      const links = linksIn(list.current)
      const current = links.findIndex(link => link.closest('li')?.contains(document.activeElement))
      const act = actionOf(event.key, links, current)
      if (!act) return
      event.preventDefault()
      act()
    }
    const actionOf = (key: string, links: HTMLElement[], current: number) => {
      // The places are not final while queues load.
      if (/^[1-9]$/.test(key))
        return list.current?.ariaBusy !== 'true' && links[Number(key) - 1] && (() => links[Number(key) - 1]?.click())
      if (key === 'j') return () => links[Math.min(current + 1, links.length - 1)]?.focus()
      if (key === 'k') return () => links[Math.max(current - 1, 0)]?.focus()
      return key === 'h' && current >= 0 ? () => onSnooze(current) : undefined
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [list, onSnooze])
}

/** The buttons of the queues, in order. */
export const linksIn = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('.queue-link') ?? [])]
