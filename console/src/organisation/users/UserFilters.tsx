import { Select } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDuration } from '../../components/durations.ts'
import { ListFilters, useFilterFields } from '../../components/ListFilters.tsx'
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
  onClear: () => void
}

const numberOf = (value: string | null) => (value === null ? undefined : Number(value))
const textOf = (value: number | undefined) => (value === undefined ? null : String(value))

export function UserFilters({ users, search, onChange, onClear }: Props) {
  const { t } = useTranslation('settings')
  const { may } = useMe()
  const roleName = useRoleName()
  const { data: roles } = useSuspenseQuery(rolesQuery)
  const teams = useMemo(() => teamsOf(users), [users])
  const { choice } = useFilterFields()
  const unseenText = (count: number) => formatDuration({ count, unit: 'day' })
  const role = roles.find(({ id }) => id === search.role)
  return (
    <ListFilters
      first={<TextFilter label={t('filter_users')} width={180} value={search.q} onChange={q => onChange({ q })} />}
      first_applied={{ label: t('list.words', { ns: 'shell' }), value: search.q }}
      applied={[
        { label: t('filter_role'), value: role && roleName(role) },
        { label: t('filter_team'), value: teams.find(({ value }) => value === String(search.team))?.label },
        { label: t('filter_state'), value: search.state && t(`members.state.${search.state}`) },
        { label: t('seen_filter'), value: search.unseen === undefined ? undefined : unseenText(search.unseen) },
      ]}
      onClear={onClear}
    >
      <Select
        {...choice(t('filter_role'), 124)}
        data={roles.map(role => ({ value: String(role.id), label: roleName(role) }))}
        value={textOf(search.role)}
        onChange={value => onChange({ role: numberOf(value) })}
      />
      {teams.length > 0 && (
        <Select
          {...choice(t('filter_team'), 124)}
          searchable
          data={teams}
          value={textOf(search.team)}
          onChange={value => onChange({ team: numberOf(value) })}
        />
      )}
      <Select
        {...choice(t('filter_state'), 150)}
        data={user_states.map(value => ({ value, label: t(`members.state.${value}`) }))}
        value={search.state ?? null}
        onChange={value => onChange({ state: (value as UserState | null) ?? undefined })}
      />
      {may('users:write') && (
        <Select
          {...choice(t('seen_filter'), 154)}
          id="users_seen"
          data={[
            {
              group: t('seen_filter'),
              items: unseen_days.map(count => ({ value: String(count), label: unseenText(count) })),
            },
          ]}
          value={textOf(search.unseen)}
          onChange={value => onChange({ unseen: numberOf(value) })}
        />
      )}
    </ListFilters>
  )
}

/** The teams of the listed users, by name. */
function teamsOf(users: ListedUser[]) {
  const names = new Map(users.flatMap(({ teams }) => teams.map(({ id, name }) => [String(id), name] as const)))
  return [...names]
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label))
}
