import { useEffect, useState } from 'react'

/** A list with more rows is printed as far as it was read, and says so. */
export const printed_rows_max = 5000

interface Rows {
  loaded: number
  /** Undefined if it is not known. */
  total: number | undefined
  onEnd: (() => void) | undefined
}

/** Reads the remaining rows of a list before it is printed by Ctrl P; returns whether they are being read. */
export function useWholePrint({ loaded, total = 0, onEnd }: Rows) {
  const [reading, setReading] = useState(false)
  const missing = onEnd !== undefined && loaded < total && total <= printed_rows_max
  useEffect(() => {
    if (!missing) return
    const press = (event: KeyboardEvent) => {
      const isPrint = event.key.toLowerCase() === 'p' && (event.ctrlKey || event.metaKey)
      // A record in a drawer is printed without the list.
      if (!isPrint || event.shiftKey || event.altKey || document.querySelector('[role=dialog]')) return
      event.preventDefault()
      setReading(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [missing])
  useEffect(() => {
    if (!reading) return
    // A next page that is under way is not read twice.
    if (missing) return onEnd()
    setReading(false)
    window.print()
  }, [reading, missing, onEnd])
  return reading
}
