import { ActionIcon, Button, Group, Menu, Paper, Select, Textarea } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Invitation, muster, refreshAfter } from '../../api.ts'
import { DataTable } from '../../components/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatDateTime } from '../../components/formats.ts'
import { MoreIcon } from '../../components/icons.tsx'
import { ListPage } from '../../components/ListPage.tsx'
import { notify, notifyError } from '../../components/notifications.tsx'
import { PermissionWords } from '../../components/PermissionWords.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import type { Column } from '../../components/table_types.ts'
import { useListTable } from '../../components/use_list_table.ts'
import { useNarrow } from '../../components/use_narrow.ts'
import { useRoleName } from '../../components/use_role_name.ts'
import { useSave } from '../../components/use_save.ts'
import { useMe } from '../../use_me.ts'
import { invitationsQuery, rolesQuery, usersQuery } from '../data.ts'

const idOf = ({ id }: Invitation) => id

export function Invitations() {
  const { t } = useTranslation('settings')
  const { data: invitations } = useSuspenseQuery(invitationsQuery)
  const roleName = useRoleName()
  const narrow = useNarrow()
  const columns = useMemo<Column<Invitation>[]>(
    () => [
      {
        key: 'mail',
        label: t('mail'),
        sortValue: ({ email }) => email,
        cell: ({ email }) => <span title={email}>{email}</span>,
      },
      {
        key: 'role',
        label: t('role'),
        width: 140,
        wide: true,
        sortValue: ({ role }) => role.rank,
        cell: ({ role }) => roleName(role),
      },
      {
        key: 'sent',
        label: t('last_sent'),
        width: 190,
        wide: true,
        sortValue: ({ last_sent }) => last_sent ?? '',
        cell: ({ last_sent }) => formatDateTime(last_sent),
      },
      {
        key: 'do',
        label: t('invitation_actions'),
        width: narrow ? 88 : 230,
        cell: invitation => <Ways invitation={invitation} />,
      },
    ],
    [t, roleName, narrow],
  )
  const { rows, ...table } = useListTable({ name: 'invitations', columns, rows: invitations, complete: true })
  return (
    <ListPage
      title={t('section.invitations')}
      before={<Invite />}
      count={invitations.length}
      empty={<EmptyState title={t('no_invitation')} why={t('no_invitation_why')} />}
    >
      <DataTable label={t('section.invitations')} {...table} rows={rows} idOf={idOf} total={rows.length} />
    </ListPage>
  )
}

/** The actions for an open invitation. */
function Ways({ invitation: { id, email, role_id } }: { invitation: Invitation }) {
  const { t } = useTranslation('settings')
  const again = () =>
    refreshAfter(['invitations'], muster.invitations.create({ data: { invitations: [{ email, role_id }] } })).then(() =>
      notify(t('sent_again', { email })),
    )
  const cancel = () =>
    refreshAfter(['invitations'], muster.invitations.cancel({ id })).then(() => notify(t('withdrawn', { email })))
  const ways = [
    { label: t('send_again'), color: undefined, run: () => void again().catch(notifyError) },
    { label: t('withdraw'), color: 'red', run: () => void cancel().catch(notifyError) },
  ]
  if (useNarrow())
    return (
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={32} aria-label={t('invitation_ways', { email })}>
            <MoreIcon size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {ways.map(({ label, color, run }) => (
            <Menu.Item key={label} onClick={run} {...(color && { color })}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    )
  return (
    <Group gap={4} wrap="nowrap">
      {ways.map(({ label, color, run }) => (
        <Button
          key={label}
          size="xs"
          onClick={run}
          {...(color ? { color, variant: 'subtle' } : { variant: 'default' })}
        >
          {label}
        </Button>
      ))}
    </Group>
  )
}

/** Mail addresses, one per line or separated by commas. */
function Invite() {
  const { t } = useTranslation('settings')
  const { role } = useMe()
  const roleName = useRoleName()
  const { data: roles } = useSuspenseQuery(rolesQuery)
  const [typed, setTyped] = useState('')
  // What was wrong when the form was sent. Typing removes it.
  const [problem, setProblem] = useState<string>()
  const [role_id, setRole] = useState(String(roles.find(({ type }) => type === 'user')?.id ?? ''))
  const chosen = roles.find(({ id }) => String(id) === role_id)
  const addresses = addressesIn(typed)
  const findProblem = useAddressProblem()
  const saving = useSave({
    fields: ['invitations'],
    save: () => {
      const invitations = addresses.map(email => ({ email, role_id: Number(role_id) }))
      return refreshAfter(['invitations', 'users'], muster.invitations.create({ data: { invitations } }))
    },
    onSaved: () => {
      setTyped('')
      notify(t('invited', { count: addresses.length }))
    },
  })
  const submit = () => {
    const found = findProblem(addresses)
    setProblem(found)
    if (!found) void saving.save()
  }
  return (
    <Paper withBorder p="md" mb="sm">
      <SaveForm saving={saving} onSubmit={submit} noValidate>
        <Textarea
          id="addresses"
          label={t('addresses')}
          description={t('addresses_how')}
          placeholder={t('addresses_example')}
          autosize
          minRows={2}
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={event => {
            setTyped(event.currentTarget.value)
            setProblem(undefined)
            saving.clear()
          }}
          error={problem ?? saving.errors['invitations']}
        />
        <Group align="flex-end" justify="space-between">
          <Select
            label={t('role')}
            data={roles
              .filter(({ rank }) => rank >= role.rank)
              .map(role => ({ value: String(role.id), label: roleName(role) }))}
            value={role_id}
            allowDeselect={false}
            onChange={value => setRole(value ?? '')}
          />
          <Button type="submit" loading={saving.busy}>
            {addresses.length === 0 ? t('invite') : t('invite_count', { count: addresses.length })}
          </Button>
        </Group>
        {chosen && <PermissionWords permissions={chosen.permissions} />}
      </SaveForm>
    </Paper>
  )
}

const addressesIn = (text: string) => [...new Set(text.split(/[\s,;]+/).filter(Boolean))]

/** Says what is wrong with addresses before they are sent: none, not an address, or that of a member. */
function useAddressProblem() {
  const { t } = useTranslation('settings')
  const { may } = useMe()
  const { data: users = [] } = useQuery({ ...usersQuery, enabled: may('users:read') })
  return (addresses: string[]) => {
    const wrong = addresses.filter(address => !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(address))
    const members = addresses.filter(address => users.some(({ mail }) => mail?.toLowerCase() === address.toLowerCase()))
    if (addresses.length === 0) return t('addresses_missing')
    if (wrong.length > 0) return t('not_addresses', { list: wrong.join(', ') })
    return members.length > 0 ? t('already_members', { list: members.join(', ') }) : undefined
  }
}
