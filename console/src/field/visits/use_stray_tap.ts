import { type MouseEvent, useCallback, useLayoutEffect, useRef } from 'react'

const again_ms = 400
const near_px = 40

/**
 * Detects taps that were meant for the door shown before: the second tap of a double tap, which would record a visit at the next door, and
 * a tap just after a door gave way (`gave_way`) to the next one without the user.
 */
export function useStrayTap(gave_way: number | undefined) {
  const last = useRef({ x: 0, y: 0, at: Number.NEGATIVE_INFINITY })
  const changed_at = useRef(Number.NEGATIVE_INFINITY)
  useLayoutEffect(() => {
    if (gave_way !== undefined) changed_at.current = performance.now()
  }, [gave_way])
  return useCallback(({ clientX: x, clientY: y, detail, timeStamp: at }: MouseEvent) => {
    const before = last.current
    last.current = { x, y, at }
    if (at - changed_at.current < again_ms) return true
    // Keyboard events have no position.
    return detail > 0 && at - before.at < again_ms && Math.hypot(x - before.x, y - before.y) < near_px
  }, [])
}
