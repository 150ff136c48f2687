import { Badge, Button, Group } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '../../api.ts'
import { DataTable } from '../../components/DataTable.tsx'
import { fullName } from '../../components/formats.ts'
import { PlusIcon } from '../../components/icons.tsx'
import { ListPage } from '../../components/ListPage.tsx'
import { RecordDrawer } from '../../components/RecordDrawer.tsx'
import { TextFilter } from '../../components/TextFilter.tsx'
import type { Column } from '../../components/table_types.ts'
import { matchesWords } from '../../components/text_match.ts'
import { useListTable } from '../../components/use_list_table.ts'
import { useRoleName } from '../../components/use_role_name.ts'
import { useMe } from '../../use_me.ts'
import { suspensionsQuery, usersQuery } from '../data.ts'
import { UserCard } from './UserCard.tsx'

const route = getRouteApi('/settings/users')
const idOf = ({ id }: User) => id

export function Users() {
  const { t } = useTranslation('settings')
  const { may } = useMe()
  const { q, open } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: users } = useSuspenseQuery(usersQuery)
  const { data: suspensions = [] } = useQuery({ ...suspensionsQuery, enabled: may('users:write') })
  const suspended = useMemo(() => new Set(suspensions.map(({ user }) => user.id)), [suspensions])
  const roleName = useRoleName()
  const matching = useMemo(
    () => users.filter(user => matchesWords(q, fullName(user), user.mail, roleName(user.role_data))),
    [users, q, roleName],
  )
  const columns = useMemo<Column<User>[]>(
    () => [
      { key: 'name', label: t('name'), sortValue: fullName, cell: fullName },
      { key: 'mail', label: t('mail'), wide: true, sortValue: ({ mail }) => mail, cell: ({ mail }) => mail },
      {
        key: 'role',
        label: t('role'),
        width: 180,
        sortValue: ({ role_data }) => role_data.rank,
        cell: ({ id, role_data }) =>
          suspended.has(id) ? <Badge color="red">{t('suspended')}</Badge> : roleName(role_data),
      },
    ],
    [t, suspended, roleName],
  )
  const { rows, ...table } = useListTable({ name: 'users', columns, rows: matching, complete: true })
  const chosen = users.find(({ id }) => id === open)
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
      filters={
        <Group p="sm">
          <TextFilter
            label={t('filter_users')}
            value={q}
            onChange={q => void navigate({ search: now => ({ ...now, q }), replace: true })}
          />
        </Group>
      }
      count={rows.length}
      filtered
      onClear={() => void navigate({ search: {} })}
      empty={null}
      after={
        <RecordDrawer title={chosen ? fullName(chosen) : t('one_user')} opened={chosen !== undefined} onClose={close}>
          {chosen && <UserCard user={chosen} suspended={suspended.has(chosen.id)} onGone={close} />}
        </RecordDrawer>
      }
    >
      <DataTable
        label={t('section.users')}
        {...table}
        rows={rows}
        idOf={idOf}
        total={rows.length}
        onOpen={id => void navigate({ search: now => ({ ...now, open: id }) })}
        openId={open}
      />
    </ListPage>
  )
}
