import { Anchor, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cluster } from '../../map/clusters.ts'
import { Legend } from '../../map/Legend.tsx'
import { MapView } from '../../map/MapView.tsx'
import { type Point, project } from '../../map/projection.ts'
import { polygonsOf } from '../action_addresses/areas.ts'
import { visitsDone } from './progress.ts'
import type { ActionRow } from './search_params.ts'

interface Props {
  rows: ActionRow[]
  at: string | undefined
  onAt: (at: string) => void
  onOpen: (id: number) => void
}

/** Shows each action in the middle of its area, or of its first doors. */
export function ActionsMap({ rows, at, onAt, onOpen }: Props) {
  const { t } = useTranslation('actions')
  const points = useMemo(
    () =>
      rows.flatMap(row => {
        const point = middleOf(row)
        return point ? [{ id: row.id, label: row.Action.name, done: isReached(row), ...point }] : []
      }),
    [rows],
  )
  const names = useMemo(() => points.map(({ label: name, x, y }) => ({ name, x, y })), [points])
  const describe = useCallback(
    ({ points: [first, ...others] }: Cluster) =>
      first && others.length === 0 ? first.label : t('count', { count: others.length + 1 }),
    [t],
  )
  // Actions at the same place are listed by name below the map.
  const [together, setTogether] = useState<number[]>([])
  const open = (ids: number[]) => {
    const [first, ...others] = ids
    if (first !== undefined && others.length === 0) onOpen(first)
    else setTogether(ids)
  }
  const missing = rows.length - points.length
  return (
    <>
      <MapView
        label={t('map')}
        points={points}
        describe={describe}
        onOpen={open}
        names={names}
        at={at}
        onAt={onAt}
        height="clamp(320px, calc(100dvh - 282px), 900px)"
      />
      {together.length > 0 && (
        <Group p="sm" gap="lg" role="status">
          {rows
            .filter(({ id }) => together.includes(id))
            .map(({ id, Action: { name } }) => (
              <Anchor key={id} renderRoot={props => <Link to="/actions/$id" params={{ id: String(id) }} {...props} />}>
                {name}
              </Anchor>
            ))}
        </Group>
      )}
      <Group p="sm" justify="space-between">
        <Legend done={t('reached')} open={t('not_reached')} />
        {missing > 0 && (
          <Text size="sm" c="dimmed">
            {t('without_place', { count: missing })}
          </Text>
        )}
      </Group>
    </>
  )
}

const isReached = (row: ActionRow) => row.Action.goal > 0 && visitsDone(row) >= row.Action.goal

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
