import { Alert, Anchor, Button, Group, Select, Stack, Text, Textarea, Title } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { muster, refreshAfter } from '../../api.ts'
import { formatDay, fullName } from '../../components/formats.ts'
import { notify, notifyError, notifyWithUndo } from '../../components/notifications.tsx'
import { PermissionWords } from '../../components/PermissionWords.tsx'
import { formatPhone } from '../../components/phones.ts'
import { RecordFact, RecordFacts } from '../../components/RecordFacts.tsx'
import { useRoleName } from '../../components/use_role_name.ts'
import { useMe } from '../../use_me.ts'
import { rolesQuery } from '../data.ts'
import type { ListedUser } from './listed_users.ts'
import { factorText, LastVisit } from './use_user_columns.tsx'

interface Props {
  user: ListedUser
  onGone: () => void
}

/** A member: contact details, teams, last visit, what they may do, and suspending or removing them. */
export function UserCard({ user, onGone }: Props) {
  const { t } = useTranslation('settings')
  const me = useMe()
  // Users cannot change users above them.
  const below = user.role_data.rank >= me.role.rank
  const manages = me.may('users:write') && below && user.id !== me.user.id
  return (
    <Stack>
      <StateNotice user={user} />
      <Facts user={user} manages={manages || (me.may('users:write') && user.id === me.user.id)} />
      <RoleOfUser user={user} editable={me.may('roles:assign') && below} />
      {me.may('audit:read') && (
        <Anchor component={Link} to="/settings/audit" search={{ user: user.id } as never} size="sm">
          {t('members.audit')}
        </Anchor>
      )}
      {manages && (
        <>
          {user.state !== 'suspended' && <SuspendForm user={user} />}
          <RemoveButton user={user} onGone={onGone} />
        </>
      )}
    </Stack>
  )
}

function StateNotice({ user }: { user: ListedUser }) {
  const { t } = useTranslation('settings')
  const { may } = useMe()
  if (user.state === 'pending') return <Alert color="blue">{t('members.pending_how')}</Alert>
  if (user.state !== 'suspended') return null
  const restore = () =>
    refreshAfter(['users'], muster.suspensions.end({ user_id: user.id })).then(() => notify(t('restored')))
  return (
    <Alert color="red" title={t('suspended')}>
      {may('users:write') && (
        <Button size="xs" variant="default" onClick={() => void restore().catch(notifyError)}>
          {t('restore')}
        </Button>
      )}
    </Alert>
  )
}

function Facts({ user, manages }: { user: ListedUser; manages: boolean }) {
  const { t } = useTranslation('settings')
  const { may } = useMe()
  return (
    <RecordFacts>
      {user.mail && (
        <RecordFact name={t('mail')}>{<Anchor href={`mailto:${user.mail}`}>{user.mail}</Anchor>}</RecordFact>
      )}
      {user.phone && (
        <RecordFact name={t('phone')}>
          {<Anchor href={`tel:${user.phone}`}>{formatPhone(user.phone)}</Anchor>}
        </RecordFact>
      )}
      <RecordFact name={t('members.teams')}>
        {user.teams.length === 0 && <Text c="dimmed">{t('members.no_team')}</Text>}
        <Group gap={4}>
          {user.teams.map(({ id, name }, index) => (
            <span key={id}>
              <Anchor component={Link} to="/teams" search={{ open: id } as never}>
                {name}
              </Anchor>
              {index < user.teams.length - 1 && ','}
            </span>
          ))}
        </Group>
      </RecordFact>
      {may('users:write') && user.state !== 'pending' && (
        <>
          <RecordFact name={t('members.last_visit')}>
            <LastVisit user={user} />
            {user.last_seen_on && (
              <Text span c="dimmed">
                {' '}
                · {formatDay(user.last_seen_on)}
              </Text>
            )}
          </RecordFact>
          <RecordFact name={t('members.factor')}>{factorText(user.second_factor, t)}</RecordFact>
          {user.identity_providers.length > 0 && (
            <RecordFact name={t('members.provider')}>
              <Connection user={user} editable={manages} />
            </RecordFact>
          )}
        </>
      )}
      <RecordFact name={t('members.since')}>{formatDay(user.created_at)}</RecordFact>
    </RecordFacts>
  )
}

/** The identity providers that the user is connected to. */
function Connection({ user, editable }: { user: ListedUser; editable: boolean }) {
  const { t } = useTranslation('settings')
  const provider = user.identity_providers.join(', ')
  const disconnect = () =>
    refreshAfter(['users'], muster.members.disconnect({ user_id: user.id })).then(() =>
      notify(t('members.disconnected', { name: fullName(user) })),
    )
  return (
    <Group gap="xs">
      <span>{provider}</span>
      {editable && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={t('members.disconnect_named', { provider })}
          onClick={() => void disconnect().catch(notifyError)}
        >
          {t('members.disconnect')}
        </Button>
      )}
    </Group>
  )
}

/** The role, which can be changed, and what it allows. */
function RoleOfUser({ user, editable }: { user: ListedUser; editable: boolean }) {
  const { t } = useTranslation('settings')
  const me = useMe()
  const roleName = useRoleName()
  const { data: roles } = useSuspenseQuery(rolesQuery)
  // Users cannot assign a role above their own.
  const choices = roles
    .filter(({ rank }) => rank >= me.role.rank)
    .map(role => ({ value: String(role.id), label: roleName(role) }))
  const permissions = roles.find(({ id }) => id === user.role_data.id)?.permissions ?? []
  const give = async (role_id: number) => {
    await refreshAfter(['users'], muster.users.assignRole({ data: { user_id: user.id, role_id } }))
    notifyWithUndo(t('role_given'), () =>
      refreshAfter(['users'], muster.users.assignRole({ data: { user_id: user.id, role_id: user.role_data.id } })),
    )
  }
  return (
    <>
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
      <div>
        <Title order={3} size="sm" mb={4}>
          {t('members.permissions')}
        </Title>
        <PermissionWords permissions={permissions} />
      </div>
    </>
  )
}

function SuspendForm({ user }: { user: ListedUser }) {
  const { t } = useTranslation('settings')
  const [reason, setReason] = useState('')
  const suspend = () =>
    refreshAfter(['users'], muster.suspensions.create({ data: { user_id: user.id, reason } })).then(() =>
      notify(t('suspended')),
    )
  return (
    <Stack gap="xs">
      <Textarea label={t('reason')} value={reason} onChange={event => setReason(event.currentTarget.value)} />
      <Button variant="light" color="orange" onClick={() => void suspend().catch(notifyError)}>
        {t('suspend')}
      </Button>
    </Stack>
  )
}

function RemoveButton({ user, onGone }: Props) {
  const { t } = useTranslation('settings')
  const [asking, setAsking] = useState(false)
  const remove = () => refreshAfter(['users'], muster.users.remove({ id: user.id })).then(onGone)
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
        <Button size="xs" color="red" onClick={() => void remove().catch(notifyError)}>
          {t('remove_user')}
        </Button>
        <Button size="xs" variant="default" onClick={() => setAsking(false)}>
          {t('button.cancel', { ns: 'shell' })}
        </Button>
      </Group>
    </Alert>
  )
}
