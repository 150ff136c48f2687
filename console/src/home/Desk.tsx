import { Anchor, Group, Paper, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionsIcon, CheckIcon, ContactsIcon, PaymentsIcon, SnoozeIcon } from '../components/icons.tsx'
import { placesUpTo } from '../components/Loading.tsx'
import { language } from '../translations/index.ts'
import { useMe } from '../use_me.ts'
import { FirstSteps } from './FirstSteps.tsx'
import { QueueChooser } from './QueueChooser.tsx'
import { FailedQueue, QueueRow, QueueSkeleton } from './QueueRow.tsx'
import { allQueueKinds, type QueueGroup, type QueueKind, type QueueSource, queueGroups, queueKinds } from './queue.ts'
import { useDeskSettings } from './use_desk_settings.ts'
import { useFieldQueues } from './use_field_queues.ts'
import { useMoneyQueues } from './use_money_queues.ts'
import { usePeopleQueues } from './use_people_queues.ts'
import { linksIn, useQueueKeys } from './use_queue_keys.ts'

const icons = { money: PaymentsIcon, people: ContactsIcon, field: ActionsIcon }

/**
 * What waits for the user, by group. In a new space the first steps stand in place of an empty desk. The first time, all queues appear together
 * unless one is late: nothing is known yet about their number.
 */
