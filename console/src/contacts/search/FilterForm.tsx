import { Button, Group, Select, SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Form } from '../../api.ts'
import { useFocusOnError } from '../../components/use_focus_on_error.ts'
import { useMe } from '../../use_me.ts'
import { currencyQuery, formsQuery } from '../contacts/data.ts'
import {
  type AttributeName,
  attributeNamed,
  attributeOf,
  attributes,
  type Kind,
  type Operator,
  operatorsOf,
} from './attributes.ts'
import { conditionFrom, type FilterInput, firstValue } from './condition.ts'
import { FilterValue } from './FilterValue.tsx'
import type { Condition } from './filter_tree.ts'

interface Props {
  condition?: Condition | undefined
  /** Tags of the rows shown, offered first. */
  tags: string[]
  onDone: (condition: Condition) => void
  onCancel?: () => void
  /** Opens the filter builder, with the condition if it is complete. */
  onCombine?: (condition: Condition | undefined) => void
}

/** One condition: attribute, operator and value. */
export function FilterForm({ condition, tags, onDone, onCancel, onCombine }: Props) {
  const { t } = useTranslation('contacts')
  const { may } = useMe()
  const { data: forms = [] } = useQuery({ ...formsQuery, enabled: may('forms:read', 'contacts:sensitive') })
  const { data: currency = 'EUR' } = useQuery({ ...currencyQuery, enabled: may('finance:read', 'catalogue:read') })
  const [attr, setAttr] = useState<AttributeName>(attributeOf(condition?.attr ?? '')?.attr ?? 'city')
  const [form_id, setForm] = useState(condition?.form_id)
  const { kind } = attributeNamed(attr)
  const form = forms.find(({ id }) => id === form_id)
  const offered = operatorsOf(kind, form)
  const [chosen, setOpe] = useState(condition?.ope)
  const ope = offered.find(name => name === chosen) ?? offered[0]
  const [value, setValue] = useState<FilterInput>(firstValue(condition, kind, currency))
  const [missing, setMissing] = useState(false)
  const [element, setElement] = useState<HTMLFormElement | null>(null)
  const sent = useFocusOnError(element, false)
  const inBuilder = onCancel !== undefined
  const choices = attributes.filter(({ needs }) => !needs || may(needs))

  const choose = (name: AttributeName) => {
    setAttr(name)
    setValue(attributeNamed(name).kind === 'flag' ? 'yes' : '')
    setMissing(false)
  }
  const read = () => conditionFrom({ attr, kind, ope, form, value, currency })
  const done = () => {
    const made = read()
    setMissing(!made)
    if (made) onDone(made)
  }
  return (
    <form
      ref={setElement}
      onSubmit={event => {
        event.preventDefault()
        sent()
        done()
      }}
    >
      <Stack gap="sm" {...(!inBuilder && { w: 260 })}>
        <SimpleGrid cols={inBuilder ? { base: 1, sm: 3 } : 1} spacing="sm" verticalSpacing="sm">
          <Select
            label={t('filter_by')}
            data={choices.map(one => ({ value: one.attr, label: t(`attr.${one.attr}`) }))}
            value={attr}
            onChange={name => name && choose(name as AttributeName)}
            searchable
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            data-autofocus
            autoFocus={inBuilder}
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
              onChange={name => name && setOpe(name)}
              allowDeselect={false}
              comboboxProps={{ withinPortal: false }}
            />
          )}
          {ope !== 'ext' && ope !== 'not_ext' && (
            <FilterValue
              kind={kind}
              form={form}
              tags={tags}
              value={value}
              onChange={setValue}
              error={missing ? t('value_missing') : undefined}
            />
          )}
        </SimpleGrid>
        <Group justify="flex-end" gap="xs">
          {onCombine && (
            <Button size="compact-sm" variant="subtle" mr="auto" onClick={() => onCombine(read())}>
              {t('filters.combine')}
            </Button>
          )}
          {onCancel && (
            <Button size="xs" variant="subtle" onClick={onCancel}>
              {t('button.cancel', { ns: 'shell' })}
            </Button>
          )}
          {/* In the builder, the filled button is the one that shows the contacts. */}
          <Button type="submit" size={inBuilder ? 'xs' : 'sm'} variant={inBuilder ? 'light' : 'filled'}>
            {t('apply')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const isDated = (kind: Kind, form: Form | undefined) => kind === 'day' || form?.type === 'date'

/** The name of an operator among the texts: of dates, “at least” reads as “since”. */
function wordFor(ope: Operator, kind: Kind, form: Form | undefined) {
  if (!isDated(kind, form)) return ope
  if (ope === 'gte') return 'since'
  return ope === 'lte' ? 'until' : ope
}
