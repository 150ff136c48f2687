import { PasswordInput, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { muster } from '../../api.ts'
import { FormActions } from '../../components/FormActions.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { useSave } from '../../components/use_save.ts'
import { refresh } from './data.ts'

const fields = ['name', 'domain', 'issuer', 'client_id', 'client_secret'] as const
type Field = (typeof fields)[number]

const placeholders: Partial<Record<Field, string>> = {
  name: 'Keycloak',
  domain: 'example.org',
  issuer: 'https://login.example.org/realms/main',
}

/** What the provider needs before its domain can be proved. */
export function NewProviderForm({ onSaved, onCancel }: { onSaved: (id: number) => void; onCancel: () => void }) {
  const { t } = useTranslation('identity_providers')
  const [typed, setTyped] = useState<Record<Field, string>>({
    name: '',
    domain: '',
    issuer: '',
    client_id: '',
    client_secret: '',
  })
  const saving = useSave({
    fields: [...fields],
    save: () => refresh(muster.identity_providers.create({ data: { ...typed, email_verified_required: true } })),
    onSaved: ({ data }) => onSaved(data.id),
  })
  const input = (field: Field) => ({
    label: t(field),
    description: t(`${field}_how`),
    required: true,
    placeholder: placeholders[field] ?? '',
    value: typed[field],
    error: saving.errors[field],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      const { value } = event.currentTarget
      setTyped(before => ({ ...before, [field]: value }))
    },
  })
  return (
    <SaveForm saving={saving} onSubmit={() => void saving.save()} noValidate>
      <Text size="sm">{t('create_how')}</Text>
      <TextInput {...input('name')} maxLength={200} />
      <TextInput {...input('domain')} maxLength={253} autoCapitalize="none" spellCheck={false} />
      <TextInput {...input('issuer')} type="url" maxLength={2000} />
      <TextInput {...input('client_id')} maxLength={500} autoComplete="off" spellCheck={false} />
      <PasswordInput {...input('client_secret')} maxLength={1000} autoComplete="off" />
      <FormActions onCancel={onCancel} busy={saving.busy} label={t('make')} />
    </SaveForm>
  )
}
