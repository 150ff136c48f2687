import { useEffect } from 'react'
import { isTyping, shortcutsEnabled } from './shortcuts.ts'

/** A single-letter shortcut of this page, inactive while typing. */
export function useLetterKey(letter: string, act: (() => void) | undefined) {
  useEffect(() => {
    if (!act) return
    const press = (event: KeyboardEvent) => {
      if (event.key !== letter || event.defaultPrevented || !shortcutsEnabled() || isTyping(event)) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [letter, act])
}

/** E edits the open record. */
export const useEditKey = (edit: (() => void) | undefined) => useLetterKey('e', edit)

const editable = ':is(input:not([type=hidden], [type=checkbox], [type=radio]), textarea, select):not([data-composer])'

/** Focuses the first editable field. Fields that read as text are opened first. */
export function startEditing(within: ParentNode | null) {
  const opener = within?.querySelector<HTMLElement>('button[data-edit]')
  if (opener) {
    opener.click()
    return true
  }
  const first = firstField(within)
  first?.focus()
  first?.select?.()
  return first !== undefined
}

/** The first field that can be filled in. */
export function firstField(within: ParentNode | null) {
  const fields = [...(within?.querySelectorAll<HTMLInputElement>(editable) ?? [])]
  return fields.find(({ disabled, readOnly }) => !disabled && !readOnly)
}
