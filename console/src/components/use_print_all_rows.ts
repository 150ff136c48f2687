import { useEffect, useState } from 'react'
import type { ListPages } from './use_next_page.ts'

/** A longer list is printed as far as it was read, and says so. */
const rows_max = 5000

const isPrintKey = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  key.toLowerCase() === 'p' && (/Mac/.test(navigator.platform) ? metaKey : ctrlKey) && !shiftKey && !altKey

interface Options extends Partial<ListPages> {
  /** The address of the list: with other filters, the list is not printed any more. */
  address: string
  total: number | undefined
}

/** Ctrl P reads the rows that are missing before it prints. Returns whether they are being read. */
export function usePrintAllRows({ address, total = 0, isPartial, readRest }: Options) {
  const [reading, setReading] = useState(false)
  const wanted = isPartial === true && total <= rows_max
  useEffect(() => {
    if (!wanted) return
    const press = (event: KeyboardEvent) => {
      // A record in a drawer is printed without the list.
      if (!isPrintKey(event) || document.querySelector('[role=dialog]')) return
      event.preventDefault()
      setReading(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [wanted])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters end the reading, and each page changes readRest.
  useEffect(() => {
    if (!reading || !readRest) return
    const abort = new AbortController()
    void readRest(abort.signal).then(() => {
      if (abort.signal.aborted) return
      setReading(false)
      // A record that was opened meanwhile would be printed instead.
      if (document.querySelector('[role=dialog]')) return
      // In a task of its own: the page renders all rows when the browser asks for them.
      setTimeout(() => window.print())
    })
    return () => {
      abort.abort()
      setReading(false)
    }
  }, [reading, address])
  return reading
}
