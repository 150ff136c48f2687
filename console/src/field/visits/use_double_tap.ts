import { type MouseEvent, useCallback, useRef } from 'react'

const again_ms = 400
const near_px = 40

/**
 * Detects the second tap of a double tap. When a door closes, the next one moves up under the finger, and the second tap would record a
 * visit there.
 */
export function useDoubleTap() {
  const last = useRef({ x: 0, y: 0, at: Number.NEGATIVE_INFINITY })
  return useCallback(({ clientX: x, clientY: y, detail, timeStamp: at }: MouseEvent) => {
    const before = last.current
    last.current = { x, y, at }
    // Keyboard events have no position.
    return detail > 0 && at - before.at < again_ms && Math.hypot(x - before.x, y - before.y) < near_px
  }, [])
}
