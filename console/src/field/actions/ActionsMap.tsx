import { ActionIcon, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Action } from '../../api.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatPercent } from '../../components/formats.ts'
import { CloseIcon } from '../../components/icons.tsx'
import { usePageKeys } from '../../components/use_page_keys.ts'
import type { MapArea } from '../../map/Areas.tsx'
import type { Cluster, MapPoint } from '../../map/clusters.ts'
import { Legend } from '../../map/Legend.tsx'
import { MapView } from '../../map/MapView.tsx'
import { type Point, project } from '../../map/projection.ts'
import { polygonsOf } from '../action_addresses/areas.ts'
import './actions.css'
import { GoalBar, shareDone } from './GoalBar.tsx'
import type { ActionRow } from './search_params.ts'

interface Props {
  rows: ActionRow[]
  dates: (action: Action) => string
  at: string | undefined
  onAt: (at: string) => void
}

/** The actions on a map, each in the middle of its area or of its first doors, and in a list beside it that says the same. */
export function ActionsMap({ rows, dates, at, onAt }: Props) {
  const { t } = useTranslation('actions')
  const points = useMemo(() => rows.flatMap(pointOf), [rows])
  const names = useMemo(() => points.map(({ label: name, x, y }) => ({ name, x, y })), [points])
  const areas = useMemo(() => rows.flatMap(areaOf), [rows])
  const describe = useCallback(
    ({ points: [first, ...others] }: Cluster) =>
      !first || others.length > 0
        ? t('count', { count: others.length + 1 })
        : first.share === undefined
          ? t('map_mark_no_goal', { name: first.label })
          : t('map_mark', { name: first.label, share: formatPercent(first.share) }),
    [t],
  )
  const [open, setOpen] = useState<ReadonlySet<number>>(nothing)
  const [pointed, setPointed] = useState<number>()
  const close = () => setOpen(nothing)
  usePageKeys(({ key }) => (key === 'Escape' && open.size > 0 ? close : undefined))
  const chosen = pointed === undefined ? open : new Set([pointed])
  const shown = rows.filter(({ id }) => open.has(id))
  const placed = new Set(points.map(({ id }) => id))
  const missing = rows.length - points.length
  return (
    <div className="actions-map">
      <div>
        {points.length === 0 ? (
          <EmptyState title={t('no_places')} why={t('no_places_why')} />
        ) : (
          <MapView
            label={t('map')}
            points={points}
            describe={describe}
            onOpen={ids => setOpen(new Set(ids))}
            chosen={chosen}
            card={
              shown.length > 0 && pointed === undefined && <ActionCard rows={shown} dates={dates} onClose={close} />
            }
            areas={areas}
            names={names}
            at={at}
            onAt={onAt}
            height="var(--map-height)"
          />
        )}
      </div>
      <ul className="actions-map-list" aria-label={t('title')}>
        {rows.map(row => (
          <li
            key={row.id}
            data-chosen={open.has(row.id) || undefined}
            onPointerEnter={() => placed.has(row.id) && setPointed(row.id)}
            onPointerLeave={() => setPointed(undefined)}
            onFocus={() => placed.has(row.id) && setPointed(row.id)}
            onBlur={() => setPointed(undefined)}
          >
            <ActionFacts row={row} dates={dates} />
            {!placed.has(row.id) && (
              <Text size="xs" c="dimmed">
                {t('not_on_map')}
              </Text>
            )}
          </li>
        ))}
      </ul>
      <Group p="sm" justify="space-between" className="actions-map-legend">
        <Legend />
        {missing > 0 && (
          <Text size="sm" c="dimmed">
            {t('without_place', { count: missing })}
          </Text>
        )}
      </Group>
    </div>
  )
}

const nothing: ReadonlySet<number> = new Set()

/** What was chosen on the map: one action, or those at one place. */
function ActionCard({ rows, dates, onClose }: Pick<Props, 'rows' | 'dates'> & { onClose: () => void }) {
  const { t } = useTranslation('map')
  return (
    <div role="status" className="actions-map-card">
      <ActionIcon variant="subtle" color="gray" aria-label={t('close_chosen')} onClick={onClose}>
        <CloseIcon />
      </ActionIcon>
      {rows.map(row => (
        <ActionFacts key={row.id} row={row} dates={dates} />
      ))}
    </div>
  )
}

/** The name, which opens the action, its dates and how far it is. */
const ActionFacts = ({ row, dates }: { row: ActionRow } & Pick<Props, 'dates'>) => (
  <div className="action-facts">
    <Link to="/actions/$id" params={{ id: String(row.id) }} className="action-card-name">
      {row.Action.name}
    </Link>
    <Text size="sm" c="dimmed">
      {dates(row.Action)}
    </Text>
    <GoalBar row={row} />
  </div>
)

function pointOf(row: ActionRow): MapPoint[] {
  const place = middleOf(row)
  if (!place) return []
  const share = shareDone(row)
  const done = share !== '' && share >= 1
  return [{ id: row.id, label: row.Action.name, done, ...(share !== '' && { share: Math.min(1, share) }), ...place }]
}

function areaOf({ id, Action: { polygon } }: ActionRow, index: number): MapArea[] {
  const polygons = polygonsOf(polygon)
  return polygons.length > 0 ? [{ key: String(id), kind: 'wanted', polygons, turf: index }] : []
}

function middleOf({ Action: { polygon, Addresses } }: ActionRow): Point | undefined {
  const drawn = polygonsOf(polygon).flatMap(([outline = []]) => outline)
  const doors = Addresses.filter(({ latitude, longitude }) => latitude !== '' && longitude !== '')
  const points = (
    drawn.length > 0
      ? drawn
      : doors.map(({ latitude, longitude }) => ({ latitude: Number(latitude), longitude: Number(longitude) }))
  ).map(project)
  if (points.length === 0) return undefined
  const middle = (value: (point: Point) => number) =>
    points.reduce((sum, point) => sum + value(point), 0) / points.length
  return { x: middle(({ x }) => x), y: middle(({ y }) => y) }
}
