import { useEffect, useRef } from 'react'

/** After a refused save the focus goes to the first wrong field, or to the message above the form. Returns what to call when the form is sent. */
export function useFocusOnError(form: HTMLElement | null, busy: boolean) {
  const sender = useRef<Element | null>(null)
  const was_busy = useRef(false)
  useEffect(() => {
    if (!form) return
    const stop = () => {
      sender.current = null
    }
    form.addEventListener('input', stop)
    return () => form.removeEventListener('input', stop)
  }, [form])
  // After every rendering, until the errors are there.
  useEffect(() => {
    const finished = was_busy.current && !busy
    was_busy.current = busy
    if (!form || !sender.current || busy) return
    const wrong = form.querySelector<HTMLElement>('[aria-invalid=true], [data-save-error]')
    // A field that is disabled while it is saved loses the focus.
    const lost = finished && document.activeElement === document.body ? (sender.current as HTMLElement) : undefined
    const target = wrong ?? lost
    if (!target) return
    sender.current = null
    target.focus()
  })
  return () => {
    sender.current = document.activeElement
  }
}
