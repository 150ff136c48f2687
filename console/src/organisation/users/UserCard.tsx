import { Alert, Anchor, Button, Group, Select, Stack, Text, Textarea } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { muster, refreshAfter, type User } from '../../api.ts'
import { formatDay } from '../../components/formats.ts'
import { notify, notifyError, notifyWithUndo } from '../../components/notifications.tsx'
import { useRoleName } from '../../components/use_role_name.ts'
import { useMe } from '../../use_me.ts'
import { rolesQuery } from '../data.ts'

interface Props {
  user: User
  suspended: boolean
  onGone: () => void
}

/** A member: contact details, role, and suspending or removing them. */
export function UserCard({ user, suspended, onGone }: Props) {
  const { t } = useTranslation('settings')
  const me = useMe()
  const roleName = useRoleName()
  const { data: roles } = useSuspenseQuery(rolesQuery)
  const [reason, setReason] = useState('')
  // Users cannot assign a role above their own, nor change users above them.
  const below = user.role_data.rank >= me.role.rank
  const choices = roles
    .filter(({ rank }) => rank >= me.role.rank)
    .map(role => ({ value: String(role.id), label: roleName(role) }))
  const editable = me.may('roles:assign') && below
  const give = async (role_id: number) => {
    await refreshAfter(['users'], muster.users.assignRole({ data: { user_id: user.id, role_id } }))
    notifyWithUndo(t('role_given'), () =>
      refreshAfter(['users'], muster.users.assignRole({ data: { user_id: user.id, role_id: user.role_data.id } })),
    )
  }
  const suspend = () =>
    refreshAfter(['suspensions'], muster.suspensions.create({ data: { user_id: user.id, reason } })).then(() =>
      notify(t('suspended')),
    )
  const restore = () =>
    refreshAfter(['suspensions'], muster.suspensions.end({ user_id: user.id })).then(() => notify(t('restored')))
  const remove = () => refreshAfter(['users'], muster.users.remove({ id: user.id })).then(onGone)

  return (
    <Stack>
      {suspended && (
        <Alert color="red" title={t('suspended')}>
          <Button size="xs" variant="default" onClick={() => void restore().catch(notifyError)}>
            {t('restore')}
          </Button>
        </Alert>
      )}
      {user.mail && <Anchor href={`mailto:${user.mail}`}>{user.mail}</Anchor>}
      {user.phone && <Anchor href={`tel:${user.phone}`}>{user.phone}</Anchor>}
      <Text size="sm" c="dimmed">
        {t('since', { day: formatDay(user.created_at) })}
      </Text>
      {editable ? (
        <Select
          label={t('role')}
          data={choices}
          value={String(user.role_data.id)}
          allowDeselect={false}
          onChange={value => value && void give(Number(value)).catch(notifyError)}
        />
      ) : (
        <Text>{t('has_role', { role: roleName(user.role_data) })}</Text>
      )}
      {me.may('users:write') && below && user.id !== me.user.id && (
        <>
          {!suspended && (
            <Stack gap="xs">
              <Textarea label={t('reason')} value={reason} onChange={event => setReason(event.currentTarget.value)} />
              <Button variant="light" color="orange" onClick={() => void suspend().catch(notifyError)}>
                {t('suspend')}
              </Button>
            </Stack>
          )}
          <RemoveButton onConfirm={() => void remove().catch(notifyError)} />
        </>
      )}
    </Stack>
  )
}

function RemoveButton({ onConfirm }: { onConfirm: () => void }) {
  const { t } = useTranslation('settings')
  const [asking, setAsking] = useState(false)
  if (!asking) {
    return (
      <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
        {t('remove_user')}
      </Button>
    )
  }
  return (
    <Alert color="red" title={t('remove_user_sure')}>
      <Group>
        <Button size="xs" color="red" onClick={onConfirm}>
          {t('remove_user')}
        </Button>
        <Button size="xs" variant="default" onClick={() => setAsking(false)}>
          {t('do.cancel', { ns: 'shell' })}
        </Button>
      </Group>
    </Alert>
  )
}
