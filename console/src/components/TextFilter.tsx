import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
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
  // What was sent from here and has not come back. Any other value is of a link or of “Clear filters”, and replaces the text.
  const sent = useRef<(string | undefined)[]>([])
  useEffect(() => {
    const place = sent.current.indexOf(value)
    sent.current = place < 0 ? [] : sent.current.slice(place + 1)
    if (place < 0) setText(value ?? '')
  }, [value])
  const change = (text: string | undefined) => {
    if (text !== value) sent.current.push(text)
    onChange(text)
  }
  const changeLater = useDebouncedCallback((text: string) => change(text.trim() || undefined), delay_ms)
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
        else change(currentTarget.value || undefined)
      }}
      flex={{ base: '1 1 180px', xs: `0 0 ${width}px` }}
    />
  )
}
