import { Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { muster } from '../../api.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { FormActions } from '../../components/FormActions.tsx'
import { fieldErrors } from '../../components/field_errors.ts'
import { notify, notifyError } from '../../components/notifications.tsx'
import { refreshInBackground } from './data.ts'

interface Props {
  id: number
  opened: boolean
  onClose: () => void
}

/** Sends everything once more since a time, such as after a pause. */
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
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    try {
      const { data } = await refreshInBackground(
        muster.webhooks.replay({ id, data: { since: new Date(since).toISOString() } }),
      )
      notify(t('replayed', { count: data.count }))
      onClose()
    } catch (refused) {
      const found = fieldErrors(refused)?.since
      if (found) setError(found)
      else notifyError(refused)
      setBusy(false)
    }
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (!busy) void send()
      }}
    >
      <Stack>
        <Text size="sm">{t('replay_how')}</Text>
        <TextInput
          type="datetime-local"
          label={t('since')}
          required
          value={since}
          error={error}
          onChange={event => setSince(event.currentTarget.value)}
        />
        <FormActions onCancel={onClose} busy={busy} disabled={!since} label={t('send_again')} />
      </Stack>
    </form>
  )
}
