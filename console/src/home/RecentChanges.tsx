import { Anchor, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ActivityEntry } from '../api.ts'
import { formatMoney, formatNumber, formatTime, fullName } from '../components/formats.ts'
import { useRoleName } from '../components/use_role_name.ts'
import { language } from '../translations/index.ts'
import { useMe } from '../use_me.ts'
import { recentChangesQuery } from './data.ts'
import type { Place } from './queue.ts'

const shown_max = 6
const named_max = 2
const placeholder_height = 150

/** What changed since yesterday. What waits in a queue is not repeated here. */
export function RecentChanges() {
  const { t } = useTranslation('home')
  const { may } = useMe()
  const { data: changes, isError, refetch } = useQuery({ ...recentChangesQuery, throwOnError: false })
  if (!changes && !isError) return <Skeleton h={placeholder_height} />
  return (
    <Paper withBorder p="md" component="section" aria-label={t('changes.title')}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5">
          {t('changes.title')}
        </Title>
        {may('audit:read') && (
          <Anchor component={Link} to="/settings/audit" fz={13} fw={600} className="unprinted">
            {t('changes.all')}
          </Anchor>
        )}
      </Group>
      {isError && (
        <Text fz={13} c="var(--mantine-color-error)">
          {t('failed')}{' '}
          <Anchor component="button" fz={13} mih={24} onClick={() => void refetch()}>
            {t('button.retry', { ns: 'shell' })}
          </Anchor>
        </Text>
      )}
      {changes?.length === 0 && (
        <Text fz={13} c="dimmed">
          {t('changes.none')}
        </Text>
      )}
      <ul className="changes">
        {changes?.slice(0, shown_max).map(change => (
          <Change key={`${change.kind} ${change.subject_id} ${change.name} ${change.currency}`} change={change} />
        ))}
      </ul>
    </Paper>
  )
}

function Change({ change }: { change: ActivityEntry }) {
  const { kind, count, amount, currency, last_at } = change
  const text = useText()(change)
  const place = usePlace()(change)
  const sign = kind === 'consents_withdrawn' ? '−' : kind === 'role_changed' ? '' : '+'
  return (
    <li>
      <Text span fz={13} fw={600} className="tabular changes-count">
        {sign}
        {formatNumber(count)}
      </Text>
      <Text span fz={13} className="breaking">
        {place ? (
          <Anchor
            component={Link}
            to={place.to as never}
            params={(place.params ?? {}) as never}
            search={(place.search ?? {}) as never}
            inherit
            c="var(--mantine-color-text)"
          >
            {text}
          </Anchor>
        ) : (
          text
        )}
      </Text>
      <Text span fz={12} c="dimmed" className="tabular changes-when">
        {amount !== null && currency !== null ? formatMoney(amount, currency) : <When at={last_at} />}
      </Text>
    </li>
  )
}

function useText() {
  const { t } = useTranslation('home')
  const roleName = useRoleName()
  return ({ kind, count, name, user, people, people_count }: ActivityEntry) => {
    const named = people.slice(0, people_count > named_max ? 1 : named_max)
    const more = people_count - named.length
    const names = new Intl.ListFormat(language(), { type: 'conjunction' }).format([
      ...named.map(fullName),
      ...(more > 0 ? [t('changes.others', { count: more, shown: formatNumber(more) })] : []),
    ])
    if (kind === 'role_changed') {
      const role = roleName({ name })
      return t('changes.role_changed', { name: user ? fullName(user) : '', role })
    }
    return t(`changes.${kind}`, { count, name, people: names })
  }
}

function usePlace() {
  const { may } = useMe()
  return ({ kind, subject_id }: ActivityEntry): Place | undefined => {
    if (kind === 'memberships' || kind === 'donations') return { to: '/payments', search: { view: 'all' } }
    if (kind === 'visits')
      return { to: may('actions:read') ? '/actions/$id' : '/field/$id', params: { id: String(subject_id) } }
    if (kind === 'import' && may('contacts:write')) return { to: '/contacts/import', search: { import: subject_id } }
    if (kind === 'role_changed') return { to: '/settings/users', search: { open: subject_id } }
    return kind === 'users_joined' ? { to: '/settings/users' } : undefined
  }
}

/** A time of today, or yesterday with its time. */
function When({ at }: { at: string }) {
  const { t } = useTranslation('home')
  const date = new Date(at)
  const time = formatTime(at)
  return date.toDateString() === new Date().toDateString() ? time : t('changes.yesterday', { time })
}
