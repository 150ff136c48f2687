import './map.css'
import { ActionIcon, useComputedColorScheme } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FitIcon, MinusIcon, PlusIcon } from '../components/icons.tsx'
import { usePrinting } from '../components/use_printing.ts'
import { Areas, type MapArea } from './Areas.tsx'
import { paintBaseMap } from './base_map.ts'
import { aloneOf, type Cluster, clusterIndex, levelOf, type MapPoint } from './clusters.ts'
import { outlinesQuery } from './country_outlines.ts'
import { type Handle, Handles } from './Handles.tsx'
import { MapCard } from './MapCard.tsx'
import { Marks } from './Marks.tsx'
import { OwnPosition } from './OwnPosition.tsx'
import { halfWidth, type PlaceName, PlaceNames, placeNames } from './PlaceNames.tsx'
import { type Coordinates, fromScreen, type Point, project, unproject, zoom_max } from './projection.ts'
import { ScaleBar } from './ScaleBar.tsx'
import { StreetsNote } from './StreetsNote.tsx'
import { linesNear } from './snap_lines.ts'
import { snap } from './snapping.ts'
import { hasTiles, Tiles } from './Tiles.tsx'
import type { StreetMap } from './tiles/street_map.ts'
import { useMapView } from './use_map_view.ts'
import { obstaclesOf, useStreets } from './use_streets.ts'

interface Props {
  label: string
  points: MapPoint[]
  /** Whether each point has a mark of its own, also where marks cover each other, as on paper. */
  unmerged?: boolean
  /** Whether it is part of a sheet of paper: drawn in light colours in either colour scheme. */
  paper?: boolean
  /** The label of a mark for screen readers. */
  describe: (cluster: Cluster) => string
  /** Called with one point, or with several too close to be told apart. */
  onOpen: (ids: number[]) => void
  chosen?: ReadonlySet<number>
  /** About the chosen point, next to it. */
  card?: ReactNode
  areas?: MapArea[]
  names?: PlaceName[]
  /** Whether the names are those of streets, which a map with streets shows itself. */
  names_are_streets?: boolean
  /** The zoom from which names are shown. */
  names_from_zoom?: number
  at?: string | undefined
  onAt?: (at: string) => void
  /** While drawing: called with a clicked place, or the place under the cross when Space is pressed. */
  onPlace?: ((place: Coordinates) => void) | undefined
  handles?: Handle[]
  /** Whether corners that are drawn snap to streets and other areas. */
  snapping?: boolean
  /** Where the user is. */
  position?: Coordinates | undefined
  height?: string
  children?: ReactNode
}

const none: never[] = []

