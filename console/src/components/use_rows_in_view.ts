import { useCallback, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** How many rows are drawn above and below those in view, for scrolling that is ahead of drawing. */
const around = 6
export const head_height = 40

/** Which rows of a list are drawn: those in view and some around them. All rows are equally high, so that none is measured. */
export function useRowsInView(frame: HTMLElement, count: number, row_height: number, top: number) {
  const spanAt = useCallback(
    (top: number) => {
      const first = Math.floor(top / row_height)
      const in_view = Math.ceil(Math.max(0, frame.clientHeight - head_height) / row_height) + 1
      return { first: Math.max(0, first - around), end: first + in_view + around }
    },
    [frame, row_height],
  )
  const [span, setSpan] = useState(() => spanAt(top))
  useLayoutEffect(() => {
    const look = () => {
      const next = spanAt(frame.scrollTop)
      setSpan(now => (now.first === next.first && now.end === next.end ? now : next))
    }
    // Drawn in the frame that shows the new position: later, it would show an empty list first.
    const scroll = () => flushSync(look)
    look()
    const sizes = new ResizeObserver(look)
    sizes.observe(frame)
    frame.addEventListener('scroll', scroll, { passive: true })
    return () => {
      sizes.disconnect()
      frame.removeEventListener('scroll', scroll)
    }
  }, [frame, spanAt])
  /** Scrolls as little as needed to show a row. */
  const show = useCallback(
    (index: number) => {
      const last = index * row_height
      const first = last + head_height + row_height - frame.clientHeight
      frame.scrollTop = Math.max(first, Math.min(last, frame.scrollTop))
    },
    [frame, row_height],
  )
  // A list that became shorter is scrolled back by the browser a moment later.
  const end = Math.min(count, span.end)
  return { first: span.first < end ? span.first : Math.max(0, end - (span.end - span.first)), end, show }
}
