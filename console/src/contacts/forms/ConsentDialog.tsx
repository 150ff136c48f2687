import { Text, TextInput } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Form } from '../../api.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { FormActions } from '../../components/FormActions.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { useSave } from '../../components/use_save.ts'
import { language } from '../../translations/index.ts'

interface Props {
  form: Form
  opened: boolean
  /** Empty for an answer that is withdrawn. */
  answer: string
  onClose: () => void
  onSave: (about: { date: string; source: string }) => Promise<unknown>
}

/** Asks for the evidence of a consent: its date and source. */
export function ConsentDialog({ form, opened, answer, onClose, onSave }: Props) {
  const { t } = useTranslation('contacts')
  const withdrawn = answer === ''
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={
        withdrawn ? t('answers.withdraw', { form: form.label }) : t('answers.record', { answer, form: form.label })
      }
    >
      {withdrawn && (
        <Text mb="sm" size="sm">
          {t('answers.withdraw_how')}
        </Text>
      )}
      {form.text && !withdrawn && (
        <>
          <Text size="sm" c="dimmed">
            {t('answers.text')}
          </Text>
          <Text mb="sm" className="consent-text">
            {form.text}
          </Text>
        </>
      )}
      <ConsentForm withdrawn={withdrawn} onClose={onClose} onSave={onSave} />
    </Dialog>
  )
}

function ConsentForm({ withdrawn, onClose, onSave }: Pick<Props, 'onClose' | 'onSave'> & { withdrawn: boolean }) {
  const { t } = useTranslation('contacts')
  const [date, setDate] = useState(new Date().toISOString().slice(0, 10))
  const [source, setSource] = useState('')
  const saving = useSave({
    fields: ['date', 'source'],
    save: () => onSave({ date, source: source.trim() }),
    onSaved: onClose,
  })
  return (
    <SaveForm saving={saving} onSubmit={() => void saving.save()}>
      {!withdrawn && (
        <>
          <TextInput
            label={t('answers.source')}
            description={t('answers.source_how')}
            value={source}
            onChange={event => setSource(event.currentTarget.value)}
            error={saving.errors['source']}
            required
            maxLength={200}
            data-autofocus
          />
          <DateInput
            label={t('payments.date')}
            value={date}
            onChange={day => day && setDate(day)}
            error={saving.errors['date']}
            maxDate={new Date()}
            valueFormat={language() === 'fr' ? 'DD/MM/YYYY' : 'D MMM YYYY'}
          />
        </>
      )}
      <FormActions
        onCancel={onClose}
        busy={saving.busy}
        label={withdrawn ? t('answers.withdraw_submit') : t('button.save', { ns: 'shell' })}
      />
    </SaveForm>
  )
}
