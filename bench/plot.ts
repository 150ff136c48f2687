// Line plots as SVG, with linear or logarithmic axes and a legend.

interface Series {
  name: string
  points: [number, number][]
  dashed?: boolean
}

interface Plot {
  title: string
  x: Axis
  y: Axis
  series: Series[]
}

interface Axis {
  label: string
  ticks: number[]
  show: (value: number) => string
  logarithmic?: boolean
}

const [width, height] = [860, 460]
const frame = { left: 70, right: 330, top: 40, bottom: 50 }
const colours = ['#1b6ca8', '#c8553d', '#3a7d44', '#7d4fa8', '#a87b1b', '#4a4a4a']

export function plotOf({ title, x, y, series }: Plot): string {
  const [across, up] = [scale(x, frame.left, width - frame.right), scale(y, height - frame.bottom, frame.top)]
  const names = [...new Set(series.map(({ name }) => name))]
  const text = (at: [number, number], words: string, more = '') =>
    `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" ${more}>${escaped(words)}</text>`
  const line = (from: [number, number], to: [number, number], more: string) =>
    `<line x1="${from[0].toFixed(1)}" y1="${from[1].toFixed(1)}" x2="${to[0].toFixed(1)}" y2="${to[1].toFixed(1)}" ${more}/>`
  const grid = [
    ...y.ticks.flatMap(tick => [
      line([frame.left, up(tick)], [width - frame.right, up(tick)], 'stroke="#ddd"'),
      text([frame.left - 8, up(tick) + 4], y.show(tick), 'text-anchor="end"'),
    ]),
    ...x.ticks.flatMap(tick => [
      line([across(tick), frame.top], [across(tick), height - frame.bottom], 'stroke="#eee"'),
      text([across(tick), height - frame.bottom + 18], x.show(tick), 'text-anchor="middle"'),
    ]),
  ]
  const drawn = series.flatMap(({ name, points, dashed }) => {
    const colour = colours[names.indexOf(name) % colours.length]
    const places = points.map(([a, b]) => `${across(a).toFixed(1)},${up(b).toFixed(1)}`)
    return [
      `<polyline points="${places.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"${dashed ? ' stroke-dasharray="6 4"' : ''}/>`,
      ...places.map(
        place => `<circle cx="${place.split(',')[0]}" cy="${place.split(',')[1]}" r="3" fill="${colour}"/>`,
      ),
    ]
  })
  const legend = names.flatMap((name, at) => {
    const [left, top] = [width - frame.right + 20, frame.top + 12 + at * 22]
    const colour = colours[at % colours.length]
    return [
      line([left, top], [left + 22, top], `stroke="${colour}" stroke-width="3"`),
      text([left + 30, top + 4], name),
    ]
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="#333">
<rect width="${width}" height="${height}" fill="#fff"/>
${text([frame.left, 22], title, 'font-size="15" font-weight="bold"')}
${[...grid, ...drawn, ...legend].join('\n')}
${text([(frame.left + width - frame.right) / 2, height - 10], x.label, 'text-anchor="middle"')}
${text([0, 0], y.label, `text-anchor="middle" transform="translate(16 ${(frame.top + height - frame.bottom) / 2}) rotate(-90)"`)}
</svg>
`
}

function scale({ ticks, logarithmic }: Axis, from: number, to: number) {
  const place = (value: number) => (logarithmic ? Math.log10(value) : value)
  const [least, most] = [place(Math.min(...ticks)), place(Math.max(...ticks))]
  return (value: number) => from + ((place(value) - least) / (most - least)) * (to - from)
}

/** Powers of ten, and twice and five times them, around these values. */
export function logarithmicTicks(values: number[]): number[] {
  const sound = values.filter(value => value > 0 && Number.isFinite(value))
  const [least, most] = [Math.min(...sound), Math.max(...sound)]
  const all = Array.from({ length: 16 }, (_, at) => at - 7).flatMap(power =>
    [1, 2, 5].map(factor => factor * 10 ** power),
  )
  return all.filter((_, at) => (all[at + 1] ?? 0) > least && (all[at - 1] ?? 0) < most)
}

const escaped = (words: string) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
