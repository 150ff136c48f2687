import { ActionIcon, Anchor, Box, Button, Group, Paper, Text } from '@mantine/core'
import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Action, ListedAddress } from '../../api.ts'
import { formatNumber } from '../../components/formats.ts'
import { EditIcon } from '../../components/icons.tsx'
import { useNarrow } from '../../components/use_narrow.ts'
import type { MapArea } from '../../map/Areas.tsx'
import type { Cluster } from '../../map/clusters.ts'
import { DoorFilter } from '../../map/DoorFilter.tsx'
import { countStates, doorStateOf, streetSide } from '../../map/door_states.ts'
import { MapView } from '../../map/MapView.tsx'
import { project } from '../../map/projection.ts'
import { useOpeningView } from '../../map/use_opening_view.ts'
import { addressesQuery, statisticsQuery } from '../actions/data.ts'
import type { ActionTabProps } from '../actions/search_params.ts'
import { AreaBar, AreaPanel } from './AreaTools.tsx'
import { addressLine } from './address_text.ts'
import { polygonsOf } from './areas.ts'
import { no_filters } from './DoorFilters.tsx'
import { DoorsLeft } from './DoorsLeft.tsx'
import { SelectedAddresses } from './SelectedAddresses.tsx'
import { turfsOf } from './turfs.ts'
import { UnplacedDoors } from './UnplacedDoors.tsx'
import { useAreaDrawing } from './use_area_drawing.ts'

/** Pages are loaded automatically up to this number of addresses. */
const autoload_max = 5000
const street_names_from_zoom = 14

interface Props extends ActionTabProps {
  etag: string | undefined
}

/** The doors of the action on a map, visited or not, and its area. */
export function AddressMap({ action, etag, writable, search, onSearch, onClose }: Props) {
  const { t } = useTranslation('actions')
  const { t: onMap } = useTranslation('map')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const { data: counts } = useSuspenseQuery(statisticsQuery(action.id))
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(addressesQuery(action.id))
  const placed = useMemo(() => data.pages.flatMap(({ addresses }) => addresses).filter(isPlaced), [data])
  const addresses = useMemo(
    () => placed.filter(address => search.state === undefined || stateOf(address) === search.state),
    [placed, search.state],
  )
  const states = useMemo(() => countStates(placed.map(address => ({ state: stateOf(address) }))), [placed])
  const loaded = data.pages.reduce((sum, { addresses }) => sum + addresses.length, 0)
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && loaded < autoload_max) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, loaded, fetchNextPage])

  const points = useMemo(
    () =>
      addresses.map(address => ({
        id: address.id,
        label: addressLine(address),
        done: address.visits > 0,
        state: stateOf(address),
        group: streetSide(address),
        ...project(placeOf(address)),
      })),
    [addresses],
  )
  const names = useMemo(() => streetNames(addresses), [addresses])
  const drawing = useAreaDrawing({ action, etag, drawing: search.open === 'area' && writable, onClose })
  const [bar, stage] = useDrawingFocus(drawing.tools !== undefined)
  const areas = useMemo<MapArea[]>(() => drawing.areas ?? areasOf(action), [drawing.areas, action])
  const describe = useCallback(
    ({ points: [first, ...others], done }: Cluster) =>
      first?.state && others.length === 0
        ? t('mark', { address: first.label, state: onMap(`state.${first.state}`) })
        : t('mark_many', { count: others.length + 1, done: formatNumber(done) }),
    [t, onMap],
  )
  const onAt = useCallback((at: string) => onSearch({ at }, true), [onSearch])
  const { id: action_id } = action
  const opening = useOpeningView(counts.addresses === 0 && areasOf(action).length === 0)
  const selected = addresses.filter(({ id }) => chosen.has(id))
  const unselect = () => setChosen(new Set())

  return (
    <>
      <div className="map-bar" ref={bar}>
        {drawing.tools ? (
          <AreaBar {...drawing.tools} />
        ) : (
          <>
            {counts.addresses > 0 ? (
              <DoorFilter
                label={t('which')}
                counts={states}
                chosen={search.state}
                onChoose={state => onSearch({ state }, true)}
              />
            ) : (
              <NoDoors writable={writable} onSearch={onSearch} />
            )}
            {writable && (
              <AreaButton
                label={t(action.polygon ? 'area.change' : 'area.draw')}
                onClick={() => onSearch({ open: 'area' })}
              />
            )}
          </>
        )}
      </div>
      <div className="action-map" data-drawing={drawing.tools !== undefined}>
        <div>
          <Box hiddenFrom="lg">
            <UnplacedDoors
              mb="sm"
              count={counts.addresses_without_position}
              onShow={() => onSearch({ ...no_filters, tab: 'addresses', position: 'none' })}
            />
          </Box>
          <Paper withBorder className="map-stage" ref={stage}>
            <MapView
              label={t('tab.map')}
              points={points}
              describe={describe}
              onOpen={ids => setChosen(new Set(ids))}
              chosen={chosen}
              card={
                selected.length > 0 && <SelectedAddresses {...{ action_id, addresses: selected, onClose: unselect }} />
              }
              areas={areas}
              names={names}
              names_are_streets
              names_from_zoom={street_names_from_zoom}
              at={search.at ?? opening}
              onAt={onAt}
              onPlace={drawing.onPlace}
              handles={drawing.handles}
              height="var(--map-height)"
              snapping={drawing.snapping}
            />
            {drawing.tools && <AreaPanel {...drawing.tools} />}
          </Paper>
          <span className="unseen" aria-live="polite">
            {t('addresses', { count: addresses.length })}
          </span>
          {hasNextPage && loaded >= autoload_max && (
            <Group mt="sm">
              <Button size="xs" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t('more_addresses')}
              </Button>
            </Group>
          )}
        </div>
        <Box component="aside" visibleFrom="lg" className="action-map-aside" aria-label={t('left.title')}>
          {!drawing.tools && (
            <DoorsLeft action={action} etag={etag} writable={writable} counts={counts} onSearch={onSearch} whole />
          )}
        </Box>
      </div>
    </>
  )
}

