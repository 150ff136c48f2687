import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import {
  clampView,
  fitView,
  formatView,
  type Point,
  parseView,
  pixelsAt,
  type Size,
  type View,
  zoomView,
} from './projection.ts'

const settled_ms = 400
const step_px = 80
const still_px = 5

interface Params {
  /** The points to fit when the URL has no view. */
  spots: Point[]
  /** The room left and right of them for their names. */
  beside: number | undefined
  /** The view in the URL. */
  at: string | undefined
  onAt: ((at: string) => void) | undefined
  /** A click on the map, not on a mark. */
  onMapClick: ((spot: Point) => void) | undefined
  /** Goes to the next area, or the one before. */
  onArea?: ((step: 1 | -1) => void) | undefined
}

/** The view of the map: moved by mouse, touch, wheel and keys, and written to the URL when it settles. */
export function useMapView({ spots, beside, at, onAt, onMapClick, onArea }: Params) {
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const size = useSize(frame)
  const [moved, setMoved] = useState(() => parseView(at))
  const written = useRef(at)
  const [fitted, setFitted] = useState<View>()
  const ready = size.width > 0
  // Fits all points once; points that arrive later do not move the map.
  useEffect(() => {
    if (ready && !fitted && spots.length > 0) setFitted(fitView(spots, size, beside))
  }, [ready, fitted, spots, size, beside])
  // The same object in every rendering: the map is painted again when it changes.
  const view = useMemo(() => moved ?? fitted ?? fitView([], size), [moved, fitted, size])
  // The URL changes when the user navigates back.
  useEffect(() => {
    if (at === written.current) return
    written.current = at
    setMoved(parseView(at))
  }, [at])
  useEffect(() => {
    if (!moved || !onAt) return
    const text = formatView(moved)
    if (text === written.current) return
    const timer = setTimeout(() => {
      written.current = text
      onAt(text)
    }, settled_ms)
    return () => clearTimeout(timer)
  }, [moved, onAt])

  const change = useCallback(
    (how: (view: View) => View) => setMoved(moved => clampView(how(moved ?? fitted ?? fitView([], size)))),
    [fitted, size],
  )
  const pan = useCallback(
    (x: number, y: number) =>
      change(view => ({ ...view, x: view.x + x / pixelsAt(view.zoom), y: view.y + y / pixelsAt(view.zoom) })),
    [change],
  )
  const zoom = useCallback(
    (by: number, around?: Point) => change(view => zoomView(view, size, by, around)),
    [change, size],
  )
  const fit = (shown = spots) => setMoved(fitView(shown, size, beside))

  useWheel(frame, zoom)
  const pointers = usePointers(frame, pan, zoom, onMapClick)
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const act = {
      ArrowLeft: () => pan(-step_px, 0),
      ArrowRight: () => pan(step_px, 0),
      ArrowUp: () => pan(0, -step_px),
      ArrowDown: () => pan(0, step_px),
      '+': () => zoom(1),
      '=': () => zoom(1),
      '-': () => zoom(-1),
      '0': () => fit(),
      f: () => fit(),
      '[': () => onArea?.(-1),
      ']': () => onArea?.(1),
      ' ': onMapClick && (() => onMapClick({ x: size.width / 2, y: size.height / 2 })),
    }[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  return { frame, setFrame, size, view, ready, zoom, fit, props: { ...pointers, onKeyDown } }
}

function useSize(frame: HTMLElement | null): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useEffect(() => {
    if (!frame) return
    const watch = new ResizeObserver(() => setSize({ width: frame.clientWidth, height: frame.clientHeight }))
    watch.observe(frame)
    return () => watch.disconnect()
  }, [frame])
  return size
}

// Not an `onWheel` prop: React registers it as passive, so it could not prevent scrolling.
function useWheel(frame: HTMLElement | null, zoom: (by: number, around: Point) => void) {
  useEffect(() => {
    if (!frame) return
    const turn = (event: WheelEvent) => {
      // A long card scrolls.
      if ((event.target as HTMLElement).closest('.map-card')) return
      event.preventDefault()
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1
      zoom(Math.max(-1, Math.min(1, (-event.deltaY * lines) / 300)), placeIn(frame, event))
    }
    frame.addEventListener('wheel', turn, { passive: false })
    return () => frame.removeEventListener('wheel', turn)
  }, [frame, zoom])
}

/** One pointer drags, two zoom; a pointer that does not move is a click. */
function usePointers(
  frame: HTMLElement | null,
  pan: (x: number, y: number) => void,
  zoom: (by: number, around?: Point) => void,
  onMapClick: ((spot: Point) => void) | undefined,
) {
  const pointers = useRef(new Map<number, Point>())
  const travelled = useRef(0)
  const spread = () => {
    const [one, other] = [...pointers.current.values()]
    return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : undefined
  }
  const isMark = (event: React.SyntheticEvent) => (event.target as HTMLElement).closest('button,a,.map-card') !== null
  return {
    onPointerDown: (event: React.PointerEvent) => {
      if (!frame || isMark(event) || event.button !== 0) return
      if (pointers.current.size === 0) travelled.current = 0
      pointers.current.set(event.pointerId, placeIn(frame, event))
      frame.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: React.PointerEvent) => {
      const before = pointers.current.get(event.pointerId)
      if (!frame || !before) return
      const now = placeIn(frame, event)
      const wide = spread()
      pointers.current.set(event.pointerId, now)
      travelled.current += Math.hypot(now.x - before.x, now.y - before.y)
      const wider = spread()
      if (wide && wider) zoom(Math.log2(wider / wide), now)
      else if (travelled.current > still_px) pan(before.x - now.x, before.y - now.y)
    },
    onPointerUp: (event: React.PointerEvent) => {
      const last = pointers.current.get(event.pointerId)
      pointers.current.delete(event.pointerId)
      if (last && pointers.current.size === 0 && travelled.current <= still_px) onMapClick?.(last)
    },
    onPointerCancel: (event: React.PointerEvent) => void pointers.current.delete(event.pointerId),
    onDoubleClick: (event: React.MouseEvent) => {
      if (frame && !onMapClick && !isMark(event)) zoom(1, placeIn(frame, event))
    },
  }
}

function placeIn(frame: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top } = frame.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}
