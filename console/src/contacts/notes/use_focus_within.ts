import { type FocusEvent, useEffect, useRef, useState } from 'react'

/**
 * Whether the focus is within an element, with the handlers for it. If a press moves the focus away, that counts after the click has happened: the
 * element may become smaller then, and what is clicked must not move before.
 */
export function useFocusWithin() {
  const [focused, setFocused] = useState(false)
  const pressed = useRef(false)
  const leaving = useRef(false)
  useEffect(() => {
    const press = ({ button }: MouseEvent) => {
      pressed.current = button === 0
    }
    const release = () => {
      pressed.current = false
      // The browser sends the click right after the release.
      setTimeout(() => {
        if (leaving.current) setFocused(false)
        leaving.current = false
      })
    }
    const releases = ['mouseup', 'dragend']
    window.addEventListener('mousedown', press, true)
    for (const name of releases) window.addEventListener(name, release, true)
    return () => {
      window.removeEventListener('mousedown', press, true)
      for (const name of releases) window.removeEventListener(name, release, true)
    }
  }, [])
  const onFocus = () => {
    leaving.current = false
    setFocused(true)
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!leaves(currentTarget, relatedTarget)) return onFocus()
    if (pressed.current) leaving.current = true
    else setFocused(false)
  }
  return { focused, setFocused, onFocus, onBlur }
}

/** Whether the focus goes to another part of the page. A calendar or a list that the element opened belongs to it. */
function leaves(element: Element, to: Element | null) {
  if (!to || element.contains(to)) return false
  const layer = to.closest('[data-portal]')
  return !layer || layer.contains(element)
}
