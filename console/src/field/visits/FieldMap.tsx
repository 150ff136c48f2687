import { Button, Stack, Text } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../components/formats.ts'
import { LocateIcon } from '../../components/icons.tsx'
import type { MapArea } from '../../map/Areas.tsx'
import type { Cluster } from '../../map/clusters.ts'
import { doorStateOf, streetSide } from '../../map/door_states.ts'
import { MapView } from '../../map/MapView.tsx'
import { formatView, project } from '../../map/projection.ts'
import { isPlaced, metresBetween } from '../action_addresses/sides.ts'
import { doorName, type FieldDoors, type ShownDoor } from './doors.ts'
import type { OwnPosition } from './use_own_position.ts'
import type { Walk } from './use_walk.ts'

const [door_zoom, strip_zoom] = [18, 18.6]

interface Props {
  kept: FieldDoors
  walk: Walk
  own: OwnPosition
}

/** The doors of the walk on a map; the next one is highlighted. A tap on a door opens it. */
export function FieldMap({ kept, walk, own, onOpen }: Props & { onOpen: (id: number) => void }) {
  const { t } = useTranslation('field')
  const { points, chosen, areas, describe } = useMarks(kept, walk)
  // Several doors at one place, such as the floors of a house.
  const [together, setTogether] = useState<number[]>([])
  const open = (ids: number[]) => {
    const [first, ...others] = ids
    if (first !== undefined && others.length === 0) onOpen(first)
    else setTogether(ids)
  }
  const missing = walk.doors.length - points.length
  const at = walk.door && isPlaced(walk.door) ? viewOf(walk.door, door_zoom) : undefined
  const listed = walk.doors.filter(({ id }) => together.includes(id))
  return (
    <div className="field-map">
      <div className="field-map-frame">
        <MapView
          label={t('map.label')}
          points={points}
          describe={describe}
          onOpen={open}
          chosen={chosen}
          areas={areas}
          position={own.position}
          at={at}
          height="100%"
        />
      </div>
      {listed.length > 0 && (
        <Stack gap="xs" role="group" aria-label={t('map.same_place')}>
          {listed.map(door => (
            <Button key={door.id} size="md" variant="default" onClick={() => onOpen(door.id)}>
              {t('map.at', { door: doorName(door) || t('door'), street: door.street || t('no_street') })}
            </Button>
          ))}
        </Stack>
      )}
      <OwnPositionButton own={own} />
      {missing > 0 && (
        <Text size="sm">{t('map.without_position', { count: missing, shown: formatNumber(missing) })}</Text>
      )}
    </div>
  )
}

function OwnPositionButton({ own: { state, start, stop } }: { own: OwnPosition }) {
  const { t } = useTranslation('field')
  const on = state === 'on' || state === 'asking'
  return (
    <Stack gap={4}>
      <Button
        size="md"
        variant="default"
        leftSection={<LocateIcon size={20} />}
        loading={state === 'asking'}
        onClick={on ? stop : start}
      >
        {t(on ? 'map.hide_position' : 'map.show_position')}
      </Button>
      <Text size="sm" role="status">
        {t(state === 'refused' || state === 'unknown' ? `map.position_${state}` : 'map.position_why')}
      </Text>
    </Stack>
  )
}

/** A strip of map around the door on the screen, as a picture. */
export function MapStrip({ kept, walk, own, door }: Props & { door: ShownDoor }) {
  const { t } = useTranslation('field')
  const { points, chosen, areas, describe } = useMarks(kept, walk)
  const placed = isPlaced(door)
  const at = viewOf(placed ? door : (walk.ahead.find(isPlaced) ?? door), strip_zoom)
  const metres =
    placed && own.position
      ? Math.round(
          metresBetween(door, {
            latitude: String(own.position.latitude),
            longitude: String(own.position.longitude),
          }),
        )
      : undefined
  return (
    <>
      <div inert aria-hidden="true">
        <MapView
          label=""
          points={points}
          describe={describe}
          onOpen={ignore}
          chosen={chosen}
          areas={areas}
          position={own.position}
          at={at}
          height="100%"
        />
      </div>
      {(metres !== undefined || !placed) && (
        <span className="field-strip-note">
          {metres === undefined ? t('map.no_position') : t('map.distance', { metres: formatNumber(metres) })}
        </span>
      )}
    </>
  )
}

const ignore = () => undefined

const viewOf = ({ latitude, longitude }: ShownDoor, zoom: number) =>
  formatView({ ...project({ latitude: Number(latitude), longitude: Number(longitude) }), zoom })

function useMarks({ turfs }: FieldDoors, walk: Walk) {
  const { t } = useTranslation('field')
  const points = useMemo(
    () =>
      walk.doors.filter(isPlaced).map(door => ({
        id: door.id,
        label: [doorName(door), door.street].filter(Boolean).join(' '),
        done: Boolean(door.result),
        result: door.result,
        state: doorStateOf(door.result),
        group: streetSide(door),
        ...project({ latitude: Number(door.latitude), longitude: Number(door.longitude) }),
      })),
    [walk.doors],
  )
  const id = walk.door?.id
  const chosen = useMemo(() => new Set(id === undefined ? [] : [id]), [id])
  const areas = useMemo<MapArea[]>(
    () =>
      turfs.flatMap(({ name, polygon }, turf) =>
        walk.turf === undefined || walk.turf === turf
          ? [{ key: String(turf), kind: 'wanted' as const, polygons: [polygon], name, turf }]
          : [],
      ),
    [turfs, walk.turf],
  )
  const results = useMemo(() => new Map(points.map(point => [point.id, point.result])), [points])
  const describe = useCallback(
    ({ points, done }: Cluster) => {
      const [first, ...others] = points
      if (!first || others.length > 0)
        return t('map.mark_many', {
          count: points.length,
          shown: formatNumber(points.length),
          done: formatNumber(done),
        })
      const result = results.get(first.id)
      const state = result ? t(`result.${result}`) : t('never_visited')
      return t(first.id === id ? 'map.mark_next' : 'map.mark', { door: first.label, state })
    },
    [t, results, id],
  )
  return { points, chosen, areas, describe }
}
