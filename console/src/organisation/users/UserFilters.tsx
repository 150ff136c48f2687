import { Group, Select } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDuration } from '../../components/durations.ts'
import { TextFilter } from '../../components/TextFilter.tsx'
import { useRoleName } from '../../components/use_role_name.ts'
import { useMe } from '../../use_me.ts'
import { rolesQuery } from '../data.ts'
import type { ListedUser } from './listed_users.ts'
import { type UserSearch, type UserState, unseen_days, user_states } from './search_params.ts'

interface Props {
  users: ListedUser[]
  search: UserSearch
  onChange: (change: UserSearch) => void
}

/** On a phone, two filters share a line. */
const width = { w: { xs: 124 }, flex: { base: '1 1 40%', xs: '0 0 auto' } }

const numberOf = (value: string | null) => (value === null ? undefined : Number(value))
const textOf = (value: number | undefined) => (value === undefined ? null : String(value))

export function UserFilters({ users, search, onChange }: Props) {
  const { t } = useTranslation('settings')
  const { may } = useMe()
  const roleName = useRoleName()
  const { data: roles } = useSuspenseQuery(rolesQuery)
  const teams = useMemo(() => teamsOf(users), [users])
  const choice = (label: string) => ({
    ...width,
    'aria-label': label,
    placeholder: label,
    clearable: true,
    clearButtonProps: { 'aria-label': t('button.clear', { ns: 'shell' }) },
  })
  return (
    <Group p="sm" gap="xs">
      <TextFilter label={t('filter_users')} width={200} value={search.q} onChange={q => onChange({ q })} />
      <Select
        {...choice(t('filter_role'))}
        data={roles.map(role => ({ value: String(role.id), label: roleName(role) }))}
        value={textOf(search.role)}
        onChange={value => onChange({ role: numberOf(value) })}
      />
      {teams.length > 0 && (
        <Select
          {...choice(t('filter_team'))}
          searchable
          data={teams}
          value={textOf(search.team)}
          onChange={value => onChange({ team: numberOf(value) })}
        />
      )}
      <Select
        {...choice(t('filter_state'))}
        data={user_states.map(value => ({ value, label: t(`members.state.${value}`) }))}
        value={search.state ?? null}
        onChange={value => onChange({ state: (value as UserState | null) ?? undefined })}
      />
      {may('users:write') && (
        <Select
          {...choice(t('seen_filter'))}
          id="users_seen"
          w={{ xs: 154 }}
          data={unseen_days.map(count => ({
            value: String(count),
            label: `${t('seen_filter')} ${formatDuration({ count, unit: 'day' })}`,
          }))}
          value={textOf(search.unseen)}
          onChange={value => onChange({ unseen: numberOf(value) })}
        />
      )}
    </Group>
  )
}

/** The teams of the listed users, by name. */
function teamsOf(users: ListedUser[]) {
  const names = new Map(users.flatMap(({ teams }) => teams.map(({ id, name }) => [String(id), name] as const)))
  return [...names]
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label))
}
