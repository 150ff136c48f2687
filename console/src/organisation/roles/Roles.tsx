import { Anchor, Badge, Box, Button, ColorSwatch, Group, NativeSelect, Paper, Text, TextInput } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { muster, type Role, refreshAfter } from '../../api.ts'
import { DeleteConfirmation } from '../../components/DeleteConfirmation.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { FormActions } from '../../components/FormActions.tsx'
import { PlusIcon } from '../../components/icons.tsx'
import { ListPage } from '../../components/ListPage.tsx'
import { notify } from '../../components/notifications.tsx'
import { PermissionPicker } from '../../components/PermissionPicker.tsx'
import { PermissionWords } from '../../components/PermissionWords.tsx'
import type { Permission } from '../../components/permission_groups.ts'
import { SaveForm } from '../../components/SaveForm.tsx'
import { useRoleName } from '../../components/use_role_name.ts'
import { useSave } from '../../components/use_save.ts'
import { useMe } from '../../use_me.ts'
import { rolesQuery, usersQuery } from '../data.ts'

/** The roles and their permissions. The four built-in roles cannot be changed. */
export function Roles() {
  const { t } = useTranslation('settings')
  const { may } = useMe()
  const { data: roles } = useSuspenseQuery(rolesQuery)
  const [making, setMaking] = useState(false)
  return (
    <ListPage
      title={t('section.roles')}
      framed={false}
      actions={
        may('roles:write') &&
        !making && (
          <Button id="new_role" leftSection={<PlusIcon size={16} />} onClick={() => setMaking(true)}>
            {t('make_role')}
          </Button>
        )
      }
      before={making && <RoleForm onDone={() => setMaking(false)} />}
      count={roles.length}
      empty={null}
    >
      {roles.map(role => (
        <OneRole key={role.id} role={role} />
      ))}
    </ListPage>
  )
}

function OneRole({ role }: { role: Role }) {
  const { t } = useTranslation('settings')
  const { may } = useMe()
  const roleName = useRoleName()
  const [editing, setEditing] = useState(false)
  if (editing) return <RoleForm role={role} onDone={() => setEditing(false)} />
  const built_in = built_in_roles.find(name => name === role.name)
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Group gap="xs">
          <ColorSwatch color={role.color} size={14} />
          <Text component="h2" fw={600}>
            {roleName(role)}
          </Text>
          {role.type !== 'custom' && role.name !== role.type && <Badge color="gray">{role.type}</Badge>}
          {may('users:read') && <RoleMembers role={role} />}
        </Group>
        {role.type === 'custom' && may('roles:write') && <RoleButtons role={role} onEdit={() => setEditing(true)} />}
      </Group>
      {built_in && (
        <Text size="sm" mt={4}>
          {t(`role_about.${built_in}`)}
        </Text>
      )}
      <Box mt="xs">
        <PermissionWords permissions={role.permissions} />
      </Box>
    </Paper>
  )
}

const built_in_roles = ['superadmin', 'admin', 'manager', 'user'] as const

function RoleMembers({ role }: { role: Role }) {
  const { t } = useTranslation('settings')
  const { data: users } = useQuery({ ...usersQuery, throwOnError: false })
  if (!users) return null
  const count = users.filter(({ role_data }) => role_data.id === role.id).length
  const text = t('members.count', { count })
  if (count === 0) return <Text size="sm">{text}</Text>
  return (
    <Anchor component={Link} to="/settings/users" search={{ role: role.id } as never} size="sm" lh="24px">
      {text}
    </Anchor>
  )
}

function RoleButtons({ role, onEdit }: { role: Role; onEdit: () => void }) {
  const { t } = useTranslation('settings')
  const [deleting, setDeleting] = useState(false)
  return (
    <Group gap="xs" wrap="nowrap">
      <Button size="xs" variant="default" aria-label={t('edit_named', { name: role.name })} onClick={onEdit}>
        {t('button.edit', { ns: 'shell' })}
      </Button>
      <Button
        size="xs"
        variant="subtle"
        color="red"
        aria-label={t('delete_named', { name: role.name })}
        onClick={() => setDeleting(true)}
      >
        {t('button.delete', { ns: 'shell' })}
      </Button>
      <Dialog title={t('delete_role')} opened={deleting} onClose={() => setDeleting(false)}>
        <DeleteConfirmation
          question={t('delete_role_sure', { name: role.name })}
          remove={() => refreshAfter(['roles'], muster.roles.remove({ id: role.id }))}
          onCancel={() => setDeleting(false)}
          onDone={() => notify(t('role_removed'))}
        />
      </Dialog>
    </Group>
  )
}

/** The ranks of new roles, by the built-in role above them. A lower number is a higher role. */
const places = { superadmin: 15, admin: 25, manager: 35, user: 45 }
type BuiltIn = keyof typeof places

/** The built-in role just above this rank. */
const placeOf = (rank: number): BuiltIn => built_in_roles.findLast(name => rank >= places[name] - 5) ?? 'superadmin'

function RoleForm({ role, onDone }: { role?: Role; onDone: () => void }) {
  const { t } = useTranslation('settings')
  const [name, setName] = useState(role?.name ?? '')
  const [rank, setRank] = useState(role?.rank ?? places.manager)
  const roleName = useRoleName()
  const [permissions, setPermissions] = useState<Permission[]>(role?.permissions ?? [])
  const saving = useSave({
    fields: ['name', 'rank', 'permissions'],
    save: () => {
      const data = { name, rank, permissions }
      return refreshAfter(['roles'], role ? muster.roles.update({ id: role.id, data }) : muster.roles.create({ data }))
    },
    onSaved: () => {
      notify(t('message.saved', { ns: 'shell' }))
      onDone()
    },
  })
  const { errors } = saving
  return (
    <Paper withBorder p="md">
      <SaveForm saving={saving} onSubmit={() => void saving.save()} noValidate>
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <TextInput
            label={t('name')}
            required
            value={name}
            error={errors['name']}
            onChange={event => setName(event.currentTarget.value)}
          />
          <NativeSelect
            label={t('rank')}
            description={t('rank_how')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={placeOf(rank)}
            error={errors['rank']}
            onChange={event => setRank(places[event.currentTarget.value as BuiltIn])}
            data={built_in_roles.map(above => ({
              value: above,
              label: t('rank_below', { role: roleName({ name: above }) }),
            }))}
          />
        </Group>
        <PermissionPicker
          label={t('may')}
          value={permissions}
          error={errors['permissions']}
          onChange={setPermissions}
        />
        <FormActions onCancel={onDone} busy={saving.busy} label={t('button.save', { ns: 'shell' })} />
      </SaveForm>
    </Paper>
  )
}
