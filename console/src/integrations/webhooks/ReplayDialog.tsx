import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { muster } from '../../api.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { FormActions } from '../../components/FormActions.tsx'
import { notify } from '../../components/notifications.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { useSave } from '../../components/use_save.ts'
import { refreshInBackground } from './data.ts'

interface Props {
  id: number
  opened: boolean
  onClose: () => void
}

/** Sends all events since a time again, such as after a pause. */
export function ReplayDialog({ id, opened, onClose }: Props) {
  const { t } = useTranslation('webhooks')
  return (
    <Dialog title={t('replay_title')} opened={opened} onClose={onClose}>
      <Since id={id} onClose={onClose} />
    </Dialog>
  )
}

function Since({ id, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation('webhooks')
  const [since, setSince] = useState('')
  const saving = useSave({
    fields: ['since'],
    save: () => refreshInBackground(muster.webhooks.replay({ id, data: { since: new Date(since).toISOString() } })),
    onSaved: ({ data }) => {
      notify(t('replayed', { count: data.count }))
      onClose()
    },
  })
  const [missing, setMissing] = useState(false)
  const submit = () => {
    setMissing(!since)
    if (since) void saving.save()
  }
  return (
    <SaveForm saving={saving} onSubmit={submit} noValidate>
      <Text size="sm">{t('replay_how')}</Text>
      <TextInput
        type="datetime-local"
        label={t('since')}
        required
        value={since}
        error={missing ? t('since_missing') : saving.errors['since']}
        onChange={event => {
          setSince(event.currentTarget.value)
          setMissing(false)
        }}
      />
      <FormActions onCancel={onClose} busy={saving.busy} label={t('send_again')} />
    </SaveForm>
  )
}
