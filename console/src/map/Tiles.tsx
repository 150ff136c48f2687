import { pixelsAt, type Size, type View } from './projection.ts'

const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? ''
const [template, credit] = [meta('map-tiles'), meta('map-credit')]
const deepest = 19

/** Whether the operator configured a tile server. */
export const hasTiles = template !== ''

/** Tiles from the configured server; none by default, since it would learn where users look. */
export function Tiles({ view, size }: { view: View; size: Size }) {
  if (!hasTiles) return null
  const level = Math.min(deepest, Math.max(0, Math.round(view.zoom)))
  const count = 2 ** level
  const edge = pixelsAt(view.zoom) / count
  const [left, top] = [view.x * count - size.width / 2 / edge, view.y * count - size.height / 2 / edge]
  const range = (from: number, span: number) =>
    Array.from({ length: Math.ceil(span / edge) + 1 }, (_, index) => Math.floor(from) + index)
  const tiles = range(top, size.height)
    .filter(y => y >= 0 && y < count)
    .flatMap(y =>
      range(left, size.width)
        .filter(x => x >= 0 && x < count)
        .map(x => ({ x, y })),
    )
  return (
    <>
      {tiles.map(({ x, y }) => (
        <img
          key={`${level}/${x}/${y}`}
          className="map-tile"
          src={template.replace('{z}', String(level)).replace('{x}', String(x)).replace('{y}', String(y))}
          alt=""
          // Public tile servers require a referrer; they get the origin only.
          referrerPolicy="origin"
          draggable={false}
          style={{
            width: edge + 0.5,
            height: edge + 0.5,
            transform: `translate(${(x - left) * edge}px, ${(y - top) * edge}px)`,
          }}
        />
      ))}
      {credit && <span className="map-credit">{credit}</span>}
    </>
  )
}
