import { Badge, Group, Text } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDay, formatDayAgo, fullName } from '../../components/formats.ts'
import type { Column } from '../../components/table_types.ts'
import { useNarrow } from '../../components/use_narrow.ts'
import { useRoleName } from '../../components/use_role_name.ts'
import { useMe } from '../../use_me.ts'
import type { ListedUser } from './listed_users.ts'
import type { UserState } from './search_params.ts'

/** The columns of the members. Last visit and second factor are for those who manage users. */
export function useUserColumns() {
  const { t } = useTranslation('settings')
  const { may } = useMe()
  const roleName = useRoleName()
  const manages = may('users:write')
  const narrow = useNarrow()
  return useMemo<Column<ListedUser>[]>(
    () => [
      {
        key: 'name',
        label: t('name'),
        ...(!narrow && { width: 240 }),
        sortValue: fullName,
        cell: user => (
          <>
            <NameWithState user={user} />
            {narrow && <SecondLine user={user} visit={manages} />}
          </>
        ),
      },
      {
        key: 'role',
        label: t('role'),
        width: 130,
        sortValue: ({ role_data }) => role_data.rank,
        cell: ({ role_data }) => roleName(role_data),
      },
      {
        key: 'teams',
        label: t('members.teams'),
        wide: true,
        sortValue: ({ teams }) => teamNames(teams),
        cell: ({ teams }) => teamNames(teams),
      },
      ...(manages
        ? [
            {
              key: 'last_visit',
              label: t('members.last_visit'),
              width: 150,
              wide: true,
              sortValue: ({ last_seen_on }: ListedUser) => last_seen_on ?? '',
              cell: (user: ListedUser) => <LastVisit user={user} />,
            },
            {
              key: 'factor',
              label: t('members.factor'),
              width: 150,
              wide: true,
              sortValue: ({ second_factor }: ListedUser) => Number(second_factor),
              cell: ({ second_factor }: ListedUser) => factorText(second_factor, t),
            },
          ]
        : []),
      {
        key: 'mail',
        label: t('mail'),
        wide: true,
        optional: manages,
        sortValue: ({ mail }) => mail,
        cell: ({ mail }) => mail,
      },
    ],
    [t, roleName, manages, narrow],
  )
}

const teamNames = (teams: ListedUser['teams']) => teams.map(({ name }) => name).join(', ')

const state_colors = { active: 'moss', pending: 'blue', suspended: 'red' } as const

export function StateBadge({ state }: { state: UserState }) {
  const { t } = useTranslation('settings')
  return (
    <Badge color={state_colors[state]} flex="none">
      {t(`members.state.${state}`)}
    </Badge>
  )
}

const NameWithState = ({ user }: { user: ListedUser }) => (
  <Group gap="xs" wrap="nowrap" component="span" display="inline-flex" maw="100%">
    <Text span inherit truncate>
      {fullName(user)}
    </Text>
    {user.state !== 'active' && <StateBadge state={user.state} />}
  </Group>
)

/** On a phone, in place of the columns that do not fit. */
function SecondLine({ user, visit }: { user: ListedUser; visit: boolean }) {
  const { t } = useTranslation('settings')
  const { teams, state, last_seen_on } = user
  const visited = last_seen_on ? formatDayAgo(last_seen_on) : state !== 'pending' && t('members.no_visit')
  return <span className="second-line">{[teamNames(teams), visit && visited].filter(Boolean).join(' · ')}</span>
}

/** "3 days ago", with the day on hover. */
export function LastVisit({ user: { last_seen_on, state } }: { user: ListedUser }) {
  const { t } = useTranslation('settings')
  if (last_seen_on) return <span title={formatDay(last_seen_on)}>{formatDayAgo(last_seen_on)}</span>
  return <>{state === 'pending' ? '' : t('members.never')}</>
}

export const factorText = (
  second_factor: boolean | null,
  t: (key: 'members.factor_on' | 'members.factor_off') => string,
) => (second_factor === null ? '' : t(second_factor ? 'members.factor_on' : 'members.factor_off'))
