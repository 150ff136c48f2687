import { type MouseEvent, useCallback, useLayoutEffect, useRef } from 'react'

const again_ms = 400
const near_px = 40
/** How long a finger may be on its way to the door that was shown before. */
const surprised_ms = 700

/**
 * Detects taps that were meant for the door shown before: the second tap of a double tap, since the next door moves up under the finger, and
 * any tap just after the door changed without the user (`change` is then another one).
 */
export function useStrayTap(change: unknown) {
  const last = useRef({ x: 0, y: 0, at: Number.NEGATIVE_INFINITY })
  const changed_at = useRef(Number.NEGATIVE_INFINITY)
  useLayoutEffect(() => {
    if (change !== undefined) changed_at.current = performance.now()
  }, [change])
  return useCallback(({ clientX: x, clientY: y, detail, timeStamp: at }: MouseEvent) => {
    const before = last.current
    last.current = { x, y, at }
    if (at - changed_at.current < surprised_ms) return true
    // Keyboard events have no position.
    return detail > 0 && at - before.at < again_ms && Math.hypot(x - before.x, y - before.y) < near_px
  }, [])
}
