import { Button, Chip, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Contact, TimelineEntry } from '../../api.ts'
import { formatMonthYear, formatNumber } from '../../components/formats.ts'
import { notesQuery } from '../notes/data.ts'
import { NoteComposer } from '../notes/NoteComposer.tsx'
import { PinnedNotes } from '../notes/PinnedNotes.tsx'
import { ContactConflictAlert } from './ContactConflictAlert.tsx'
import { type TimelineTopic, timelineQuery } from './data.ts'
import { dayOf, type StoryEntry, TimelineItem } from './TimelineItem.tsx'
import { useContactChange } from './use_contact_change.ts'

const topics: TimelineTopic[] = ['payments', 'visits', 'answers', 'notes', 'tasks', 'files', 'changes']
const all = 'all'

interface Props {
  contact: Contact
  etag: string | undefined
  readOnly: boolean
  /** The level of the headings. */
  level: 2 | 4
}

/** The story of a contact, newest first, with a field to continue it. */
export function ContactTimeline({ contact, etag, readOnly, level }: Props) {
  const { id } = contact
  const { t } = useTranslation('contacts')
  const [topic, setTopic] = useState<TimelineTopic | typeof all>(all)
  const { change, conflict, keepMine, takeTheirs } = useContactChange(contact, etag)
  const { data: whole } = useInfiniteQuery(timelineQuery(id))
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useInfiniteQuery(
    timelineQuery(id, topic === all ? undefined : topic),
  )
  const counts = whole?.pages[0]?.counts ?? undefined
  const there = topics.filter(name => (counts?.[name] ?? 0) > 0)
  const total = there.reduce((sum, name) => sum + (counts?.[name] ?? 0), 0)
  // Pinned notes stand above the story, which waits for them: it would move down otherwise. They may be older than its first page.
  const noted = (counts?.notes ?? 0) > 0
  const { data: notes, isPending: notesPending } = useInfiniteQuery({ ...notesQuery(id), enabled: noted })
  const pinned = notes?.pages.flatMap(page => page.data).filter(note => note.pinned) ?? []
  const waits = noted && notesPending
  const entries = withParts(data?.pages.flatMap(({ timeline }) => timeline) ?? [])
  return (
    <Stack gap="sm">
      <div className="contact-composer">
        <NoteComposer contactId={id} />
        <PinnedNotes notes={pinned} />
      </div>
      {!waits && there.length > 1 && (
        <Chip.Group value={topic} onChange={name => setTopic(name as TimelineTopic)}>
          <Group gap={6} role="group" aria-label={t('timeline.filter')} className="story-filter">
            {[all, ...there].map(name => (
              <Chip key={name} value={name} size="xs">
                {t(`timeline.${name as TimelineTopic}`)}{' '}
                {formatNumber(name === all ? total : (counts?.[name as TimelineTopic] ?? 0))}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      )}
      {conflict && <ContactConflictAlert conflict={conflict} onKeep={keepMine} onTake={takeTheirs} />}
      {(isPending || waits) && <StorySkeleton />}
      {error && (
        <Group role="alert">
          <Text size="sm">{t('timeline.failed')}</Text>
          <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
            {t('button.retry', { ns: 'shell' })}
          </Button>
        </Group>
      )}
      {!waits && data && entries.length === 0 && <Text c="dimmed">{t('timeline.nothing')}</Text>}
      {monthsOf(waits ? [] : entries).map(({ month, entries }) => (
        <section key={month} aria-label={month} className="story-month">
          <Title order={level} size="sm" c="dimmed" mb={4}>
            {month}
          </Title>
          <ol className="plain-list story">
            {entries.map(entry => (
              <TimelineItem
                key={`${entry.kind}${entry.id}`}
                contact={contact}
                entry={entry}
                onRestore={readOnly ? undefined : change}
              />
            ))}
          </ol>
        </section>
      ))}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('timeline.more')}
        </Button>
      )}
    </Stack>
  )
}

/** The entries, in which a payment is one entry with what it was for. */
function withParts(entries: TimelineEntry[]): StoryEntry[] {
  const paid = new Map<number | null, TimelineEntry>()
  for (const entry of entries) if (entry.kind === 'transaction') paid.set(entry.transaction_bundle_id, entry)
  const isPart = ({ kind, transaction_bundle_id: bundle }: TimelineEntry) =>
    kind !== 'transaction' && bundle !== null && paid.has(bundle)
  const parts = Map.groupBy(entries.filter(isPart), entry => entry.transaction_bundle_id)
  return entries
    .filter(entry => !isPart(entry))
    .map(entry => {
      const main = entry.kind === 'transaction' && paid.get(entry.transaction_bundle_id) === entry
      return { ...entry, parts: main ? (parts.get(entry.transaction_bundle_id) ?? []) : [] }
    })
}

function monthsOf(entries: StoryEntry[]) {
  const months: { month: string; entries: StoryEntry[] }[] = []
  for (const entry of entries) {
    const month = formatMonthYear(`${dayOf(entry)}T12:00`)
    const last = months.at(-1)
    if (last?.month === month) last.entries.push(entry)
    else months.push({ month, entries: [entry] })
  }
  return months
}

function StorySkeleton() {
  const { t } = useTranslation()
  return (
    <Stack gap="sm" role="status" aria-label={t('message.loading')}>
      {[1, 2, 3, 4].map(row => (
        <Group key={row} wrap="nowrap" aria-hidden>
          <Skeleton circle height={28} />
          <Skeleton height={14} width={`${90 - row * 12}%`} />
        </Group>
      ))}
    </Stack>
  )
}
