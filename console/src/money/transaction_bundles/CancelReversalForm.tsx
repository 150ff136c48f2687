import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reversal } from '../../api.ts'
import { FormActions } from '../../components/FormActions.tsx'
import { notify } from '../../components/notifications.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { useSave } from '../../components/use_save.ts'
import { cancelReversal } from './data.ts'

interface Props {
  reversal: Reversal
  onReversed: (reversal_id: number) => void
  onDone: () => void
}

/** Cancels a refund or return that was recorded by mistake. */
export function CancelReversalForm({ reversal, onReversed, onDone }: Props) {
  const { t } = useTranslation('payments')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const missing = tried && !reason.trim() ? t('reversal.need_reason') : undefined
  const saving = useSave({
    fields: ['reason'],
    save: () => cancelReversal(reversal.transaction_id, reversal.id, reason.trim()),
    onSaved: () => {
      onReversed(reversal.id)
      onDone()
      notify(t('reversal.cancel.done'))
    },
  })
  return (
    <SaveForm
      noValidate
      saving={saving}
      gap="sm"
      onSubmit={() => {
        setTried(true)
        if (reason.trim()) void saving.save()
      }}
    >
      <Text size="sm" c="dimmed">
        {t('reversal.cancel.about')}
      </Text>
      <TextInput
        label={t('reversal.cancel.reason')}
        required
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
        error={missing ?? saving.errors['reason']}
        data-autofocus
      />
      <FormActions onCancel={onDone} busy={saving.busy} label={t('reversal.cancel.submit')} />
    </SaveForm>
  )
}
