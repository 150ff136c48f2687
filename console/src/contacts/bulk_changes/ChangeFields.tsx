import { Checkbox, Select, TextInput } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TagInput } from '../tags/TagInput.tsx'
import { actionsQuery, type Content } from './data.ts'

interface Props {
  /** Undefined while something is missing. */
  onChange: (change: Content | undefined) => void
}

export function TagFields({ known, adds, onChange }: Props & { known: string[]; adds: boolean }) {
  const { t } = useTranslation('bulk_changes')
  const [names, setNames] = useState<string[]>([])
  const [typed, setTyped] = useState('')
  // A name that is still in the field counts: the button takes it.
  useEffect(() => {
    const list = [...new Set([...names, typed.trim()])].filter(Boolean)
    const tags = { add: adds ? list : [], remove: adds ? [] : list }
    onChange(list.length > 0 ? { tags } : undefined)
  }, [names, typed, adds, onChange])
  return (
    <TagInput
      label={t('tags')}
      description={t('tags_how')}
      known={known}
      creatable={adds}
      value={names}
      onChange={setNames}
      onTyped={setTyped}
      data-autofocus
    />
  )
}

export function ActionField({ onChange }: Props) {
  const { t } = useTranslation('bulk_changes')
  const { data: actions } = useSuspenseQuery(actionsQuery)
  const [action, setAction] = useState<string | null>(null)
  const choose = (id: string | null) => {
    setAction(id)
    onChange(id ? { action: { id: Number(id) } } : undefined)
  }
  return (
    <Select
      label={t('action')}
      description={t('action_how')}
      data={actions.map(({ Action }) => ({ value: String(Action.id), label: Action.name }))}
      value={action}
      onChange={choose}
      searchable
      nothingFoundMessage={t('no_action')}
      data-autofocus
    />
  )
}

// Fields for which one value for many people makes sense.
const plain = ['nationality', 'birth_city', 'birth_country', 'surname', 'married_name'] as const
const address = ['city', 'postal_code', 'county', 'state', 'country', 'polling_station', 'street', 'building'] as const
const names = ['black_list', 'gender', ...plain, ...address] as const
type Name = (typeof names)[number]

const options: Partial<Record<Name, readonly string[]>> = { gender: ['F', 'M', 'O'], black_list: ['yes', 'no'] }

export function FieldValue({ onChange }: Props) {
  const { t } = useTranslation(['bulk_changes', 'contacts'])
  const [name, setName] = useState<Name | null>(null)
  const [value, setValue] = useState('')
  const [empties, setEmpties] = useState(false)
  const change = (next: { name: Name | null; value: string; empties: boolean }) => {
    setName(next.name)
    setValue(next.value)
    setEmpties(next.empties)
    onChange(contentOf(next.name, next.empties ? null : next.value.trim()))
  }
  const choices = name && options[name]
  return (
    <>
      <Select
        label={t('field')}
        data={names.map(one => ({ value: one, label: t(`field.${one}`, { ns: 'contacts' }) }))}
        value={name}
        onChange={one => change({ name: one as Name | null, value: '', empties: false })}
        searchable
        data-autofocus
      />
      {name && choices && (
        <Select
          label={t('value')}
          data={choices.map(one => ({ value: one, label: t(`choice.${one as 'yes'}`) }))}
          value={value || null}
          onChange={one => change({ name, value: one ?? '', empties: false })}
        />
      )}
      {name && !choices && (
        <>
          <TextInput
            label={t('value')}
            value={value}
            onChange={event => change({ name, value: event.currentTarget.value, empties: false })}
            disabled={empties}
            maxLength={500}
          />
          <Checkbox
            label={t('empties')}
            checked={empties}
            onChange={event => change({ name, value, empties: event.currentTarget.checked })}
          />
        </>
      )}
    </>
  )
}

function contentOf(name: Name | null, value: string | null): Content | undefined {
  if (!name || value === '') return undefined
  if (name === 'black_list') return { fields: { black_list: value === 'yes' } }
  if ((address as readonly string[]).includes(name)) return { fields: { address: { [name]: value } } }
  return { fields: { [name]: value } }
}
