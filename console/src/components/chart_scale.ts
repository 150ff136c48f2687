// The scale of a chart with stacked bars. Values may be negative: a month in which more was paid back than came in.

const steps = 4

interface ScaledBar {
  values: number[]
  comparison: number
}

/** The ticks of the axis, and the place of a value between the lowest (0) and the highest (1) of them. Zero is always one. */
export function chartScale(bars: ScaledBar[]) {
  const ends = bars.flatMap(({ values, comparison }) => [comparison, ...stackOf(values).map(({ to }) => to)])
  const [least, most] = [Math.min(0, ...ends), Math.max(0, ...ends)]
  const step = niceStep(Math.max(1, most - least) / steps)
  const [first, last] = [Math.floor(least / step), Math.max(1, Math.ceil(most / step))]
  return {
    ticks: Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step),
    share: (value: number) => (value / step - first) / (last - first),
  }
}

/** Where each value of a bar begins and ends: positive ones on top of each other above zero, negative ones below. */
export function stackOf(values: number[]) {
  let [above, below] = [0, 0]
  return values.map(value => {
    const from = value < 0 ? below : above
    const to = from + value
    if (value < 0) below = to
    else above = to
    return { from, to }
  })
}

/** One, two or five times a power of ten. */
function niceStep(least: number) {
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 2.5, 5, 10].find(factor => factor * power >= least) ?? 10
  return Math.max(1, factor * power)
}
