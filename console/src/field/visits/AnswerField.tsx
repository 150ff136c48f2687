import { Chip, Group, Input, TextInput } from '@mantine/core'
import type { ActionForm } from '../../api.ts'
import { FormHelp } from '../../components/FormHelp.tsx'

/** The answers by form: ids of the values, or the text. */
export type Answers = Record<number, string[]>

interface Props {
  form: ActionForm
  value: string[]
  onChange: (value: string[]) => void
}

const isChoice = ({ type }: ActionForm) => type === 'radio' || type === 'select' || type === 'checkbox'

export function AnswerField({ form, value, onChange }: Props) {
  if (!isChoice(form))
    return (
      <TextInput
        size="md"
        label={form.label}
        description={<FormHelp form={form} />}
        required={form.required_at_door ?? false}
        type={form.type === 'date' ? 'date' : 'text'}
        inputMode={form.type === 'numeric' ? 'decimal' : 'text'}
        value={value[0] ?? ''}
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
    <Input.Wrapper
      label={form.label}
      labelElement="div"
      description={<FormHelp form={form} />}
      required={form.required_at_door ?? false}
    >
      <Group gap="xs" mt={4} role={many ? 'group' : 'radiogroup'} aria-label={form.label}>
        {many ? (
          <Chip.Group multiple value={value} onChange={onChange}>
            {chips}
          </Chip.Group>
        ) : (
          <Chip.Group value={value[0] ?? ''} onChange={one => onChange([one])}>
            {chips}
          </Chip.Group>
        )}
      </Group>
    </Input.Wrapper>
  )
}

interface SentAnswer {
  form_id: number
  form_ref_id: number
  data: string
  form_version?: number
}

/** The answers as sent to the server; undefined if a number is not valid. */
export function answersOf(forms: ActionForm[], answers: Answers): SentAnswer[] | undefined {
  const sent = forms.map(form => answersTo(form, answers[form.id] ?? []))
  return sent.every(list => list !== undefined) ? sent.flat() : undefined
}

function answersTo(form: ActionForm, value: string[]): SentAnswer[] | undefined {
  if (isChoice(form))
    return form.refvalues
      .filter(({ id }) => value.includes(String(id)))
      .map(({ id }) => ({ form_id: form.id, form_ref_id: id, data: '', ...shownVersion(form) }))
  const data = value[0]?.trim()
  const [refvalue] = form.refvalues
  if (!data || !refvalue) return []
  if (form.type === 'numeric' && !/^-?\d{1,15}([.,]\d{1,15})?$/.test(data)) return undefined
  return [{ form_id: form.id, form_ref_id: refvalue.id, data, ...shownVersion(form) }]
}

/** The version of the text that was shown at the door, which may no longer be the current one when the visit is sent. */
const shownVersion = ({ kind, version }: ActionForm) =>
  kind === 'consent' && version !== undefined ? { form_version: version } : {}