function NoDoors({ writable, onSearch }: Pick<ActionTabProps, 'writable' | 'onSearch'>) {
  const { t } = useTranslation('actions')
  return (
    <Text size="sm">
      {t('no_doors')}
      {writable && (
        <>
          {' · '}
          <Anchor component="button" inherit onClick={() => onSearch({ tab: 'addresses' })}>
            {t('add_doors')}
          </Anchor>
        </>
      )}
    </Text>
  )
}

/** On a phone only its icon, so that it fits beside the filter. */
function AreaButton({ label, onClick }: { label: string; onClick: () => void }) {
  const narrow = useNarrow()
  return narrow ? (
    <ActionIcon variant="default" size={42} aria-label={label} title={label} onClick={onClick}>
      <EditIcon size={18} />
    </ActionIcon>
  ) : (
    <Button variant="default" leftSection={<EditIcon size={16} />} onClick={onClick}>
      {label}
    </Button>
  )
}

/** Drawing starts with the focus on the map; afterwards it goes back to the button that started it. */
function useDrawingFocus(drawing: boolean) {
  const bar = useRef<HTMLDivElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const was = useRef(false)
  useEffect(() => {
    if (drawing) stage.current?.querySelector<HTMLElement>('.map')?.focus({ preventScroll: true })
    else if (was.current) bar.current?.querySelector<HTMLElement>(':scope > button')?.focus({ preventScroll: true })
    was.current = drawing
  }, [drawing])
  return [bar, stage] as const
}

const isPlaced = ({ latitude, longitude }: ListedAddress) => latitude !== '' && longitude !== ''

const stateOf = ({ last_visit }: ListedAddress) => doorStateOf(last_visit?.result)

const placeOf = ({ latitude, longitude }: ListedAddress) => ({
  latitude: Number(latitude),
  longitude: Number(longitude),
})

function areasOf({ polygon, not_polygon }: Action): MapArea[] {
  const turfs = turfsOf(polygon).map(
    ({ name, polygon }, turf): MapArea => ({ key: name, kind: 'wanted', polygons: [polygon], name, turf }),
  )
  const areas: MapArea[] = [
    ...(turfs.length > 0 ? turfs : [{ key: 'polygon', kind: 'wanted' as const, polygons: polygonsOf(polygon) }]),
    { key: 'not_polygon', kind: 'unwanted', polygons: polygonsOf(not_polygon) },
  ]
  return areas.filter(({ polygons }) => polygons.length > 0)
}

/** The name of each street, in the middle of its doors. */
function streetNames(addresses: ListedAddress[]) {
  const streets = Map.groupBy(
    addresses.filter(({ street }) => street),
    ({ street, city }) => `${street}\n${city}`,
  )
  return [...streets.values()]
    .sort((one, other) => other.length - one.length)
    .map(doors => ({
      name: doors[0]?.street ?? '',
      ...project({
        latitude: average(doors.map(door => Number(door.latitude))),
        longitude: average(doors.map(door => Number(door.longitude))),
      }),
    }))
}

const average = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length
