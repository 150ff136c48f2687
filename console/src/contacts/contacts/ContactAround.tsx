import { Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Contact } from '../../api.ts'
import { errorText } from '../../components/error_text.ts'
import { formatDay } from '../../components/formats.ts'
import { ActionsIcon, TeamsIcon } from '../../components/icons.tsx'
import { Loading } from '../../components/Loading.tsx'
import { shownAs, writeOptimistically } from '../../components/optimistic.ts'
import { useMe } from '../../use_me.ts'
import { ContactFiles } from '../files/ContactFiles.tsx'
import { filesQuery } from '../files/data.ts'
import { householdQuery } from '../households/data.ts'
import { ContactRelationships } from '../relationships/ContactRelationships.tsx'
import { relationshipsQuery } from '../relationships/data.ts'
import { TagInput } from '../tags/TagInput.tsx'
import { ContactTasks } from '../tasks/ContactTasks.tsx'
import { tasksQuery } from '../tasks/data.ts'
import { ContactConflictAlert } from './ContactConflictAlert.tsx'
import { contactQuery, summaryQuery } from './data.ts'
import { useContactChange } from './use_contact_change.ts'

interface Props {
  contact: Contact
  etag: string | undefined
  readOnly: boolean
  /** The level of the headings. */
  level: 2 | 4
}

/** What surrounds a contact: tasks, people, teams and actions, files and tags. */
export function ContactAround({ contact, etag, readOnly, level }: Props) {
  const { may } = useMe()
  const known = useKnown(contact.id)
  if (!known) return <Loading />
  return (
    <Stack gap="md">
      <ContactTasks contactId={contact.id} level={level} />
      <ContactRelationships contactId={contact.id} level={level} />
      <TeamsAndActions id={contact.id} level={level} />
      <ContactFiles contactId={contact.id} level={level} />
      {may('contacts:sensitive') && <Tags contact={contact} etag={etag} readOnly={readOnly} level={level} />}
    </Stack>
  )
}

/** Whether all parts are loaded. They appear together: each would push down those below it. */
function useKnown(id: number) {
  const quiet = { throwOnError: false }
  const parts = [
    useInfiniteQuery({ ...tasksQuery({ contact_id: id }), ...quiet }),
    useInfiniteQuery({ ...tasksQuery({ contact_id: id, state: 'done' }), ...quiet }),
    useQuery({ ...relationshipsQuery(id), ...quiet }),
    useQuery({ ...householdQuery(id), ...quiet }),
    useQuery({ ...filesQuery(id), ...quiet }),
    useQuery(summaryQuery(id)),
  ]
  return !parts.some(({ isPending }) => isPending)
}

function TeamsAndActions({ id, level }: { id: number; level: Props['level'] }) {
  const { t } = useTranslation('contacts')
  const { data } = useQuery(summaryQuery(id))
  if (!data || data.teams.length + data.actions.length === 0) return null
  return (
    <section aria-label={t('around.teams')}>
      <Title order={level} size="sm" mb="xs">
        {t('around.teams')}
      </Title>
      <ul className="plain-list around-list">
        {data.teams.map(({ id, name, leader }) => (
          <li key={`team ${id}`}>
            <TeamsIcon size={16} />
            <div>
              <Link to={'/teams' as string} search={{ open: id } as never} className="record-link">
                {name}
              </Link>
              <Text size="xs" c="dimmed">
                {t(leader ? 'around.leader' : 'around.member')}
              </Text>
            </div>
          </li>
        ))}
        {data.actions.map(({ id, name, archived, visits, last_visit }) => (
          <li key={`action ${id}`}>
            <ActionsIcon size={16} />
            <div>
              <Link to={`/actions/${id}` as string} className="record-link">
                {name}
              </Link>
              <Text size="xs" c="dimmed">
                {[
                  archived && t('around.archived'),
                  t('around.visits', { count: visits }),
                  last_visit && formatDay(last_visit),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Tags({ contact, etag, readOnly, level }: Props) {
  const { t } = useTranslation('contacts')
  const { change, conflict, keepMine, takeTheirs } = useContactChange(contact, etag)
  const [error, setError] = useState('')
  const save = async (names: string[]) => {
    setError('')
    const known = new Map(contact.tags.map(tag => [tag.name, tag]))
    const shown = shownAs(contactQuery(contact.id).queryKey, (stored: { contact: Contact }) => ({
      ...stored,
      // A new tag has no id yet.
      contact: { ...stored.contact, tags: names.map(name => known.get(name) ?? { id: 0, name }) },
    }))
    try {
      await writeOptimistically(shown, () => change({ tags: names.map(name => ({ name })) }))
    } catch (failure) {
      setError(errorText(failure))
    }
  }
  return (
    <section aria-label={t('attr.tags')}>
      <Title order={level} size="sm" mb="xs">
        {t('attr.tags')}
      </Title>
      {conflict && <ContactConflictAlert conflict={conflict} onKeep={keepMine} onTake={takeTheirs} />}
      <TagInput
        aria-label={t('attr.tags')}
        data-tags
        known={[]}
        creatable
        readOnly={readOnly}
        value={contact.tags.map(({ name }) => name)}
        placeholder={readOnly ? '' : t('around.add_tag')}
        error={error}
        onChange={names => void save(names)}
      />
    </section>
  )
}
