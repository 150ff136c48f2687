import { Chip, TextInput } from '@mantine/core'
import type { ActionForm } from '../../api.ts'
import { FormHelp } from '../../components/FormHelp.tsx'
import { isChoice } from './answers.ts'
import { ChipField } from './ChipField.tsx'
import { formField } from './visit_input.ts'

interface Props {
  form: ActionForm
  value: string[]
  error: string | undefined
  onChange: (value: string[]) => void
}

const text_max = 5000

export function AnswerField({ form, value, error, onChange }: Props) {
  const required = form.required_at_door ?? false
  if (!isChoice(form))
    return (
      <TextInput
        size="md"
        name={formField(form.id)}
        label={form.label}
        description={<FormHelp form={form} />}
        withAsterisk={required}
        type={form.type === 'date' ? 'date' : 'text'}
        inputMode={form.type === 'numeric' ? 'decimal' : 'text'}
        maxLength={text_max}
        value={value[0] ?? ''}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value ? [currentTarget.value] : [])}
      />
    )
  const many = form.type === 'checkbox'
  const chips = form.refvalues.map(({ id, label }) => (
    <Chip key={id} value={String(id)} size="md" className="field-chip">
      {label}
    </Chip>
  ))
  return (
    <ChipField label={form.label} description={<FormHelp form={form} />} required={required} many={many} error={error}>
      {many ? (
        <Chip.Group multiple value={value} onChange={onChange}>
          {chips}
        </Chip.Group>
      ) : (
        <Chip.Group value={value[0] ?? ''} onChange={one => onChange([one])}>
          {chips}
        </Chip.Group>
      )}
    </ChipField>
  )
}
