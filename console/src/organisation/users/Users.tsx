import { Anchor, Button } from '@mantine/core'
import { useQuery, useSuspenseQueries } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../components/DataTable.tsx'
import { fullName } from '../../components/formats.ts'
import { PlusIcon } from '../../components/icons.tsx'
import { ListPage } from '../../components/ListPage.tsx'
import { RecordDrawer } from '../../components/RecordDrawer.tsx'
import { matchesWords } from '../../components/text_match.ts'
import { useListTable } from '../../components/use_list_table.ts'
import { useRoleName } from '../../components/use_role_name.ts'
import { useMe } from '../../use_me.ts'
import { invitationsQuery, membersQuery, usersQuery } from '../data.ts'
import { isUnseen, type ListedUser, withMembers } from './listed_users.ts'
import type { UserSearch } from './search_params.ts'
import { UserCard } from './UserCard.tsx'
import { UserFilters } from './UserFilters.tsx'
import { useUserColumns } from './use_user_columns.tsx'

const route = getRouteApi('/settings/users')
const idOf = ({ id }: ListedUser) => id

/** The members: who they are, their role and teams, and when they last came. */
export function Users() {
  const { t } = useTranslation('settings')
  const { may } = useMe()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const users = useListedUsers()
  const roleName = useRoleName()
  const matching = useMemo(
    () =>
      users.filter(
        user =>
          matchesWords(search.q, fullName(user), user.mail, roleName(user.role_data)) && matchesFilters(user, search),
      ),
    [users, search, roleName],
  )
  const { rows, ...table } = useListTable({ name: 'users', columns: useUserColumns(), rows: matching, complete: true })
  const chosen = users.find(({ id }) => id === search.open)
  const clear = () => void navigate({ search: {} })
  const close = () => void navigate({ search: ({ open: _, ...now }) => now })
  return (
    <ListPage
      title={t('section.users')}
      actions={
        may('users:invite') && (
          <Button component={Link} to="/settings/invitations" leftSection={<PlusIcon size={16} />}>
            {t('invite')}
          </Button>
        )
      }
      before={<PendingInvitations />}
      filters={
        <UserFilters
          users={users}
          search={search}
          onChange={change => void navigate({ search: now => ({ ...now, ...change }), replace: true })}
          onClear={clear}
        />
      }
      count={rows.length}
      filtered
      onClear={clear}
      empty={null}
      after={
        <RecordDrawer title={chosen ? fullName(chosen) : t('one_user')} opened={chosen !== undefined} onClose={close}>
          {chosen && <UserCard user={chosen} onGone={close} />}
        </RecordDrawer>
      }
    >
      <DataTable
        label={t('section.users')}
        {...table}
        two_lines
        rows={rows}
        idOf={idOf}
        total={rows.length}
        count={t('members.count', { count: rows.length })}
        onOpen={id => void navigate({ search: now => ({ ...now, open: id }) })}
        openId={search.open}
      />
    </ListPage>
  )
}

/** Both at once: without the second, a member who came today would be shown as one who never did. */
function useListedUsers() {
  const [{ data: users }, { data: members }] = useSuspenseQueries({ queries: [usersQuery, membersQuery] })
  return useMemo(() => withMembers(users, members), [users, members])
}

const matchesFilters = (user: ListedUser, { role, team, state, unseen }: UserSearch) =>
  (role === undefined || user.role_data.id === role) &&
  (team === undefined || user.teams.some(({ id }) => id === team)) &&
  (state === undefined || user.state === state) &&
  (unseen === undefined || isUnseen(user, unseen))

/** Invited people are not members before they answer: they are on their own page. */
function PendingInvitations() {
  const { t } = useTranslation('settings')
  const { may } = useMe()
  const { data: invitations = [] } = useQuery({ ...invitationsQuery, enabled: may('users:invite') })
  if (invitations.length === 0) return null
  return (
    <Anchor component={Link} to="/settings/invitations" size="sm" lh="24px" display="block" mb="xs">
      {t('members.invited', { count: invitations.length })}
    </Anchor>
  )
}
