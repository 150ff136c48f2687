import { Chip, Group, Input, Paper, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FormHelp } from '../../components/FormHelp.tsx'
import { hasChoices } from './data.ts'
import { type FormDraft, previewOf } from './draft.ts'

/** The form as canvassers see it on a phone. */
export function DoorPreview({ draft }: { draft: FormDraft }) {
  const { t } = useTranslation('forms')
  const form = previewOf(draft)
  const common = {
    label: form.label || t('untitled'),
    description: <FormHelp form={form} />,
    required: form.required_at_door,
  }
  return (
    <Paper withBorder p="md" radius="lg">
      {hasChoices(form.type) ? (
        <Input.Wrapper {...common} labelElement="div">
          <Group gap="xs" mt={4} role="group" aria-label={common.label}>
            {form.refvalues.map(({ id, label }) => (
              <Chip key={id} size="md">
                {label}
              </Chip>
            ))}
          </Group>
        </Input.Wrapper>
      ) : (
        <TextInput {...common} size="md" type={form.type === 'date' ? 'date' : 'text'} />
      )}
    </Paper>
  )
}