/** A map without other servers: the streets of the space, or a drawing of countries with a grid, and the data of the space. */
export function MapView({
  label,
  points,
  unmerged = false,
  paper = false,
  describe,
  onOpen,
  chosen,
  card,
  areas = none,
  names = none,
  names_are_streets = false,
  names_from_zoom = 0,
  at,
  onAt,
  onPlace,
  handles = none,
  snapping = true,
  position,
  height = 'clamp(320px, calc(100dvh - 340px), 900px)',
  children,
}: Props) {
  const { t } = useTranslation('map')
  const scheme = useComputedColorScheme('light')
  const printing = usePrinting()
  const spots = useMemo(
    () => [...points, ...areas.flatMap(({ polygons }) => polygons.flat(2).map(project))],
    [points, areas],
  )
  const snapped = (spot: Point, moved?: Coordinates) =>
    snapping ? snap(spot, linesNear(areas, parts?.streets.namesIn(view, size) ?? none, { view, size, moved })) : spot
  const onMapClick = onPlace && ((spot: Point) => onPlace(unproject(fromScreen(view, size, snapped(spot)))))
  const at_area = useRef(-1)
  const onArea = (step: 1 | -1) => {
    const outlines = areas.filter(({ kind }) => kind === 'wanted').flatMap(({ polygons }) => polygons)
    if (outlines.length === 0) return
    at_area.current = (at_area.current + step + outlines.length) % outlines.length
    fit((outlines[at_area.current] ?? []).flat().map(project))
  }
  const { frame, setFrame, size, view, ready, zoom, fit, props } = useMapView({
    ...{ spots, beside: besideOf(names, names_from_zoom), at, onAt, onMapClick, onArea },
  })
  const { data: rings = none } = useQuery({ ...outlinesQuery(view.zoom), placeholderData: keepPreviousData })
  const ground = useRef<HTMLCanvasElement>(null)
  const labels = useRef<HTMLCanvasElement>(null)
  const { parts, painted, map, state } = useStreets(view, size)
  const grid = state === 'none' && !hasTiles
  const dark = scheme === 'dark' && !paper && !printing
  // biome-ignore lint/correctness/useExhaustiveDependencies: paint again when more tiles have arrived.
  useLayoutEffect(() => {
    if (!ground.current || !ready) return
    paintBaseMap(ground.current, view, size, { rings, dark, grid })
    const context = ground.current.getContext('2d')
    if (context) parts?.streets.paint(context, view, size, dark)
  }, [view, size, rings, dark, grid, ready, parts, painted])
  const level = levelOf(view.zoom)
  const clustersAt = useMemo(() => clusterIndex(points), [points])
  const clusters = useMemo(
    () => (unmerged ? points.map(aloneOf) : clustersAt(level)),
    [points, unmerged, clustersAt, level],
  )
  // A map with streets names them itself.
  const named = names_are_streets && parts !== undefined && isWithin(view, map)
  const named_from = named ? Number.POSITIVE_INFINITY : names_from_zoom
  const placed = useMemo(
    () => (view.zoom >= named_from ? placeNames(names, clusters, view, size) : none),
    [names, clusters, view, size, named_from],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: paint again when more tiles have arrived.
  useLayoutEffect(() => {
    if (labels.current && ready && parts)
      parts.paintNames(labels.current, parts.streets, obstaclesOf(clusters, placed, view, size), { view, size, dark })
  }, [view, size, dark, ready, parts, painted, clusters, placed])
  const open = (cluster: Cluster) => {
    if (cluster.points.length > 1 && view.zoom < zoom_max - 0.5 && isSpread(cluster)) {
      fit(cluster.points)
      // The mark disappears when its cluster opens: the keyboard focus goes to the map.
      frame?.focus()
    } else onOpen(cluster.points.map(({ id }) => id))
  }
  return (
    <section
      className="map"
      data-drawing={onPlace !== undefined}
      data-paper={paper || undefined}
      style={{ height }}
      ref={setFrame}
      aria-label={label}
      aria-describedby="map-keys"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys must reach the map.
      tabIndex={0}
      {...props}
    >
      <canvas ref={ground} />
      {ready && (
        <>
          {state === 'none' && <Tiles view={view} size={size} />}
          <Areas areas={areas} view={view} size={size} />
          {parts && <canvas ref={labels} />}
          {placed.length > 0 && <PlaceNames placed={placed} size={size} ground={parts !== undefined} />}
          {/* While drawing, clicks go through the marks. */}
          <div className="map-marks" inert={onPlace !== undefined}>
            <Marks clusters={clusters} view={view} size={size} chosen={chosen} describe={describe} onOpen={open} />
          </div>
          {position && <OwnPosition position={position} view={view} size={size} />}
          <Handles handles={handles} view={view} size={size} frame={frame} snap={snapped} />
          {card && (
            <MapCard clusters={clusters} chosen={chosen} view={view} size={size}>
              {card}
            </MapCard>
          )}
        </>
      )}
      {onPlace && <span className="map-cross" aria-hidden="true" />}
      <div className="map-tools">
        <Tool label={t('zoom_in')} onClick={() => zoom(1)} icon={<PlusIcon size={18} />} />
        <Tool label={t('zoom_out')} onClick={() => zoom(-1)} icon={<MinusIcon size={18} />} />
        <Tool label={t('fit')} onClick={() => fit()} icon={<FitIcon size={18} />} />
      </div>
      <StreetsNote state={state} />
      <ScaleBar view={view} />
      {map && <span className="map-credit">{map.attribution || t('osm_credit')}</span>}
      <span id="map-keys" className="unseen">
        {t('keys')}
      </span>
      {children}
    </section>
  )
}

const Tool = ({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) => (
  <ActionIcon variant="default" size={36} aria-label={label} title={label} onClick={onClick}>
    {icon}
  </ActionIcon>
)

/** The room for names that are always shown, so that the border does not cut them. */
const besideOf = (names: PlaceName[], from_zoom: number) =>
  from_zoom === 0 ? Math.max(0, ...names.map(({ name }) => halfWidth(name))) : undefined

/** Whether the middle of the view is in the region of the map. */
function isWithin(view: Point, map: StreetMap | null | undefined) {
  const { longitude, latitude } = unproject(view)
  return map ? longitude > map.west && longitude < map.east && latitude > map.south && latitude < map.north : false
}

// About half a metre: closer points count as one door.
const apart = 2e-8

const isSpread = ({ points: [first, ...others] }: Cluster) =>
  first !== undefined && others.some(({ x, y }) => Math.abs(x - first.x) > apart || Math.abs(y - first.y) > apart)
