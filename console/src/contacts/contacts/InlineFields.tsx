import { Select, TextInput } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { type ReactNode, useEffect, useState } from 'react'
import { any_field } from '../../components/field_errors.ts'
import { useSave } from '../../components/use_save.ts'
import { language } from '../../translations/index.ts'

interface Props {
  label: string
  description?: ReactNode
  value: string
  readOnly: boolean
  onSave: (value: string) => Promise<unknown>
  type?: 'text' | 'email' | 'tel'
  warning?: ReactNode
  maxLength?: number
}

/** A field that the user may not change has no border. */
export const variantOf = (readOnly: boolean) => (readOnly ? 'filled' : 'default')

/** A field that saves on blur or Enter. Escape restores the value. */
export function InlineText({
  label,
  description,
  value,
  readOnly,
  onSave,
  type = 'text',
  warning,
  maxLength = 200,
}: Props) {
  const [text, setText] = useState(value)
  const { busy, error, save } = useInlineSave(onSave)
  useEffect(() => setText(value), [value])
  const changed = text.trim() !== value.trim()
  const leave = () => {
    if (changed && !busy) void save(text.trim())
  }
  return (
    <TextInput
      label={label}
      description={description}
      type={type}
      value={text}
      readOnly={readOnly || busy}
      variant={variantOf(readOnly)}
      size="sm"
      maxLength={maxLength}
      autoComplete="off"
      error={error ?? warning}
      onChange={event => setText(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={event => {
        if (event.key === 'Enter') leave()
        if (event.key === 'Escape') setText(value)
      }}
      // Escape closes the drawer only when there is nothing to restore.
      data-mantine-stop-propagation={changed}
    />
  )
}

export function InlineDate({ label, description, value, readOnly, onSave }: Props) {
  const { busy, error, save } = useInlineSave(onSave)
  return (
    <DateInput
      label={label}
      description={description}
      value={value || null}
      readOnly={readOnly || busy}
      variant={variantOf(readOnly)}
      size="sm"
      clearable={!readOnly}
      clearButtonProps={{ 'aria-label': `× ${label}` }}
      valueFormat={language() === 'fr' ? 'DD/MM/YYYY' : 'D MMM YYYY'}
      maxDate={new Date()}
      error={error}
      onChange={day => void save(day ?? '')}
    />
  )
}

interface ChoiceProps extends Props {
  options: { value: string; label: string }[]
}

export function InlineSelect({ label, value, readOnly, onSave, options }: ChoiceProps) {
  const { busy, error, save } = useInlineSave(onSave)
  return (
    <Select
      label={label}
      data={options}
      value={value || null}
      readOnly={readOnly || busy}
      variant={variantOf(readOnly)}
      size="sm"
      clearable={!readOnly}
      error={error}
      onChange={choice => void save(choice ?? '')}
    />
  )
}

/** Saves one value; what is wrong with it shows at the field, everything else as a notification. */
function useInlineSave(onSave: (value: string) => Promise<unknown>) {
  const { busy, save, errors } = useSave({ fields: [any_field], save: onSave })
  return { busy, save, error: errors[any_field] }
}
