import { useCallback } from 'react'

/** For an element that scrolls sideways: marks on which sides it has more, so that its edge fades there. */
export function useScrollEnds() {
  return useCallback((element: HTMLElement | null) => {
    if (!element) return
    const mark = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      const [start, end] = [scrollLeft > 1, scrollLeft + clientWidth < scrollWidth - 1]
      element.dataset.more = start && end ? 'both' : start ? 'start' : end ? 'end' : 'none'
    }
    const sizes = new ResizeObserver(mark)
    sizes.observe(element)
    for (const child of element.children) sizes.observe(child)
    element.addEventListener('scroll', mark, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', mark)
    }
  }, [])
}
