import { Button, Group, MultiSelect, NumberInput, Select, Stack, TextInput } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Form } from '../../api.ts'
import { parseMoney } from '../../components/amounts.ts'
import { moneyInputText } from '../../components/formats.ts'
import { language } from '../../translations/index.ts'
import { useMe } from '../../use_me.ts'
import { currencyQuery, formsQuery } from '../contacts/data.ts'
import { TagInput } from '../tags/TagInput.tsx'
import {
  type AttributeName,
  attributeOf,
  attributes,
  genders,
  type Kind,
  memberships,
  type Operator,
  operatorsOf,
  recent,
} from './attributes.ts'
import type { Condition } from './query.ts'

interface Props {
  condition?: Condition | undefined
  /** Tags that are in sight, to be offered. */
  tags: string[]
  onDone: (condition: Condition) => void
}

/** One condition, put together from left to right: what, how, and which value. */
export function FilterForm({ condition, tags, onDone }: Props) {
  const { t } = useTranslation('contacts')
  const { may } = useMe()
  const { data: forms = [] } = useQuery({ ...formsQuery, enabled: may('forms:read', 'contacts:sensitive') })
  const { data: currency = 'EUR' } = useQuery({ ...currencyQuery, enabled: may('finance:read', 'catalogue:read') })
  const [attr, setAttr] = useState<AttributeName>(attributeOf(condition?.attr ?? 'city')!.attr as AttributeName)
  const [form_id, setForm] = useState(condition?.form_id)
  const { kind } = attributeOf(attr)!
  const form = forms.find(({ id }) => id === form_id)
  const offered = operatorsOf(kind, form)
  const [wished, setOpe] = useState<Operator | undefined>(condition?.ope as Operator | undefined)
  const ope = wished && offered.includes(wished) ? wished : offered[0]!
  const [value, setValue] = useState<Value>(firstValue(condition, kind, currency))
  const [missing, setMissing] = useState(false)
  const choices = attributes.filter(({ needs }) => !needs || may(needs))

  const choose = (name: AttributeName) => {
    setAttr(name)
    setValue(attributeOf(name)!.kind === 'flag' ? 'yes' : '')
    setMissing(false)
  }
  const done = () => {
    const made = conditionFrom({ attr, kind, ope, form, value, currency })
    setMissing(!made)
    if (made) onDone(made)
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        done()
      }}
    >
      <Stack gap="sm" w={260}>
        <Select
          label={t('filter_by')}
          data={choices.map(one => ({ value: one.attr, label: t(`attr.${one.attr as AttributeName}`) }))}
          value={attr}
          onChange={name => name && choose(name as AttributeName)}
          searchable
          openOnFocus={false}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data-autofocus
        />
        {kind === 'form' && (
          <Select
            label={t('attr.form')}
            data={forms.map(one => ({ value: String(one.id), label: one.label }))}
            value={form_id ? String(form_id) : null}
            onChange={id => setForm(id ? Number(id) : undefined)}
            searchable
            comboboxProps={{ withinPortal: false }}
            error={missing && !form && t('value_missing')}
          />
        )}
        {kind !== 'flag' && (
          <Select
            label={t('how')}
            data={offered.map(name => ({ value: name, label: t(`how_${wordFor(name, kind, form)}`) }))}
            value={ope}
            onChange={name => name && setOpe(name as Operator)}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
          />
        )}
        {ope !== 'ext' && ope !== 'not_ext' && (
          <ValueInput
            kind={kind}
            form={form}
            tags={tags}
            value={value}
            onChange={setValue}
            error={missing ? t('value_missing') : undefined}
          />
        )}
        <Group justify="flex-end">
          <Button type="submit" size="sm">
            {t('apply')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type Value = string | string[]

const isDated = (kind: Kind, form: Form | undefined) => kind === 'day' || form?.type === 'date'
const wordFor = (ope: Operator, kind: Kind, form: Form | undefined) =>
  isDated(kind, form) && (ope === 'gte' || ope === 'lte') ? (ope === 'gte' ? 'since' : 'until') : ope

interface ValueProps {
  kind: Kind
  form: Form | undefined
  tags: string[]
  value: Value
  onChange: (value: Value) => void
  error: string | undefined
}

function ValueInput({ kind, form, tags, value, onChange, error }: ValueProps) {
  const { t } = useTranslation('contacts')
  const common = { label: t('value'), error }
  const several = Array.isArray(value) ? value : []
  const one = Array.isArray(value) ? '' : value
  const inside = { comboboxProps: { withinPortal: false } }
  const options =
    kind === 'gender'
      ? genders.map(name => ({ value: name, label: t(`gender.${name}`) }))
      : kind === 'membership'
        ? memberships.map(name => ({ value: name, label: t(`membership.${name}`) }))
        : form && ['radio', 'select', 'checkbox'].includes(form.type)
          ? form.refvalues.map(({ id, label }) => ({ value: String(id), label }))
          : undefined
  if (options) return <MultiSelect {...common} {...inside} data={options} value={several} onChange={onChange} />
  if (kind === 'tags') return <TagInput {...common} {...inside} known={tags} value={several} onChange={onChange} />
  if (kind === 'flag')
    return (
      <Select
        {...common}
        {...inside}
        data={(['yes', 'no'] as const).map(name => ({ value: name, label: t(`said.${name}`, { ns: 'shell' }) }))}
        value={one || 'yes'}
        onChange={name => onChange(name ?? 'yes')}
        allowDeselect={false}
      />
    )
  if (kind === 'day')
    return (
      <>
        <Select
          {...common}
          {...inside}
          data={[
            ...recent.map(name => ({ value: name, label: t(`recent.${name}`) })),
            { value: 'day', label: t('a_day') },
          ]}
          value={(recent as readonly string[]).includes(one) ? one : one ? 'day' : null}
          onChange={name => onChange(name === 'day' ? new Date().toISOString().slice(0, 10) : (name ?? ''))}
        />
        {/^\d/.test(one) && <DayInput label={t('a_day')} value={one} onChange={onChange} />}
      </>
    )
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

function DayInput(props: {
  label: string
  error?: string | undefined
  value: string
  onChange: (day: string) => void
}) {
  return (
    <DateInput
      {...props}
      value={props.value || null}
      onChange={day => props.onChange(day ?? '')}
      valueFormat={language() === 'fr' ? 'DD/MM/YYYY' : 'D MMM YYYY'}
      popoverProps={{ withinPortal: false }}
    />
  )
}

function firstValue(condition: Condition | undefined, kind: Kind, currency: string): Value {
  const { value, form_ref_ids } = condition ?? {}
  if (form_ref_ids?.length) return form_ref_ids.map(String)
  if (Array.isArray(value)) return value.map(String)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (kind === 'money' && typeof value === 'number') return moneyInputText(value, currency)
  return value === undefined ? '' : String(value)
}

interface Parts {
  attr: AttributeName
  kind: Kind
  ope: Operator
  form: Form | undefined
  value: Value
  currency: string
}

/** The condition as the server takes it, or undefined while something is missing. */
function conditionFrom({ attr, kind, ope, form, value, currency }: Parts): Condition | undefined {
  if (kind === 'form') {
    if (!form) return undefined
    const about = { attr: form.kind === 'custom_fields' ? 'custom_fields' : attr, ope, form_id: form.id }
    if (ope === 'ext' || ope === 'not_ext') return about
    if (Array.isArray(value)) return value.length > 0 ? { ...about, form_ref_ids: value.map(Number) } : undefined
    if (value === '') return undefined
    return { ...about, value: form.type === 'numeric' ? Number(value) : value }
  }
  if (kind === 'flag') return { attr, ope, value: value !== 'no' }
  if (ope === 'ext' || ope === 'not_ext') return { attr, ope }
  if (Array.isArray(value)) return value.length > 0 ? { attr, ope, value } : undefined
  if (kind === 'money') {
    const amount = parseMoney(value, currency)
    return amount === undefined ? undefined : { attr, ope, value: amount }
  }
  if (value.trim() === '') return undefined
  return { attr, ope, value: kind === 'count' ? Number(value) : value.trim() }
}
