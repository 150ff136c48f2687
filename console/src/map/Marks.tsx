import { memo } from 'react'
import { formatNumber, formatPercent } from '../components/formats.ts'
import { CheckIcon } from '../components/icons.tsx'
import { type Cluster, ringOf } from './clusters.ts'
import { type Size, toScreen, type View } from './projection.ts'

interface Props {
  clusters: Cluster[]
  view: View
  size: Size
  chosen: ReadonlySet<number> | undefined
  describe: (cluster: Cluster) => string
  onOpen: (cluster: Cluster) => void
}

const beyond = 30

/** The marks on the map, each a button. The ring of a cluster shows its done share. */
export const Marks = memo(function Marks({ clusters, view, size, chosen, describe, onOpen }: Props) {
  return clusters.map(cluster => {
    const { x, y } = toScreen(view, size, cluster)
    if (x < -beyond || y < -beyond || x > size.width + beyond || y > size.height + beyond) return null
    const { key, points, done } = cluster
    const label = describe(cluster)
    return (
      <button
        key={key}
        type="button"
        className="map-mark"
        data-many={points.length > 1}
        data-state={points.length === 1 ? points[0]?.state : undefined}
        data-share={(points.length === 1 && points[0]?.share !== undefined) || undefined}
        data-done={done === points.length}
        data-chosen={points.some(({ id }) => chosen?.has(id))}
        aria-label={label}
        title={label}
        style={{
          transform: `translate(${x}px, ${y}px) translate(-50%, -50%)`,
          ...{ '--done': `${100 * shareOf(cluster)}%` },
          ...(points.length > 1 && { background: ringOf(cluster) }),
        }}
        onClick={() => onOpen(cluster)}
      >
        <span>{contentOf(cluster)}</span>
      </button>
    )
  })
})

const shareOf = ({ points, done }: Cluster) =>
  points.length === 1 && points[0]?.share !== undefined ? points[0].share : done / points.length

/** A number for several points; a point with a goal says how far it is. */
function contentOf({ points: [first, ...others], done }: Cluster) {
  if (others.length > 0) return formatNumber(others.length + 1)
  if (done > 0 && !first?.state) return <CheckIcon size={16} />
  return first?.share !== undefined && formatPercent(first.share)
}
