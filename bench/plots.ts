import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Curve } from './latencies.ts'
import { logarithmicTicks, plotOf } from './plot.ts'
import type { Sizes } from './sizes.ts'

const milliseconds = (values: number[]) => ({
  ticks: logarithmicTicks(values),
  show: (ms: number) => String(Number(ms.toPrecision(1))),
  logarithmic: true,
})

/** Writes both plots. */
export function drawPlots(curves: Curve[], sizes: Sizes) {
  mkdirSync(new URL('plots', import.meta.url), { recursive: true })
  const write = (name: string, text: string) =>
    writeFileSync(fileURLToPath(new URL(`plots/${name}.svg`, import.meta.url)), text)
  if (curves.length > 0) write('latency', latencyPlot(curves))
  if (sizes.length > 0) write('size', sizePlot(sizes))
}

function latencyPlot(curves: Curve[]) {
  const series = curves.flatMap(({ operation, points }) => [
    { name: operation, points: points.map(({ share, ours }): [number, number] => [share, ours.p50_ms]) },
    { name: operation, points: points.map(({ share, ours }): [number, number] => [share, ours.p99_ms]), dashed: true },
  ])
  return plotOf({
    title: 'Latency against load (p50; dashed: p99)',
    x: {
      label: 'share of the most requests a second',
      ticks: [0, 0.2, 0.4, 0.6, 0.8, 1],
      show: share => `${Math.round(share * 100)} %`,
    },
    y: { label: 'ms', ...milliseconds(series.flatMap(({ points }) => points.map(([, ms]) => ms))) },
    series,
  })
}

function sizePlot(sizes: Sizes) {
  const series = Object.keys(sizes[0]?.costs ?? {}).map(operation => ({
    name: operation,
    points: sizes.map(({ rows, costs }): [number, number] => [rows, costs[operation] ?? Number.NaN]),
  }))
  return plotOf({
    title: 'Cost against size',
    x: {
      label: 'bundles, and as many contacts',
      ticks: sizes.map(({ rows }) => rows),
      show: rows => rows.toLocaleString('en'),
      logarithmic: true,
    },
    y: { label: 'CPU ms a request', ...milliseconds(series.flatMap(({ points }) => points.map(([, ms]) => ms))) },
    series,
  })
}
