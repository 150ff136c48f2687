import { ActionIcon, Button, Collapse, Group, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Form, Import } from '../../api.ts'
import { PlusIcon } from '../../components/icons.tsx'
import { genders } from '../search/attributes.ts'

type Column = Import['columns'][number]

const choice_types = ['radio', 'select', 'checkbox']

/** Whether a column has a fixed set of values, so that values of the file may need mapping. */
export const hasFixedValues = ({ field, form_id }: Column, forms: Form[]) =>
  field === 'gender' ||
  isYesOrNo(field) ||
  (field === 'form' && choice_types.includes(forms.find(({ id }) => id === form_id)?.type ?? ''))

const isYesOrNo = (field: Column['field']) => field === 'black_list' || field === 'deceased' || field === 'organisation'

interface Props {
  column: Column
  forms: Form[]
  onChange: (values: Record<string, string>) => void
}

/** Maps values of the file to known ones. Sample values are offered, others can be added. */
export function ValueMapping({ column, forms, onChange }: Props) {
  const { t } = useTranslation('contacts')
  const [opened, setOpened] = useState(Object.keys(column.values).length > 0)
  const [added, setAdded] = useState<string[]>([])
  const [word, setWord] = useState('')
  const words = [...new Set([...column.samples, ...Object.keys(column.values), ...added])].filter(Boolean)
  const add = () => {
    if (word.trim()) setAdded([...added, word.trim()])
    setWord('')
  }
  const means = (key: string, value: string | null) => {
    const { [key]: _, ...others } = column.values
    onChange(value ? { ...others, [key]: value } : others)
  }
  return (
    <>
      <Button variant="subtle" size="compact-sm" mt={4} onClick={() => setOpened(!opened)} aria-expanded={opened}>
        {t('import.values')}
      </Button>
      <Collapse expanded={opened}>
        <Stack gap={6} mt={4}>
          {words.map(key => (
            <Select
              key={key}
              size="xs"
              label={t('import.value_of', { word: key })}
              data={targetsOf(column, forms, t)}
              value={column.values[key] ?? null}
              onChange={value => means(key, value)}
              placeholder={t('import.value_as_is')}
              clearable
            />
          ))}
          <Group gap={4} wrap="nowrap">
            <TextInput
              size="xs"
              flex={1}
              aria-label={t('import.values')}
              value={word}
              maxLength={200}
              onChange={event => setWord(event.currentTarget.value)}
              onKeyDown={event => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                add()
              }}
            />
            <ActionIcon variant="default" size={30} aria-label={t('button.add', { ns: 'shell' })} onClick={add}>
              <PlusIcon size={14} />
            </ActionIcon>
          </Group>
        </Stack>
      </Collapse>
    </>
  )
}

function targetsOf({ field, form_id }: Column, forms: Form[], t: ReturnType<typeof useTranslation<'contacts'>>['t']) {
  if (field === 'gender') return genders.map(value => ({ value, label: t(`gender.${value}`) }))
  if (isYesOrNo(field))
    return [
      { value: 'true', label: t('message.yes', { ns: 'shell' }) },
      { value: 'false', label: t('message.no', { ns: 'shell' }) },
    ]
  const form = forms.find(({ id }) => id === form_id)
  return (form?.refvalues ?? []).map(({ label }) => ({ value: label, label }))
}
