import { useEffect } from 'react'
import { isTyping, shortcutsEnabled } from './shortcuts.ts'

/** A single letter that does something on this page, as long as nobody is typing. */
export function useLetterKey(letter: string, act: (() => void) | undefined) {
  useEffect(() => {
    if (!act) return
    const press = (event: KeyboardEvent) => {
      if (event.key !== letter || !shortcutsEnabled() || isTyping(event)) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [letter, act])
}

/** C makes a new one, wherever there is something to make. */
export const useCreateKey = (create: (() => void) | undefined) => useLetterKey('c', create)

/** E edits what is open. */
export const useEditKey = (edit: (() => void) | undefined) => useLetterKey('e', edit)

const editable = 'input:not([type=hidden], [type=checkbox]), textarea, select'

/** Puts the cursor into the first field one can write in. */
export function startEditing(within: ParentNode | null) {
  const fields = [...(within?.querySelectorAll<HTMLInputElement>(editable) ?? [])]
  const first = fields.find(({ disabled, readOnly }) => !disabled && !readOnly)
  first?.focus()
  first?.select?.()
  return first !== undefined
}
