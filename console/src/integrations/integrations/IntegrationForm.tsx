import { Checkbox, Paper, Select, Textarea, TextInput } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { muster, refreshAfter } from '../../api.ts'
import { FormActions } from '../../components/FormActions.tsx'
import { PermissionPicker } from '../../components/PermissionPicker.tsx'
import type { Permission } from '../../components/permission_groups.ts'
import { SaveForm } from '../../components/SaveForm.tsx'
import { useRoleName } from '../../components/use_role_name.ts'
import { useSave } from '../../components/use_save.ts'
import { rolesQuery } from '../../organisation/data.ts'
import { useMe } from '../../use_me.ts'

interface Props {
  onMade: (secret: string | null) => void
  onCancel: () => void
}

/** A new integration: with a role of its own, for users who sign in, or both. */
export function IntegrationForm({ onMade, onCancel }: Props) {
  const { t } = useTranslation('settings')
  const me = useMe()
  const roleName = useRoleName()
  const { data: roles } = useSuspenseQuery(rolesQuery)
  const [name, setName] = useState('')
  const [role_id, setRole] = useState<string | null>(null)
  const [addresses, setAddresses] = useState('')
  const [isPublic, setPublic] = useState(false)
  const [pkce_required, setPkceRequired] = useState(true)
  const [scopes, setScopes] = useState<Permission[]>([])
  // An integration with its own role needs a scope; one that only signs users in does not.
  const lacksScopes = scopes.length === 0 && ((role_id !== null && !isPublic) || addresses.trim() === '')
  const saving = useSave({
    fields: ['name', 'role_id', 'redirect_uris', 'scopes'],
    save: () =>
      refreshAfter(
        ['integrations'],
        muster.integrations.create({
          data: {
            name,
            scopes,
            public: isPublic,
            role_id: role_id && !isPublic ? Number(role_id) : null,
            redirect_uris: addresses.split(/\s+/).filter(Boolean),
            pkce_required: isPublic || pkce_required,
          },
        }),
      ),
    onSaved: ({ data }) => onMade(data.secret),
  })
  const { errors } = saving
  const [sent, setSent] = useState(false)
  const missing = sent && lacksScopes
  // The server asks for the name first, so that both are shown at once.
  const submit = () => {
    setSent(true)
    if (!lacksScopes || !name.trim()) void saving.save()
  }
  return (
    <Paper withBorder p="md">
      <SaveForm saving={saving} onSubmit={submit} noValidate>
        <TextInput
          label={t('name')}
          required
          maxLength={200}
          value={name}
          error={errors['name']}
          onChange={event => setName(event.currentTarget.value)}
        />
        <Checkbox
          label={t('is_public')}
          description={t('is_public_how')}
          checked={isPublic}
          onChange={event => setPublic(event.currentTarget.checked)}
        />
        {!isPublic && (
          <Select
            label={t('acts_as')}
            description={t('acts_as_how')}
            data={roles
              .filter(({ rank }) => rank >= me.role.rank)
              .map(role => ({ value: String(role.id), label: roleName(role) }))}
            value={role_id}
            clearable
            error={errors['role_id']}
            onChange={setRole}
          />
        )}
        <Textarea
          label={t('redirects')}
          description={t('redirects_how')}
          autosize
          value={addresses}
          error={errors['redirect_uris']}
          onChange={event => setAddresses(event.currentTarget.value)}
        />
        {!isPublic && addresses.trim() !== '' && (
          <Checkbox
            label={t('pkce_required')}
            description={t('pkce_required_how')}
            checked={pkce_required}
            onChange={event => setPkceRequired(event.currentTarget.checked)}
          />
        )}
        <PermissionPicker
          label={t('may')}
          value={scopes}
          error={missing ? t('choose_permission') : errors['scopes']}
          onChange={setScopes}
        />
        <FormActions onCancel={onCancel} busy={saving.busy} label={t('make_integration')} />
      </SaveForm>
    </Paper>
  )
}
