import { Alert, Group, Input, MultiSelect, Select, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Form } from '../../api.ts'
import { hasChoices } from './data.ts'

interface Props {
  form_id: number | undefined
  forms: Form[]
  value: Form['condition']
  error: ReactNode
  onChange: (value: Form['condition']) => void
}

/** When the form is asked, as a sentence: “Ask when [Housing] is [yes or maybe]”. */
export function ConditionSentence({ form_id, forms, value, error, onChange }: Props) {
  const { t } = useTranslation('forms')
  const other = forms.find(({ id }) => id === value?.form_id)
  const offered = forms.filter(
    form => form.id === value?.form_id || (!form.archived && form.id !== form_id && !dependsOn(forms, form, form_id)),
  )
  const choices = other?.refvalues.filter(({ id, archived }) => !archived || value?.form_ref_ids.includes(id)) ?? []
  return (
    <Input.Wrapper label={t('condition')} error={error} labelElement="div">
      <Group gap="xs" mt={4} align="center">
        <Text component="span">{t('ask_when')}</Text>
        <Select
          aria-label={t('condition_form')}
          flex="1 1 180px"
          data={[{ value: '', label: t('always') }, ...offered.map(({ id, label }) => ({ value: String(id), label }))]}
          value={value ? String(value.form_id) : ''}
          allowDeselect={false}
          searchable
          onChange={id => onChange(id ? { form_id: Number(id), form_ref_ids: [] } : null)}
        />
        {value && other && (
          <>
            <Text component="span">{t(hasChoices(other.type) ? 'is' : 'is_answered')}</Text>
            {hasChoices(other.type) && (
              <MultiSelect
                aria-label={t('condition_values')}
                flex="1 1 180px"
                data={choices.map(({ id, label }) => ({ value: String(id), label }))}
                value={value.form_ref_ids.map(String)}
                placeholder={value.form_ref_ids.length === 0 ? t('any_answer') : undefined}
                onChange={ids => onChange({ ...value, form_ref_ids: ids.map(Number) })}
              />
            )}
          </>
        )}
      </Group>
      {other?.archived && (
        <Alert color="orange" mt="xs">
          {t('condition_archived', { name: other.label })}
        </Alert>
      )}
    </Input.Wrapper>
  )
}

/** Whether the form depends on this one, directly or through others. */
function dependsOn(forms: Form[], form: Form, id: number | undefined): boolean {
  let next: Form | undefined = form
  for (let steps = 0; next?.condition && steps <= forms.length; steps++) {
    const above: number = next.condition.form_id
    if (above === id) return true
    next = forms.find(one => one.id === above)
  }
  return false
}
