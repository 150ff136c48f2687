import { Text } from '@mantine/core'
import type { PointerEvent } from 'react'

interface Props {
  label: string
  /** The values at each place in words. */
  texts: string[]
  /** Where each place lies between the left edge of the plot (0) and the right one (1). */
  places: number[]
  at: number | undefined
  onAt: (at: number | undefined) => void
}

/**
 * Shows the exact values of a chart at one place: that of the pointer, or by the arrow keys. A slider, which screen readers read out. It lies over the
 * plot.
 */
export function ChartCursor({ label, texts, places, at, onAt }: Props) {
  const last = texts.length - 1
  const follow = (event: PointerEvent<HTMLInputElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const share = (event.clientX - left) / Math.max(1, width)
    const distances = places.map(place => Math.abs(place - share))
    onAt(distances.indexOf(Math.min(...distances)))
  }
  const place = at === undefined ? 0 : (places[at] ?? 0)
  return (
    <>
      <input
        type="range"
        className="chart-cursor unprinted"
        min={0}
        max={last}
        value={at ?? last}
        aria-label={label}
        aria-valuetext={texts[at ?? last]}
        onChange={event => onAt(Number(event.currentTarget.value))}
        onFocus={() => onAt(at ?? last)}
        onBlur={() => onAt(undefined)}
        onPointerMove={follow}
        onPointerLeave={() => onAt(undefined)}
      />
      {at !== undefined && (
        <Text
          fz={12}
          lh="16px"
          className="chart-value"
          aria-hidden
          style={place > 0.5 ? { right: `${(1 - place) * 100}%` } : { left: `${place * 100}%` }}
        >
          {texts[at]}
        </Text>
      )}
    </>
  )
}
