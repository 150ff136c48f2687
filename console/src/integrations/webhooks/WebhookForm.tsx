import { Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { muster, type Webhook } from '../../api.ts'
import { FormActions } from '../../components/FormActions.tsx'
import { fieldErrors } from '../../components/field_errors.ts'
import { notify, notifyError } from '../../components/notifications.tsx'
import { refreshInBackground } from './data.ts'
import { EventPicker } from './EventPicker.tsx'
import type { EventType } from './events.ts'

interface Props {
  webhook?: Webhook
  onSaved: (id: number, secret: string | null) => void
  onCancel: () => void
}

/** Where it is, what it is called, and what it is told of. */
export function WebhookForm({ webhook, onSaved, onCancel }: Props) {
  const { t } = useTranslation('webhooks')
  const [before] = useState(webhook)
  const [name, setName] = useState(webhook?.name ?? '')
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [types, setTypes] = useState((webhook?.types ?? []) as EventType[])
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const save = async () => {
    const data = { name, url, types }
    if (before) {
      const changes = changesOf(before, data)
      if (Object.keys(changes).length > 0)
        await refreshInBackground(muster.webhooks.update({ id: before.id, data: changes }))
      notify(t('said.saved', { ns: 'shell' }))
      return onSaved(before.id, null)
    }
    const { data: made } = await refreshInBackground(muster.webhooks.create({ data }))
    onSaved(made.id, made.secret)
  }
  const submit = () => {
    setBusy(true)
    save()
      .catch(error => {
        const found = fieldErrors(error)
        if (found) setErrors(found)
        else notifyError(error)
      })
      .finally(() => setBusy(false))
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack>
        <TextInput
          label={t('name')}
          description={t('name_how')}
          required
          maxLength={200}
          value={name}
          error={errors.name}
          onChange={event => setName(event.currentTarget.value)}
        />
        <TextInput
          label={t('url')}
          description={t('url_how')}
          required
          type="url"
          maxLength={2000}
          placeholder="https://example.org/muster"
          value={url}
          error={errors.url}
          onChange={event => setUrl(event.currentTarget.value)}
        />
        <EventPicker value={types} error={errors.types} onChange={setTypes} />
        <FormActions
          onCancel={onCancel}
          busy={busy}
          disabled={!name.trim() || !url.trim() || types.length === 0}
          label={webhook ? t('do.save', { ns: 'shell' }) : t('make')}
        />
      </Stack>
    </form>
  )
}

interface Fields {
  name: string
  url: string
  types: EventType[]
}

/** Only what was changed here: what a colleague changes meanwhile stays. */
function changesOf(before: Webhook, { name, url, types }: Fields): Partial<Fields> {
  const isSame = types.length === before.types.length && types.every(type => before.types.includes(type))
  return { ...(name !== before.name && { name }), ...(url !== before.url && { url }), ...(!isSame && { types }) }
}
