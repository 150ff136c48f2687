import { memo } from 'react'
import { formatNumber } from '../components/formats.ts'
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
        data-done={done === points.length}
        data-chosen={points.some(({ id }) => chosen?.has(id))}
        aria-label={label}
        title={label}
        style={{
          transform: `translate(${x}px, ${y}px) translate(-50%, -50%)`,
          ...(points.length > 1 && { '--done': `${(100 * done) / points.length}%`, background: ringOf(cluster) }),
        }}
        onClick={() => onOpen(cluster)}
      >
        <span>
          {points.length > 1 ? formatNumber(points.length) : done > 0 && !points[0]?.state && <CheckIcon size={14} />}
        </span>
      </button>
    )
  })
})
