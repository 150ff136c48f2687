import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { muster, type Webhook } from '../../api.ts'
import { FormActions } from '../../components/FormActions.tsx'
import { notify } from '../../components/notifications.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { useSave } from '../../components/use_save.ts'
import { refreshInBackground } from './data.ts'
import { EventPicker } from './EventPicker.tsx'
import type { EventType } from './events.ts'

interface Props {
  webhook?: Webhook
  onSaved: (id: number, secret: string | null) => void
  onCancel: () => void
}

/** The name, address and events of a webhook. */
export function WebhookForm({ webhook, onSaved, onCancel }: Props) {
  const { t } = useTranslation('webhooks')
  const [before] = useState(webhook)
  const [name, setName] = useState(webhook?.name ?? '')
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [types, setTypes] = useState((webhook?.types ?? []) as EventType[])
  const saving = useSave({
    fields: ['name', 'url', 'types'],
    save: async () => {
      const data = { name, url, types }
      if (!before) return (await refreshInBackground(muster.webhooks.create({ data }))).data
      const changes = changesOf(before, data)
      if (Object.keys(changes).length > 0)
        await refreshInBackground(muster.webhooks.update({ id: before.id, data: changes }))
      return { id: before.id, secret: null }
    },
    onSaved: ({ id, secret }) => {
      if (before) notify(t('message.saved', { ns: 'shell' }))
      onSaved(id, secret)
    },
  })
  const { errors } = saving
  return (
    <SaveForm saving={saving} onSubmit={() => void saving.save()} noValidate>
      <TextInput
        label={t('name')}
        description={t('name_how')}
        required
        maxLength={200}
        value={name}
        error={errors['name']}
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
        error={errors['url']}
        onChange={event => setUrl(event.currentTarget.value)}
      />
      <EventPicker value={types} error={errors['types'] && t('choose_event')} onChange={setTypes} />
      <FormActions
        onCancel={onCancel}
        busy={saving.busy}
        label={webhook ? t('button.save', { ns: 'shell' }) : t('make')}
      />
    </SaveForm>
  )
}

interface Fields {
  name: string
  url: string
  types: EventType[]
}

/** Only the changed fields, so that changes by other users stay. */
function changesOf(before: Webhook, { name, url, types }: Fields): Partial<Fields> {
  const isSame = types.length === before.types.length && types.every(type => before.types.includes(type))
  return { ...(name !== before.name && { name }), ...(url !== before.url && { url }), ...(!isSame && { types }) }
}
