import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { SearchIcon } from './icons.tsx'

interface Props {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** The delay after the last key press, for filters that send a request. */
  delay_ms?: number
  disabled?: boolean
  width?: number
}

/** Filters a list by words. */
export function TextFilter({ label, value, onChange, delay_ms = 0, disabled = false, width = 280 }: Props) {
  const [text, setText] = useState(value ?? '')
  // “Clear filters” also empties the field.
  useEffect(() => {
    if (value === undefined) setText('')
  }, [value])
  const changeLater = useDebouncedCallback((text: string) => onChange(text.trim() || undefined), delay_ms)
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      leftSection={<SearchIcon size={16} />}
      value={text}
      disabled={disabled}
      maxLength={200}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value)
        if (delay_ms > 0) changeLater(currentTarget.value)
        else onChange(currentTarget.value || undefined)
      }}
      flex={{ base: '1 1 180px', xs: `0 0 ${width}px` }}
    />
  )
}
