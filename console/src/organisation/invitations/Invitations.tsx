import { Button, Group, Paper, Select, Textarea } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Invitation, muster, refreshAfter } from '../../api.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatDateTime } from '../../components/formats.ts'
import { ListPage } from '../../components/ListPage.tsx'
import { notify, notifyError } from '../../components/notifications.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { SmallTable } from '../../components/SmallTable.tsx'
import { useRoleName } from '../../components/use_role_name.ts'
import { useSave } from '../../components/use_save.ts'
import { useMe } from '../../use_me.ts'
import { invitationsQuery, rolesQuery } from '../data.ts'

export function Invitations() {
  const { t } = useTranslation('settings')
  const { data: invitations } = useSuspenseQuery(invitationsQuery)
  const roleName = useRoleName()
  return (
    <ListPage
      title={t('section.invitations')}
      framed={false}
      before={<Invite />}
      count={invitations.length}
      empty={<EmptyState title={t('no_invitation')} why={t('no_invitation_why')} />}
    >
      <SmallTable
        label={t('section.invitations')}
        rows={invitations}
        minWidth={480}
        columns={[
          { label: t('mail'), cell: ({ email }) => email },
          { label: t('role'), cell: ({ role }) => roleName(role) },
          { label: t('last_sent'), cell: ({ last_sent }) => formatDateTime(last_sent) },
          { cell: invitation => <Ways invitation={invitation} /> },
        ]}
      />
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
    <Group gap="xs" justify="flex-end" wrap="nowrap">
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
    <Paper withBorder p="md">
      <SaveForm saving={saving} onSubmit={() => void saving.save()}>
        <Textarea
          label={t('addresses')}
          description={t('addresses_how')}
          autosize
          minRows={2}
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
