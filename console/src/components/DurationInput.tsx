import { Group, Input, NativeSelect, NumberInput } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type Duration, type DurationUnit, duration_units, unitName } from './durations.ts'

interface Props {
  id?: string
  label: string
  description?: ReactNode
  error?: ReactNode
  value: Duration | undefined
  onChange: (value: Duration | undefined) => void
  units?: readonly DurationUnit[]
}

const count_max = 9999

/** A length of time: a number and its unit. */
export function DurationInput({ id, label, description, error, value, onChange, units = duration_units }: Props) {
  const { t } = useTranslation()
  const own = useId()
  const unit = value?.unit ?? units[0] ?? 'day'
  const described = description ? { 'aria-describedby': `${own}-how` } : {}
  return (
    <Input.Wrapper
      id={id ?? own}
      label={label}
      description={description}
      error={error}
      descriptionProps={{ id: `${own}-how` }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    >
      <Group gap="xs" wrap="nowrap">
        <NumberInput
          id={id ?? own}
          w={88}
          min={1}
          max={count_max}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="blur"
          value={value?.count ?? ''}
          error={Boolean(error)}
          {...described}
          onChange={count => onChange(Number(count) > 0 ? { count: Number(count), unit } : undefined)}
        />
        <NativeSelect
          aria-label={t('duration.unit', { name: label })}
          w={130}
          value={unit}
          data={units.map(unit => ({ value: unit, label: unitName({ count: value?.count ?? 2, unit }) }))}
          onChange={event => onChange({ count: value?.count ?? 1, unit: event.currentTarget.value as DurationUnit })}
        />
      </Group>
    </Input.Wrapper>
  )
}
