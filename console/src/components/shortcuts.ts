const enabled_key = 'muster.keys'

/** Single-letter shortcuts can be switched off: speech input would trigger them (WCAG 2.1.4). */
export const shortcutsEnabled = () => localStorage.getItem(enabled_key) !== 'off'

export const enableShortcuts = (on: boolean) => localStorage.setItem(enabled_key, on ? 'on' : 'off')

/** True while letters are typed into a field, or a dialog or menu has the keyboard. */
export function isTyping(event: KeyboardEvent) {
  const target = event.target as HTMLElement
  return (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio]), textarea, select') ||
    target.closest('[role=dialog],[role=menu],[role=listbox]') !== null
  )
}