export function Desk({ isLate, onSettled }: { isLate: boolean; onSettled: () => void }) {
  const { t } = useTranslation('home')
  const { may } = useMe()
  const settings = useDeskSettings()
  const [choosing, { open, close }] = useDisclosure(false)
  const allowed = allQueueKinds.filter(kind => may(...queueKinds[kind].needs))
  const wants = (kind: QueueKind) => allowed.includes(kind) && !settings.isHidden(kind)
  const sources = [...useMoneyQueues(wants), ...usePeopleQueues(wants), ...useFieldQueues(wants)].filter(({ kind }) =>
    wants(kind),
  )
  const queues = sources.flatMap(source => source.queues)
  const shown = queues.filter(({ id }) => !settings.isSnoozed(id))
  const snoozed = queues.filter(({ id }) => settings.isSnoozed(id))
  const loading = sources.some(source => source.loading)
  const unknown = loading && !isLate && !settings.isKnown
  useEffect(() => {
    if (loading) return
    onSettled()
    settings.remember(sources.flatMap(source => source.queues.map(({ kind }) => kind)))
  })

  const { list, snooze, said } = useSnoozing(shown, settings.snooze)
  const isEmpty = shown.length === 0 && !loading && !sources.some(({ failed }) => failed)
  const card = (
    <Paper withBorder component="section" aria-labelledby="desk-title" className="desk">
      <Group justify="space-between" className="desk-head">
        <Title order={2} size="h5" id="desk-title">
          {t('waiting')}
        </Title>
        <Text fz={13} c="dimmed">
          {!loading && shown.length > 0 && t('queues', { count: shown.length })}
        </Text>
      </Group>
      <div ref={list} tabIndex={-1} className="desk-list" aria-busy={loading}>
        {unknown && <GroupSkeleton />}
        {(unknown ? [] : queueGroups).map(group => (
          <GroupOfQueues
            key={group}
            group={group}
            sources={sources.filter(({ kind }) => queueKinds[kind].group === group)}
            countBefore={settings.countBefore}
            rowsOf={source =>
              shown
                .map((queue, place) => ({ queue, place }))
                .filter(({ queue }) => source.queues.includes(queue))
                .map(({ queue, place }) => (
                  <QueueRow key={queue.id} queue={queue} place={place} onSnooze={() => snooze(place)} />
                ))
            }
          />
        ))}
        {isEmpty && (
          <Text p="lg" ta="center" c="dimmed">
            {t('nothing')}
          </Text>
        )}
      </div>
      <DeskFoot
        done={namesOf(sources.filter(({ queues, loading, failed }) => !queues.length && !loading && !failed))}
        snoozed={namesOf(sources.filter(({ queues }) => queues.some(({ id }) => settings.isSnoozed(id))))}
        onWake={settings.wake}
        onChoose={open}
      />
      <Text className="unseen" role="status">
        {said}
      </Text>
      <QueueChooser opened={choosing} onClose={close} kinds={allowed} settings={settings} />
    </Paper>
  )
  return isEmpty && snoozed.length === 0 ? <FirstSteps otherwise={card} /> : card

  function namesOf(some: QueueSource[]) {
    const names = some.map(({ kind }) => t(`${kind}.name`))
    return new Intl.ListFormat(language(), { type: 'unit', style: 'short' }).format(names.map(lowerFirst))
  }
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** Puts a queue off and moves the focus to the next one. */
function useSnoozing(shown: { id: string; title: string }[], onSnooze: (id: string) => void) {
  const { t } = useTranslation('home')
  const list = useRef<HTMLDivElement>(null)
  const [said, say] = useState('')
  const next = useRef<number>(undefined)
  const snooze = (place: number) => {
    const queue = shown[place]
    if (!queue) return
    next.current = place
    onSnooze(queue.id)
    say(t('snoozed_title', { title: queue.title }))
  }
  useEffect(() => {
    if (next.current === undefined) return
    const links = linksIn(list.current)
    const link = links[Math.min(next.current, links.length - 1)] ?? list.current
    next.current = undefined
    link?.focus()
  })
  const latest = useRef(snooze)
  latest.current = snooze
  useQueueKeys({ list, onSnooze: useCallback(place => latest.current(place), []) })
  return { list, snooze, said }
}

interface GroupProps {
  group: QueueGroup
  sources: QueueSource[]
  /** How many places are reserved for a source that loads. */
  countBefore: (kind: QueueKind) => number
  rowsOf: (source: QueueSource) => ReactNode[]
}

function GroupOfQueues({ group, sources, countBefore, rowsOf }: GroupProps) {
  const { t } = useTranslation('home')
  const Icon = icons[group]
  // Each source in its place, so that a queue which arrives later moves no other.
  const rows = sources.flatMap((source): ReactNode[] => {
    if (source.queues.length > 0) return rowsOf(source)
    if (source.failed) return [<FailedQueue key={source.kind} source={source} />]
    if (!source.loading) return []
    return placesUpTo(countBefore(source.kind)).map(place => <QueueSkeleton key={`${source.kind} ${place}`} />)
  })
  if (rows.length === 0) return null
  return (
    <section aria-label={t(`group.${group}`)}>
      <Group gap={6} className="desk-group">
        <Icon size={16} />
        <Title order={3} fz={12} fw={600} lh="16px" c="dimmed">
          {t(`group.${group}`)}
        </Title>
      </Group>
      <ul>{rows}</ul>
    </section>
  )
}

const queues_at_first = 6

const GroupSkeleton = () => (
  <ul>
    {placesUpTo(queues_at_first).map(place => (
      <QueueSkeleton key={place} />
    ))}
  </ul>
)

interface FootProps {
  done: string
  snoozed: string
  onWake: () => void
  onChoose: () => void
}

function DeskFoot({ done, snoozed, onWake, onChoose }: FootProps) {
  const { t } = useTranslation('home')
  return (
    <Group className="desk-foot" justify="space-between" gap="xs">
      <div>
        {done && (
          <Text fz={13} c="dimmed" className="desk-note">
            <CheckIcon size={16} /> {t('done', { names: done })}
          </Text>
        )}
        {snoozed && (
          <Text fz={13} c="dimmed" className="desk-note">
            <SnoozeIcon size={16} /> {t('snoozed', { names: snoozed })}{' '}
            <Anchor component="button" fz={13} mih={24} onClick={onWake} className="unprinted">
              {t('wake')}
            </Anchor>
          </Text>
        )}
      </div>
      <Anchor component="button" fz={13} fw={600} mih={24} ml="auto" onClick={onChoose} className="unprinted">
        {t('choose')}
      </Anchor>
    </Group>
  )
}
