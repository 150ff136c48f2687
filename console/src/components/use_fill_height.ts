import { useLayoutEffect, useState } from 'react'

/** The distance of an element from the top of the page, so that it can fill the rest of the window. */
export function useTopOf(element: HTMLElement | null) {
  const [top, setTop] = useState(260)
  useLayoutEffect(() => {
    if (!element) return
    const measure = () => setTop(Math.round(element.getBoundingClientRect().top + scrollY))
    measure()
    // Filters and notices above it come and go.
    const watch = new ResizeObserver(measure)
    watch.observe(document.body)
    return () => watch.disconnect()
  }, [element])
  return top
}
