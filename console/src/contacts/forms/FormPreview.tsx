import { Alert, MultiSelect, Paper, SegmentedControl, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Form } from '../../api.ts'
import { FormHelp } from '../../components/FormHelp.tsx'
import { DoorPreview } from './DoorPreview.tsx'
import { hasChoices } from './data.ts'
import { type FormDraft, previewOf } from './draft.ts'

/** The form as people see it: on the page of a contact, and at the door on a phone. */
export function FormPreview({ draft, forms }: { draft: FormDraft; forms: Form[] }) {
  const { t } = useTranslation('forms')
  const [where, setWhere] = useState('contact')
  const other = forms.find(({ id }) => id === draft.condition?.form_id)
  const door = draft.kind !== 'custom_fields'
  const wanted = other?.refvalues.filter(({ id }) => draft.condition?.form_ref_ids.includes(id)) ?? []
  return (
    <Paper withBorder p="md" className="form-preview" component="section" aria-label={t('preview')}>
      <Stack gap="sm">
        <Title order={2} size="h5">
          {t('preview')}
        </Title>
        {door && (
          <SegmentedControl
            aria-label={t('preview_where')}
            data={[
              { value: 'contact', label: t('at_contact') },
              { value: 'door', label: t('at_door') },
            ]}
            value={where}
            onChange={setWhere}
          />
        )}
        {draft.condition && other && !other.archived && (
          <Alert color="gray">
            {wanted.length > 0
              ? t('shown_if', { form: other.label, values: wanted.map(({ label }) => label).join(` ${t('or')} `) })
              : t('shown_if_answered', { form: other.label })}
          </Alert>
        )}
        {door && where === 'door' ? <DoorPreview draft={draft} /> : <ContactPreview draft={draft} />}
      </Stack>
    </Paper>
  )
}

function ContactPreview({ draft }: { draft: FormDraft }) {
  const { t } = useTranslation('forms')
  const form = previewOf(draft)
  const label = form.label || t('untitled')
  const options = form.refvalues.map(({ id, label }) => ({ value: String(id), label }))
  const common = { label, description: <FormHelp form={form} />, size: 'sm', variant: 'filled' } as const
  if (!hasChoices(form.type)) return <TextInput {...common} type={form.type === 'date' ? 'date' : 'text'} />
  if (form.type === 'checkbox') return <MultiSelect {...common} data={options} />
  return (
    <>
      <Select {...common} data={options} clearable placeholder={t('answers.unknown', { ns: 'contacts' })} />
      {options.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('no_choices')}
        </Text>
      )}
    </>
  )
}
