import { useEffect, useRef } from 'react'
import { isTyping, shortcutsEnabled } from './shortcuts.ts'

const go_ms = 1200

/** The keys of a page. They come before those of the frame; G and a letter still go to another page. */
export function usePageKeys(actionOf: (event: KeyboardEvent) => (() => void) | undefined) {
  const leaving_until = useRef(0)
  useEffect(() => {
    const leaves = ({ key }: KeyboardEvent) => {
      const before = leaving_until.current
      leaving_until.current = key === 'g' ? Date.now() + go_ms : 0
      return Date.now() < before
    }
    const press = (event: KeyboardEvent) => {
      if (!shortcutsEnabled() || isTyping(event) || leaves(event)) return
      const act = actionOf(event)
      if (!act) return
      event.preventDefault()
      event.stopPropagation()
      if (mayRepeat(event)) act()
    }
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [actionOf])
}

/** A key that is held moves through the rows. It decides about one of them only. */
const mayRepeat = ({ repeat, key }: KeyboardEvent) => !repeat || /^[jk]$/i.test(key)
