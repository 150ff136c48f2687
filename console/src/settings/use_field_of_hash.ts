import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

const wait_ms_max = 20_000

/** Focuses the field that the hash of the address names, once its section is loaded, and marks it. */
export function useFieldOfHash() {
  const { hash, href } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same hash may be in another section.
  useEffect(() => {
    if (!hash) return
    const focus = () => {
      const field = document.getElementById(hash)
      if (!field || field.closest('[hidden]')) return false
      field.scrollIntoView({ block: 'center' })
      field.focus({ preventScroll: true })
      markOf(field).classList.add('settings-found')
      return true
    }
    if (focus()) return
    const watch = new MutationObserver(() => focus() && watch.disconnect())
    watch.observe(document.body, { childList: true, subtree: true })
    const timer = setTimeout(() => watch.disconnect(), wait_ms_max)
    return () => {
      clearTimeout(timer)
      watch.disconnect()
    }
  }, [hash, href])
}

/** The field with its label. */
const markOf = (field: HTMLElement) => field.closest('.mantine-InputWrapper-root, .mantine-Checkbox-root') ?? field
