import { MultiSelect, NumberInput, Select, TextInput } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { useTranslation } from 'react-i18next'
import type { Form } from '../../api.ts'
import { language } from '../../translations/index.ts'
import { TagInput } from '../tags/TagInput.tsx'
import { genders, type Kind, memberships, recent } from './attributes.ts'
import type { FilterInput } from './condition.ts'

interface Props {
  kind: Kind
  form: Form | undefined
  tags: string[]
  value: FilterInput
  onChange: (value: FilterInput) => void
  error: string | undefined
}

interface Common {
  label: string
  error: string | undefined
}

// Lists open inside the popover: a click outside would close it.
const inside = { comboboxProps: { withinPortal: false } }

/** The value of a condition, in the field that its kind needs. */
export function FilterValue({ kind, form, tags, value, onChange, error }: Props) {
  const { t } = useTranslation('contacts')
  const common: Common = { label: t('value'), error }
  const several = Array.isArray(value) ? value : []
  const one = Array.isArray(value) ? '' : value
  const options = useOptions(kind, form)
  if (options) return <MultiSelect {...common} {...inside} data={options} value={several} onChange={onChange} />
  if (kind === 'tags') return <TagInput {...common} {...inside} known={tags} value={several} onChange={onChange} />
  if (kind === 'flag') return <FlagSelect {...common} value={one} onChange={onChange} />
  if (kind === 'day') return <DaySelect {...common} value={one} onChange={onChange} />
  if (form?.type === 'date') return <DayInput {...common} value={one} onChange={onChange} />
  if (kind === 'count' || form?.type === 'numeric')
    return (
      <NumberInput
        {...common}
        value={one}
        onChange={amount => onChange(String(amount))}
        allowDecimal={kind !== 'count'}
        decimalSeparator={language() === 'fr' ? ',' : '.'}
      />
    )
  return <TextInput {...common} value={one} onChange={event => onChange(event.currentTarget.value)} />
}

/** The values to choose from, where the attribute has a fixed set. */
function useOptions(kind: Kind, form: Form | undefined) {
  const { t } = useTranslation('contacts')
  if (kind === 'gender') return genders.map(value => ({ value, label: t(`gender.${value}`) }))
  if (kind === 'membership') return memberships.map(value => ({ value, label: t(`membership.${value}`) }))
  if (form && ['radio', 'select', 'checkbox'].includes(form.type))
    return form.refvalues.map(({ id, label }) => ({ value: String(id), label }))
  return undefined
}

interface TextProps extends Common {
  value: string
  onChange: (value: string) => void
}

function FlagSelect({ value, onChange, ...common }: TextProps) {
  const { t } = useTranslation()
  return (
    <Select
      {...common}
      {...inside}
      data={(['yes', 'no'] as const).map(name => ({ value: name, label: t(`message.${name}`) }))}
      value={value || 'yes'}
      onChange={name => onChange(name ?? 'yes')}
      allowDeselect={false}
    />
  )
}

/** A relative date, or a day. */
function DaySelect({ value, onChange, ...common }: TextProps) {
  const { t } = useTranslation('contacts')
  const isDay = /^\d/.test(value)
  return (
    <>
      <Select
        {...common}
        {...inside}
        data={[
          ...recent.map(name => ({ value: name, label: t(`recent.${name}`) })),
          { value: 'day', label: t('a_day') },
        ]}
        value={isDay ? 'day' : value || null}
        onChange={name => onChange(name === 'day' ? new Date().toISOString().slice(0, 10) : (name ?? ''))}
      />
      {isDay && <DayInput label={t('a_day')} error={undefined} value={value} onChange={onChange} />}
    </>
  )
}

const DayInput = ({ value, onChange, ...common }: TextProps) => (
  <DateInput
    {...common}
    value={value || null}
    onChange={day => onChange(day ?? '')}
    valueFormat={language() === 'fr' ? 'DD/MM/YYYY' : 'D MMM YYYY'}
    popoverProps={{ withinPortal: false }}
  />
)
