import { type MouseEvent, useCallback, useRef } from 'react'

const again_ms = 400
const near_px = 40

/**
 * Tells the second tap of a double tap. When a door closes the next one moves up under the finger, and a tap that was meant for the first
 * would be a visit to the second.
 */
export function useDoubleTap() {
  const last = useRef({ x: 0, y: 0, at: Number.NEGATIVE_INFINITY })
  return useCallback(({ clientX: x, clientY: y, detail, timeStamp: at }: MouseEvent) => {
    const before = last.current
    last.current = { x, y, at }
    // By keyboard there is no place, and no moving under it.
    return detail > 0 && at - before.at < again_ms && Math.hypot(x - before.x, y - before.y) < near_px
  }, [])
}
