import { Button, Group, Paper, Select, Textarea } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Invitation, muster, refreshAfter } from '../../api.ts'
import { DataTable } from '../../components/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatDateTime } from '../../components/formats.ts'
import { ListPage } from '../../components/ListPage.tsx'
import { notify, notifyError } from '../../components/notifications.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import type { Column } from '../../components/table_types.ts'
import { useListTable } from '../../components/use_list_table.ts'
import { useRoleName } from '../../components/use_role_name.ts'
import { useSave } from '../../components/use_save.ts'
import { useMe } from '../../use_me.ts'
import { invitationsQuery, rolesQuery } from '../data.ts'

const idOf = ({ id }: Invitation) => id

export function Invitations() {
  const { t } = useTranslation('settings')
  const { data: invitations } = useSuspenseQuery(invitationsQuery)
  const roleName = useRoleName()
  const columns = useMemo<Column<Invitation>[]>(
    () => [
      { key: 'mail', label: t('mail'), sortValue: ({ email }) => email, cell: ({ email }) => email },
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
      { key: 'do', label: t('invitation_actions'), width: 235, cell: invitation => <Ways invitation={invitation} /> },
    ],
    [t, roleName],
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
  return (
    <Group gap="xs" wrap="nowrap">
      <Button size="xs" variant="default" onClick={() => void again().catch(notifyError)}>
        {t('send_again')}
      </Button>
      <Button size="xs" variant="subtle" color="red" onClick={() => void cancel().catch(notifyError)}>
        {t('withdraw')}
      </Button>
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
  const [role_id, setRole] = useState(String(roles.find(({ type }) => type === 'user')?.id ?? ''))
  const addresses = [...new Set(typed.split(/[\s,;]+/).filter(Boolean))]
  const wrong = addresses.filter(address => !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(address))
  const saving = useSave({
    fields: [],
    save: () => {
      const invitations = addresses.map(email => ({ email, role_id: Number(role_id) }))
      return refreshAfter(['invitations', 'users'], muster.invitations.create({ data: { invitations } }))
    },
    onSaved: () => {
      setTyped('')
      notify(t('invited', { count: addresses.length }))
    },
  })
  return (
    <Paper withBorder p="sm" mb="sm">
      <SaveForm saving={saving} onSubmit={() => void saving.save()}>
        <Textarea
          id="addresses"
          label={t('addresses')}
          description={t('addresses_how')}
          autosize
          minRows={1}
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
          error={wrong.length > 0 && /[\s,;]$/.test(typed) ? t('not_addresses', { list: wrong.join(', ') }) : undefined}
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
          <Button type="submit" loading={saving.busy} disabled={addresses.length === 0 || wrong.length > 0}>
            {addresses.length === 0 ? t('invite') : t('invite_count', { count: addresses.length })}
          </Button>
        </Group>
      </SaveForm>
    </Paper>
  )
}
