import { useEffect } from 'react'
import { isTyping, shortcutsEnabled } from './shortcuts.ts'

/** A single-letter shortcut of this page, inactive while typing. */
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

/** C creates a record. */
export const useCreateKey = (create: (() => void) | undefined) => useLetterKey('c', create)

/** E edits the open record. */
export const useEditKey = (edit: (() => void) | undefined) => useLetterKey('e', edit)

const editable = 'input:not([type=hidden], [type=checkbox]), textarea, select'

/** Focuses the first editable field. */
export function startEditing(within: ParentNode | null) {
  const fields = [...(within?.querySelectorAll<HTMLInputElement>(editable) ?? [])]
  const first = fields.find(({ disabled, readOnly }) => !disabled && !readOnly)
  first?.focus()
  first?.select?.()
  return first !== undefined
}
