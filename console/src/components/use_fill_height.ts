import { useCallback } from 'react'

/**
 * For an element that fills the rest of the window: keeps its distance from the top of the page in `--top`. A style instead of a state, so that
 * nothing is rendered again.
 */
export function useFillHeight() {
  return useCallback((element: HTMLElement | null) => {
    if (!element) return
    const measure = () =>
      element.style.setProperty('--top', `${Math.round(element.getBoundingClientRect().top + scrollY)}px`)
    measure()
    // Filters and notices above it come and go.
    const watch = new ResizeObserver(measure)
    watch.observe(document.body)
    return () => watch.disconnect()
  }, [])
}
