import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { DuplicateGroup } from '../../api.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatDay } from '../../components/formats.ts'
import { Loading } from '../../components/Loading.tsx'
import { notifyError, notifyWithUndo } from '../../components/notifications.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { PageTabs } from '../../components/PageTabs.tsx'
import { useMe } from '../../use_me.ts'
import { nameOf } from '../contacts/data.ts'
import { Merges } from '../merges/Merges.tsx'
import { CompareContacts } from './CompareContacts.tsx'
import { duplicatesQuery, markNotDuplicates, unmarkNotDuplicates } from './data.ts'

const route = getRouteApi('/contacts/duplicates')

/** Possible duplicates to compare, merge or mark as different; and past merges. */
export function Duplicates() {
  const { t } = useTranslation('contacts')
  const { one, other, tab } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Stack maw={960}>
      <PageHeader title={t('duplicates.title')}>
        <Button component={Link} to="/contacts" variant="default">
          {t('to_list')}
        </Button>
      </PageHeader>
      {one && other ? (
        <Suspense fallback={<Loading />}>
          <CompareContacts
            key={`${one}-${other}`}
            survivor={one}
            gone={other}
            onSwap={() => void navigate({ search: { one: other, other: one }, replace: true })}
            onDone={() => void navigate({ search: {} })}
          />
        </Suspense>
      ) : (
        <PageTabs
          names={['list', 'merges']}
          open={tab ?? 'list'}
          onOpen={name => void navigate({ search: name === 'merges' ? { tab: name } : {}, replace: true })}
          labelOf={name => t(name === 'merges' ? 'duplicates.merges' : 'duplicates.title')}
          panel={name => (name === 'merges' ? <Merges /> : <DuplicateGroups />)}
        />
      )}
    </Stack>
  )
}

function DuplicateGroups() {
  const { t } = useTranslation('contacts')
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(duplicatesQuery)
  const groups = data.pages.flatMap(page => page.data)
  if (groups.length === 0 && !hasNextPage)
    return <EmptyState title={t('duplicates.none')} why={t('duplicates.none_why')} />
  return (
    <Stack>
      <Text c="dimmed">{t('duplicates.why')}</Text>
      {groups.map(group => (
        <GroupCard key={`${group.reason} ${group.contacts.map(({ id }) => id).join(' ')}`} group={group} />
      ))}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('duplicates.more')}
        </Button>
      )}
    </Stack>
  )
}

const colors = { strong: 'red', likely: 'orange', possible: 'gray' } as const

/** Contacts that may be the same person. Each can be compared with the first. */
function GroupCard({ group }: { group: DuplicateGroup }) {
  const { t } = useTranslation('contacts')
  const { may } = useMe()
  const [first, ...others] = group.contacts
  const ids = group.contacts.map(({ id }) => id)
  const mark = async () => {
    await markNotDuplicates(ids)
    notifyWithUndo(t('duplicates.marked_not_duplicates'), () => unmarkNotDuplicates(ids))
  }
  if (!first) return null
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between">
          <Group gap="xs">
            <Title order={2} size="h5">
              {nameOf(first)}
            </Title>
            <Badge color={colors[group.strength]}>{t(`duplicates.strength.${group.strength}`)}</Badge>
            <Text size="sm" c="dimmed">
              {t(`duplicates.reason.${group.reason}`)}
            </Text>
          </Group>
          {may('contacts:write') && ids.length > 1 && (
            <Button size="compact-sm" variant="subtle" onClick={() => void mark().catch(notifyError)}>
              {t('duplicates.mark_not_duplicates')}
            </Button>
          )}
        </Group>
        {group.contacts.map(contact => (
          <Group key={contact.id} justify="space-between" gap="xs">
            <Text size="sm" className="breaking">
              <Link to="/contacts/$id" params={{ id: String(contact.id) }} className="record-link">
                {nameOf(contact)}
              </Link>
              {[contact.mail, contact.mobile, formatDay(contact.birthdate), contact.city]
                .filter(Boolean)
                .map(text => ` · ${text}`)}
            </Text>
            {others.includes(contact) && may('contacts:write') && (
              <Button
                size="compact-sm"
                variant="default"
                renderRoot={props => (
                  <Link {...props} to="/contacts/duplicates" search={{ one: first.id, other: contact.id }} />
                )}
              >
                {t('duplicates.compare')}
              </Button>
            )}
          </Group>
        ))}
        {group.count > group.contacts.length && (
          <Text size="sm" c="dimmed">
            {t('duplicates.beyond', { count: group.count - group.contacts.length })}
          </Text>
        )}
      </Stack>
    </Paper>
  )
}
