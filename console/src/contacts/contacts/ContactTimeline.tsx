import { Button, Chip, Group, Stack, Text, Timeline } from '@mantine/core'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TimelineEntry } from '../../api.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatDateTime, formatDay, formatMoney, fullName } from '../../components/formats.ts'
import { timelineQuery } from './data.ts'

const groups = ['all', 'changes', 'answers', 'payments', 'visits'] as const
type GroupName = (typeof groups)[number]

/** The chip of each kind. */
const groupOf: Record<TimelineEntry['kind'], GroupName> = {
  created: 'changes',
  updated: 'changes',
  consent: 'answers',
  answer: 'answers',
  transaction: 'payments',
  membership: 'payments',
  donation: 'payments',
  visit: 'visits',
}

/** The timeline of a contact, newest first; `only` limits it to one kind. */
export function ContactTimeline({ id, only }: { id: number; only?: 'visit' }) {
  const { t } = useTranslation('contacts')
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(timelineQuery(id))
  const [group, setGroup] = useState<GroupName>('all')
  const entries = data.pages.flat()
  const there = new Set(entries.map(({ kind }) => groupOf[kind]))
  const shown = entries.filter(({ kind }) => (only ? kind === only : group === 'all' || groupOf[kind] === group))
  return (
    <Stack>
      {!only && there.size > 1 && (
        <Chip.Group value={group} onChange={name => setGroup(name as GroupName)}>
          <Group gap={6} role="group" aria-label={t('timeline.filter')}>
            {groups
              .filter(name => name === 'all' || there.has(name))
              .map(name => (
                <Chip key={name} value={name} size="xs">
                  {t(`timeline.${name}`)}
                </Chip>
              ))}
          </Group>
        </Chip.Group>
      )}
      {shown.length > 0 ? (
        <Timeline bulletSize={14} lineWidth={2} active={shown.length}>
          {shown.map(entry => (
            <Timeline.Item key={`${entry.kind}${entry.id}`} title={<Headline entry={entry} />}>
              {entry.detail && entry.kind !== 'visit' && (
                <Text size="sm" className="breaking">
                  {entry.detail}
                </Text>
              )}
              <Text size="xs" c="dimmed">
                {whenOf(entry)}
                {entry.user && ` · ${fullName(entry.user)}`}
              </Text>
            </Timeline.Item>
          ))}
        </Timeline>
      ) : (
        !hasNextPage && <EmptyState title={t(only ? 'timeline.no_visit' : 'timeline.nothing')} />
      )}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('timeline.more')}
        </Button>
      )}
    </Stack>
  )
}

/** Payments belong to a day, everything else to a moment. */
const whenOf = ({ kind, at }: TimelineEntry) =>
  ['transaction', 'membership', 'donation'].includes(kind) ? formatDay(at) : formatDateTime(at)

function Headline({ entry }: { entry: TimelineEntry }) {
  const { t } = useTranslation('contacts')
  const { kind, title, detail, amount, currency } = entry
  const sum = amount === null ? '' : formatMoney(amount, currency)
  const text =
    kind === 'consent'
      ? t(detail ? 'timeline.consent' : 'timeline.consent_withdrawn', { title })
      : kind === 'visit'
        ? t('timeline.visit', { title, result: resultOf(detail) })
        : t(`timeline.${kind}`, { title, sum })
  return (
    <Text size="sm" fw={600}>
      {entry.action_id ? (
        <Link to={`/actions/${entry.action_id}` as string} className="record-link">
          {text}
        </Link>
      ) : (
        text
      )}
    </Text>
  )

  /** The server sends the result and then the comment, if any. */
  function resultOf(said: string) {
    const [, result = '', comment = ''] = /^(\w+)(?:: (.*))?$/s.exec(said) ?? []
    const word = t(`result.${result as 'talked'}`, { defaultValue: said })
    return comment ? `${word} (${comment})` : word
  }
}
