import { Button, UnstyledButton } from '@mantine/core'
import { useDocumentTitle, useMediaQuery } from '@mantine/hooks'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { lazy, type MouseEvent, Suspense, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ListIcon, MapIcon, SummaryIcon } from '../../components/icons.tsx'
import { Loading } from '../../components/Loading.tsx'
import { useSetTrail } from '../../components/trail.ts'
import { isPlaced } from '../action_addresses/sides.ts'
import './field.css'
import { fieldDoorsQuery, refreshDoors } from './data.ts'
import { doorName, doorsWithQueued, type QuickResult, type Result, type ShownDoor } from './doors.ts'
import { FieldHead } from './FieldHead.tsx'
import { FieldScreen } from './FieldScreen.tsx'
import { LastDeed } from './LastDeed.tsx'
import { tellChange, tellFailure } from './last_deed.ts'
import { queuedVisitsQuery } from './offline/queue.ts'
import { recordVisit } from './record_visit.ts'
import { SyncNotices } from './SyncStatus.tsx'
import type { FieldSearch } from './search_params.ts'
import { useOfflineSetup } from './use_offline_setup.ts'
import { useOwnPosition } from './use_own_position.ts'
import { useStrayTap } from './use_stray_tap.ts'
import { type Overtaken, useWalk } from './use_walk.ts'
import { VisitDrawer } from './VisitDrawer.tsx'

const route = getRouteApi('/field/$id')
// Loaded when doors are shown; the service worker stores it for working offline.
const FieldMap = lazy(async () => ({ default: (await import('./FieldMap.tsx')).FieldMap }))
const tabs = [
  { name: undefined, label: 'tab.doors', Icon: ListIcon },
  { name: 'map', label: 'tab.map', Icon: MapIcon },
  { name: 'summary', label: 'tab.summary', Icon: SummaryIcon },
] as const
/** One action in the field app: the next door with four buttons, the map, and the summary. */
export function FieldAction() {
  const id = Number(route.useParams().id)
  const { t } = useTranslation('field')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const router = useRouter()
  useOfflineSetup()
  const { data: kept } = useSuspenseQuery(fieldDoorsQuery(id))
  const { data: waiting } = useSuspenseQuery(queuedVisitsQuery)
  useDocumentTitle(`${kept.action.name} · Muster`)
  useSetTrail(kept.action.name)
  const doors = useMemo(() => doorsWithQueued(kept.doors, waiting), [kept.doors, waiting])
  const walk = useWalk(kept, doors, { opened: search.door, begun: search.result && search.door })
  const isStray = useStrayTap(walk.changed)
  useTellGivenWay(walk.gave_way)
  const own = useOwnPosition()
  // Where there is room, the map stands beside the doors.
  const wide = useMediaQuery('(min-width: 75em)', false, { getInitialValueInEffect: false })
  const beside = wide && walk.doors.some(isPlaced)
  const tab = beside && search.tab === 'map' ? undefined : search.tab
  const body = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen begins at its top.
  useEffect(() => {
    body.current?.scrollTo({ top: 0 })
  }, [tab, search.view])
  const heading = useRef<HTMLHeadingElement>(null)
  const moved = useRef(false)
  // After each move of the user, as soon as the door is shown.
  useEffect(() => {
    if (!moved.current || !heading.current) return
    moved.current = false
    focusHeading(heading.current)
  })
  const go = (change: FieldSearch, replace = false) =>
    void navigate({ search: now => ({ ...now, ...change }), replace, resetScroll: false })

  const show = (id: number) => {
    moved.current = true
    walk.open(id)
    if (search.tab || search.view) go({ tab: undefined, view: undefined, street: undefined })
  }
  const moveOn = (visited: ShownDoor[]) => {
    moved.current = true
    walk.moveOn(visited.map(door => door.id))
  }
  const record = async (visited: ShownDoor[], result: Result) => {
    const [first] = visited
    if (first && (await recordVisit(id, visited, { result }, () => show(first.id)))) moveOn(visited)
  }
  const press = (door: ShownDoor, result: QuickResult | 'other', event: MouseEvent) => {
    if (isStray(event)) return
    if (result === 'talked' || result === 'other') go({ door: door.id, result })
    else void record([door], result)
  }
  // Goes back, so that the form is not behind the door in the history; a direct link has nothing to go back to.
  const close = () =>
    router.history.canGoBack()
      ? router.history.back()
      : void navigate({ search: ({ door: _, result: __, ...now }) => now, replace: true })
  const absent = async (chosen: ShownDoor[], event: MouseEvent) => {
    if (isStray(event)) return
    await record(chosen, 'absent')
    go({ view: undefined, street: undefined })
  }

  return (
    <div className="field" data-beside={beside || undefined}>
      <FieldHead kept={kept} walk={walk} />
      <div className="field-body" ref={body}>
        <SyncNotices />
        {doors.length === 0 ? (
          <EmptyState title={t('no_doors')} why={t('no_doors_why')}>
            <Button size="md" variant="default" onClick={() => void refreshDoors(id).catch(tellFailure)}>
              {t('reload')}
            </Button>
          </EmptyState>
        ) : (
          <FieldScreen
            kept={kept}
            all={doors}
            walk={walk}
            search={{ ...search, tab }}
            own={own}
            heading={heading}
            onSearch={go}
            onOpen={show}
            onPress={press}
            onSkip={door => {
              moved.current = true
              walk.skip(door.id)
              tellChange(t('skipped', { door: doorName(door) || t('door') }))
            }}
            onAbsent={absent}
            onMoved={() => {
              moved.current = true
            }}
          />
        )}
      </div>
      {beside && (
        <aside className="field-beside" aria-label={t('map.label')}>
          <Suspense fallback={<Loading />}>
            <FieldMap kept={kept} walk={walk} own={own} onOpen={show} />
          </Suspense>
        </aside>
      )}
      <div className="field-foot">
        <LastDeed />
        <nav className="field-tabs" aria-label={t('tab.label')}>
          {tabs
            .filter(({ name }) => !beside || name !== 'map')
            .map(({ name, label, Icon }) => (
              <UnstyledButton
                key={label}
                className="field-tab"
                aria-current={tab === name ? 'page' : undefined}
                onClick={() => go({ tab: name, view: undefined, street: undefined })}
              >
                <Icon size={22} />
                <span>{t(label)}</span>
              </UnstyledButton>
            ))}
        </nav>
      </div>
      <VisitDrawer
        kept={kept}
        door={search.result ? doors.find(door => door.id === search.door) : undefined}
        other={search.result === 'other'}
        overtaken_by={search.door === walk.door?.id ? walk.overtaken_by : undefined}
        onUndo={show}
        onRecorded={door => {
          close()
          moveOn([door])
        }}
        onClose={close}
        onClosed={() => heading.current && focusHeading(heading.current)}
      />
    </div>
  )
}

/** Says why another door is shown than a moment before. */
function useTellGivenWay(overtaken: Overtaken | undefined) {
  const { t } = useTranslation('field')
  useEffect(() => {
    if (!overtaken) return
    const { door, visit } = overtaken
    const place = [doorName(door), door.street].filter(Boolean).join(' ') || t('door')
    tellChange(
      visit.user?.firstname
        ? t('visited_by', { door: place, name: visit.user.firstname })
        : t('visited_already', { door: place }),
    )
  }, [overtaken, t])
}

function focusHeading(heading: HTMLElement) {
  heading.focus({ preventScroll: true })
  heading.closest('.field-body')?.scrollTo({ top: 0 })
  heading.scrollIntoView({ block: 'nearest' })
}
