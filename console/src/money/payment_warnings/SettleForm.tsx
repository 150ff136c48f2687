import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormActions } from '../../components/FormActions.tsx'
import { notify } from '../../components/notifications.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { useSave } from '../../components/use_save.ts'
import { type PaymentWarning, settleWarning } from './data.ts'
import { useWarningText } from './use_warning_text.ts'

interface Props {
  warning: PaymentWarning
  onDone: () => void
}

/** Settles a warning: the payment is right as it is. */
export function SettleForm({ warning, onDone }: Props) {
  const { t } = useTranslation('payments')
  const textOf = useWarningText()
  const [note, setNote] = useState('')
  const saving = useSave({
    fields: ['note'],
    save: () => settleWarning(warning.id, note.trim()),
    onSaved: () => {
      onDone()
      notify(t('warning.settle.done'))
    },
  })
  return (
    <SaveForm saving={saving} gap="sm" onSubmit={() => void saving.save()}>
      <Text size="sm" className="breaking">
        {textOf(warning)}
      </Text>
      <Text size="sm" c="dimmed">
        {t('warning.settle.about')}
      </Text>
      <TextInput
        label={t('warning.settle.note')}
        placeholder={t('warning.settle.note_example')}
        value={note}
        onChange={event => setNote(event.currentTarget.value)}
        error={saving.errors['note']}
        data-autofocus
      />
      <FormActions onCancel={onDone} busy={saving.busy} label={t('warning.settle.submit')} />
    </SaveForm>
  )
}
