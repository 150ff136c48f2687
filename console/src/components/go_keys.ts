import { useEffect } from 'react'
import { isTyping, shortcutsEnabled } from './shortcuts.ts'

const sequence_ms = 1200

let waiting_until = 0
let goTo: ((letter: string) => (() => void) | undefined) | undefined

/** G and a letter go to a page. */
export function useGoKeys(pageOf: (letter: string) => (() => void) | undefined) {
  useEffect(() => {
    goTo = pageOf
    return () => {
      goTo = undefined
    }
  }, [pageOf])
}

function press(event: KeyboardEvent) {
  if (!shortcutsEnabled() || isTyping(event)) return
  const follows_g = Date.now() < waiting_until && /^[a-z]$/i.test(event.key)
  waiting_until = !follows_g && event.key === 'g' ? Date.now() + sequence_ms : 0
  if (!follows_g) return
  event.preventDefault()
  event.stopImmediatePropagation()
  goTo?.(event.key)?.()
}

// Added when this file loads, so that it runs before the keys of every page: C after G goes to the contacts and creates nothing.
addEventListener('keydown', press, { capture: true })
