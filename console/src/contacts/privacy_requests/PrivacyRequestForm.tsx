import { Select, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { muster, refreshAfter } from '../../api.ts'
import { FormActions } from '../../components/FormActions.tsx'
import { notify } from '../../components/notifications.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { useSave } from '../../components/use_save.ts'
import { ContactPicker } from '../relationships/ContactPicker.tsx'

const kinds = ['access', 'rectification', 'restriction', 'erasure'] as const

interface Props {
  /** The person who asks; chosen in the form if left out. */
  contact_id?: number
  onDone: () => void
}

/** Records a request that arrived by mail, by phone or in person. */
export function PrivacyRequestForm({ contact_id, onDone }: Props) {
  const { t } = useTranslation('contacts')
  const { t: ofSettings } = useTranslation('settings')
  const today = new Date().toISOString().slice(0, 10)
  const form = useForm({
    initialValues: { contact_id, kind: 'access' as (typeof kinds)[number], received_at: today, notes: '' },
    validate: ({ contact_id }) => (contact_id === undefined ? { contact_id: t('privacy.choose_contact') } : {}),
  })
  const saving = useSave({
    form,
    save: ({ contact_id = 0, received_at, ...values }: typeof form.values) => {
      const instant = received_at === today ? new Date().toISOString() : `${received_at}T12:00:00.000Z`
      return refreshAfter(
        ['privacy_requests', 'contacts'],
        muster.privacy_requests.create({ data: { contact_id, ...values, received_at: instant } }),
      )
    },
    onSaved: () => {
      notify(t('privacy.noted'))
      onDone()
    },
  })
  return (
    <SaveForm saving={saving} onSubmit={form.onSubmit(values => void saving.save(values))}>
      {contact_id === undefined && (
        <ContactPicker
          label={ofSettings('contact')}
          value={form.values.contact_id}
          onChange={id => form.setFieldValue('contact_id', id)}
          error={form.errors['contact_id'] as string | undefined}
          withRestricted
          required
          autoFocus
        />
      )}
      <Select
        label={t('privacy.kind')}
        required
        allowDeselect={false}
        data={kinds.map(value => ({ value, label: ofSettings(`asked.${value}`) }))}
        {...form.getInputProps('kind')}
      />
      <TextInput
        type="date"
        label={ofSettings('received')}
        required
        max={today}
        {...form.getInputProps('received_at')}
      />
      <Textarea label={t('privacy.notes')} autosize minRows={2} {...form.getInputProps('notes')} />
      <Text size="sm" c="dimmed">
        {t('privacy.month')}
      </Text>
      <FormActions onCancel={onDone} busy={saving.busy} label={t('button.save', { ns: 'shell' })} />
    </SaveForm>
  )
}
