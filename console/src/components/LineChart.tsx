import { useElementSize } from '@mantine/hooks'
import { useState } from 'react'
import type { Sum } from './amounts.ts'
import { ChartCursor } from './ChartCursor.tsx'
import { chartScale } from './chart_scale.ts'

export interface LinePoint {
  key: string
  /** The place between the left edge (0) and the right one (1). */
  x: number
  /** The values of all lines here, in words. */
  text: string
}

export interface Line {
  key: string
  dashed?: boolean
  /** The value at each point; a line ends where there is none. */
  values: (Sum | undefined)[]
}

interface Props {
  label: string
  points: LinePoint[]
  lines: Line[]
  /** The labels below, each with its place. */
  ticks: { label: string; x: number }[]
  axis: (value: number) => string
  height: number
}

const [left, bottom, top, right] = [52, 20, 8, 6]

/** Lines over time. The value at each point shows on hover and by the arrow keys. */
export function LineChart({ label, points, lines, ticks, axis, height }: Props) {
  const { ref, width } = useElementSize()
  const [at, setAt] = useState<number>()
  const values = lines.flatMap(line => line.values.filter(value => value !== undefined))
  const scale = chartScale(values.map(value => ({ values: [Number(value)], comparison: 0 })))
  const plot = Math.max(1, width - left - right)
  const xOf = (share: number) => left + share * plot
  const yOf = (value: number) => height - bottom - scale.share(value) * (height - bottom - top)
  const drawn = lines.map(line => ({
    ...line,
    dots: line.values.flatMap((value, place) =>
      value === undefined ? [] : [{ place, x: xOf(points[place]?.x ?? 0), y: yOf(Number(value)) }],
    ),
  }))
  return (
    <div ref={ref} className="line-chart" style={{ height }}>
      {width > 0 && (
        <>
          <svg width={width} height={height} className="bars" role="img" aria-label={label}>
            {scale.ticks.map(value => (
              <g key={value}>
                <line
                  x1={left}
                  x2={width}
                  y1={yOf(value)}
                  y2={yOf(value)}
                  className={value === 0 ? 'grid zero' : 'grid'}
                />
                <text x={left - 8} y={yOf(value)} dominantBaseline="middle" textAnchor="end">
                  {axis(value)}
                </text>
              </g>
            ))}
            {ticks.map(({ label, x }) => (
              <text key={label} x={xOf(x)} y={height - 4} textAnchor="middle">
                {label}
              </text>
            ))}
            {at !== undefined && (
              <line
                x1={xOf(points[at]?.x ?? 0)}
                x2={xOf(points[at]?.x ?? 0)}
                y1={top}
                y2={height - bottom}
                className="cursor"
              />
            )}
            {drawn.map(({ key, dashed, dots }) => (
              <g key={key} className={dashed ? 'line dashed' : 'line'}>
                <polyline points={dots.map(({ x, y }) => `${x},${y}`).join(' ')} />
                {!dashed && dots.length > 0 && <circle cx={dots.at(-1)?.x} cy={dots.at(-1)?.y} r={4} />}
                {at !== undefined &&
                  dots.filter(({ place }) => place === at).map(({ x, y }) => <circle key={key} cx={x} cy={y} r={4} />)}
              </g>
            ))}
          </svg>
          <div className="chart-plot" style={{ left, right, top, bottom }}>
            <ChartCursor
              label={label}
              texts={points.map(({ text }) => text)}
              places={points.map(({ x }) => x)}
              at={at}
              onAt={setAt}
            />
          </div>
        </>
      )}
    </div>
  )
}
