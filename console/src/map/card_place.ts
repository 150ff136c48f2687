import type { Point, Size } from './projection.ts'

const [gap_px, edge_px, high_enough_px, wide_max_px] = [18, 8, 150, 320]
/** How much of a side the card is expected to cover. */
const expected_px = 200

export interface CardPlace {
  left: number
  width: number
  /** How high the card may be. */
  room: number
  side: 'above' | 'below'
}

/** Where a card about this spot goes: above or below it, where it covers fewer of the other marks. */
export function cardPlace(spot: Point, marks: Point[], size: Size): CardPlace {
  const width = Math.min(wide_max_px, size.width - 2 * edge_px)
  const left = Math.max(edge_px, Math.min(size.width - width - edge_px, spot.x - width / 2))
  const rooms = { above: spot.y - gap_px - edge_px, below: size.height - spot.y - gap_px - edge_px }
  const covered = (side: 'above' | 'below') => {
    const far = Math.min(rooms[side], expected_px) + gap_px
    return marks.filter(({ x, y }) => {
      const away = side === 'above' ? spot.y - y : y - spot.y
      return x > left && x < left + width && away > 0 && away < far
    }).length
  }
  const fitting = (['below', 'above'] as const).filter(side => rooms[side] >= high_enough_px)
  const [first = rooms.below >= rooms.above ? 'below' : 'above', second] = fitting
  const side = second && covered(second) < covered(first) ? second : first
  return { left, width, room: Math.max(high_enough_px, rooms[side]), side }
}

/** The same place as CSS. */
export const cardStyle = ({ left, width, room, side }: CardPlace, spot: Point, { height }: Size) => ({
  ...{ left, width, maxHeight: room },
  ...(side === 'below'
    ? { top: Math.min(spot.y + gap_px, height - room - edge_px) }
    : { bottom: Math.min(height - spot.y + gap_px, height - room - edge_px) }),
})
