import { lazy, type MouseEvent, type RefObject, Suspense } from 'react'
import { Loading } from '../../components/Loading.tsx'
import { isPlaced } from '../action_addresses/sides.ts'
import { countVisits, type FieldDoors, type QuickResult, type ShownDoor } from './doors.ts'
import { NextDoor } from './NextDoor.tsx'
import { StreetList } from './StreetList.tsx'
import type { FieldSearch } from './search_params.ts'
import { UpcomingDoors } from './UpcomingDoors.tsx'
import type { OwnPosition } from './use_own_position.ts'
import type { Walk } from './use_walk.ts'
import { VisitSummary } from './VisitSummary.tsx'
import { WalkDone } from './WalkDone.tsx'

// Loaded when doors are shown; the service worker stores it for working offline.
const FieldMap = lazy(async () => ({ default: (await import('./FieldMap.tsx')).FieldMap }))
const MapStrip = lazy(async () => ({ default: (await import('./FieldMap.tsx')).MapStrip }))

interface Props {
  kept: FieldDoors
  /** The doors of the action; those of the walk may be of one turf. */
  all: ShownDoor[]
  walk: Walk
  search: FieldSearch
  own: OwnPosition
  heading: RefObject<HTMLHeadingElement | null>
  onSearch: (change: FieldSearch, replace?: boolean) => void
  onOpen: (id: number) => void
  onPress: (door: ShownDoor, result: QuickResult | 'other', event: MouseEvent) => void
  onSkip: (door: ShownDoor) => void
  onAbsent: (doors: ShownDoor[], event: MouseEvent) => void
  /** The user leaves for another door: the focus goes to its heading. */
  onMoved: () => void
}

/** What the open tab shows: the next door, the streets, the map or the summary. */
export function FieldScreen(props: Props) {
  const { kept, all, walk, search, own, heading, onSearch, onOpen, onPress, onSkip, onMoved } = props
  const streets = () => onSearch({ view: 'streets' })
  if (search.tab === 'summary')
    return <VisitSummary tally={countVisits(walk.doors)} streets={walk.streets} loadedAt={kept.loaded_at} />
  if (search.tab === 'map')
    return (
      <Suspense fallback={<Loading />}>
        <FieldMap kept={kept} walk={walk} own={own} onOpen={onOpen} />
      </Suspense>
    )
  if (search.view === 'streets') return <StreetList {...props} />
  if (!walk.door)
    return <WalkDone kept={kept} all={all} walk={walk} heading={heading} onMoved={onMoved} onStreets={streets} />
  return (
    <div className="field-door">
      {walk.doors.some(isPlaced) && (
        <div className="field-strip">
          <Suspense>
            <MapStrip kept={kept} walk={walk} own={own} door={walk.door} />
          </Suspense>
        </div>
      )}
      <NextDoor
        kept={kept}
        door={walk.door}
        heading={heading}
        onPress={onPress}
        onSkip={walk.ahead.length > 0 ? onSkip : undefined}
      />
      <UpcomingDoors
        key={`${walk.door.street} ${walk.door.house_number}`}
        kept={kept}
        door={walk.door}
        ahead={walk.ahead}
        onOpen={onOpen}
        onStreets={streets}
      />
    </div>
  )
}
