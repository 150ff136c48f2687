import { useEffect } from 'react'
import { isTyping, shortcutsEnabled } from './shortcuts.ts'

/** The keys of a page. They come before those of the frame, except G and a letter. */
export function usePageKeys(actionOf: (event: KeyboardEvent) => (() => void) | undefined) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!shortcutsEnabled() || isTyping(event)) return
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
