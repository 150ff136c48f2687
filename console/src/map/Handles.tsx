import {
  type Coordinates,
  fromScreen,
  type Point,
  project,
  type Size,
  toScreen,
  unproject,
  type View,
} from './projection.ts'

/** A corner that can be moved. */
export interface Handle {
  key: string
  label: string
  place: Coordinates
  onMove: (place: Coordinates) => void
  onRemove?: () => void
  /** Called on a click without movement. */
  onChoose?: (() => void) | undefined
}

const step_px = 4
const arrows: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
const still_px = 4

interface Props {
  handles: Handle[]
  view: View
  size: Size
  frame: HTMLElement | null
  /** Where a corner that is dragged snaps to. */
  snap: (spot: Point, moved: Coordinates) => Point
}

export function Handles({ handles, view, size, frame, snap }: Props) {
  return handles.map(({ key, label, place, onMove, onRemove, onChoose }) => {
    const { x, y } = toScreen(view, size, project(place))
    const moveTo = (x: number, y: number) => onMove(unproject(fromScreen(view, size, { x, y })))
    const press = (event: React.KeyboardEvent) => {
      const shift = arrows[event.key]
      if (shift) moveTo(x + shift.x * step_px, y + shift.y * step_px)
      else if ((event.key === 'Delete' || event.key === 'Backspace') && onRemove) onRemove()
      else return
      event.preventDefault()
    }
    const hold = (event: React.PointerEvent<HTMLButtonElement>) => {
      if (!frame || event.button !== 0) return
      const handle = event.currentTarget
      const { left, top } = frame.getBoundingClientRect()
      const [startX, startY] = [event.clientX, event.clientY]
      let moved = false
      const drag = (now: PointerEvent) => {
        moved ||= Math.hypot(now.clientX - startX, now.clientY - startY) > still_px
        if (!moved) return
        const spot = snap({ x: now.clientX - left, y: now.clientY - top }, place)
        moveTo(spot.x, spot.y)
      }
      const letGo = () => {
        handle.removeEventListener('pointermove', drag)
        if (!moved) onChoose?.()
      }
      handle.setPointerCapture(event.pointerId)
      handle.addEventListener('pointermove', drag)
      handle.addEventListener('pointerup', letGo, { once: true })
    }
    return (
      <button
        key={key}
        type="button"
        className="map-handle"
        aria-label={label}
        style={{ transform: `translate(${x}px, ${y}px) translate(-50%, -50%)` }}
        onPointerDown={hold}
        onKeyDown={press}
        onClick={event => event.detail === 0 && onChoose?.()}
      />
    )
  })
}
