import { PasswordInput, Select, Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type IdentityProvider, muster } from '../../api.ts'
import { FormActions } from '../../components/FormActions.tsx'
import { notify } from '../../components/notifications.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { useSave } from '../../components/use_save.ts'
import { rolesQuery } from '../data.ts'
import { refresh, stateOf } from './data.ts'

const invited_only = 'invited'

/** What can change after a provider was created. */
export function ProviderForm({ provider }: { provider: IdentityProvider }) {
  const { t } = useTranslation('identity_providers')
  const { data: roles } = useQuery(rolesQuery)
  const [name, setName] = useState(provider.name)
  const [issuer, setIssuer] = useState(provider.issuer)
  const [client_id, setClient] = useState(provider.client_id)
  const [client_secret, setSecret] = useState('')
  const [enabled, setEnabled] = useState(provider.enabled)
  const [email_verified_required, setVerified] = useState(provider.email_verified_required)
  const [role_id, setRole] = useState(provider.role_id)
  const [required, setRequired] = useState(provider.required)
  const saving = useSave({
    fields: ['name', 'issuer', 'client_id', 'client_secret', 'role_id'],
    save: () => {
      const data = {
        name,
        enabled,
        required,
        email_verified_required,
        role_id,
        ...(issuer !== provider.issuer && { issuer }),
        ...(client_id !== provider.client_id && { client_id }),
        ...(client_secret && { client_secret }),
      }
      return refresh(muster.identity_providers.update({ id: provider.id, data }))
    },
    onSaved: () => {
      setSecret('')
      notify(t('message.saved', { ns: 'shell' }))
    },
  })
  const choices = roles?.filter(({ type }) => type !== 'superadmin') ?? []
  // People are connected to an account of this issuer.
  const fixed = stateOf(provider) !== 'unproved' || provider.connected > 0
  const reset = () => {
    setName(provider.name)
    setIssuer(provider.issuer)
    setClient(provider.client_id)
    setSecret('')
    setEnabled(provider.enabled)
    setRequired(provider.required)
    setVerified(provider.email_verified_required)
    setRole(provider.role_id)
  }
  return (
    <SaveForm saving={saving} onSubmit={() => void saving.save()} noValidate>
      <TextInput
        label={t('name')}
        description={t('name_how')}
        required
        maxLength={200}
        value={name}
        error={saving.errors['name']}
        onChange={event => setName(event.currentTarget.value)}
      />
      <TextInput
        label={t('issuer')}
        description={fixed ? t('fixed') : t('issuer_how')}
        type="url"
        maxLength={2000}
        value={issuer}
        error={saving.errors['issuer']}
        readOnly={fixed}
        variant={fixed ? 'filled' : 'default'}
        onChange={event => setIssuer(event.currentTarget.value)}
      />
      <TextInput
        label={t('client_id')}
        maxLength={500}
        value={client_id}
        error={saving.errors['client_id']}
        readOnly={fixed}
        variant={fixed ? 'filled' : 'default'}
        onChange={event => setClient(event.currentTarget.value)}
      />
      <PasswordInput
        label={t('new_secret')}
        description={t('new_secret_how')}
        maxLength={1000}
        autoComplete="off"
        value={client_secret}
        error={saving.errors['client_secret']}
        onChange={event => setSecret(event.currentTarget.value)}
      />
      <Select
        label={t('joining')}
        description={t('joining_how')}
        allowDeselect={false}
        data={[
          { value: invited_only, label: t('invited_only') },
          ...choices.map(({ id, name: role }) => ({ value: String(id), label: t('with_role', { role }) })),
        ]}
        value={role_id === null ? invited_only : String(role_id)}
        error={saving.errors['role_id']}
        onChange={value => setRole(value === null || value === invited_only ? null : Number(value))}
      />
      <Switch
        label={t('email_verified')}
        description={t('email_verified_how')}
        checked={email_verified_required}
        onChange={event => setVerified(event.currentTarget.checked)}
      />
      <Switch
        label={t('enabled')}
        description={t('enabled_how')}
        checked={enabled}
        onChange={event => setEnabled(event.currentTarget.checked)}
      />
      {stateOf(provider) !== 'unproved' && (
        <Switch
          label={t('required', { domain: provider.domain })}
          description={t('required_how')}
          checked={required}
          onChange={event => setRequired(event.currentTarget.checked)}
        />
      )}
      <FormActions onCancel={reset} busy={saving.busy} label={t('button.save', { ns: 'shell' })} />
    </SaveForm>
  )
}
