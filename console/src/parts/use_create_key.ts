import { useEffect } from 'react'
import { isTyping, keysAreOn } from '../shell/keys.tsx'

/** C makes a new one, wherever there is something to make. */
export function useCreateKey(create: (() => void) | undefined) {
  useEffect(() => {
    if (!create) return
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'c' || !keysAreOn() || isTyping(event)) return
      event.preventDefault()
      create()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [create])
}
