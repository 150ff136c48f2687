import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { SearchIcon } from './icons.tsx'

interface Props {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** Waits until the person stops typing, where every change asks the server. */
  delay_ms?: number
  disabled?: boolean
}

/** Filters a list by words. */
export function TextFilter({ label, value, onChange, delay_ms = 0, disabled = false }: Props) {
  const changeLater = useDebouncedCallback((text: string) => onChange(text.trim() || undefined), delay_ms)
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      leftSection={<SearchIcon size={16} />}
      defaultValue={value ?? ''}
      disabled={disabled}
      maxLength={200}
      onChange={({ currentTarget }) =>
        delay_ms > 0 ? changeLater(currentTarget.value) : onChange(currentTarget.value || undefined)
      }
      w={{ base: '100%', xs: 280 }}
    />
  )
}
