import { TagsInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { TypedFields } from '../../components/unsaved.ts'
import { useMethodName } from '../../components/use_method_name.ts'

interface Props {
  label: string
  description: string
  /** Payment methods as they are stored, such as cheque. */
  value: string[]
  /** Methods to choose from. Others can be typed. */
  offered: readonly string[]
  error: ReactNode
  /** What the form around it asks about before it is left. */
  typed: TypedFields
  onChange: (methods: string[]) => void
}

/** A list of payment methods, shown and typed by their names. */
export function MethodsInput({ label, description, value, offered, error, typed, onChange }: Props) {
  const nameOf = useMethodName()
  const known = [...new Set([...value, ...offered])]
  const methodOf = (name: string) => known.find(method => isSame(nameOf(method), name)) ?? name.trim()
  return (
    <TagsInput
      label={label}
      description={description}
      value={value.map(nameOf)}
      data={known.map(nameOf)}
      isDuplicate={(name, names) => names.some(one => isSame(one, name))}
      error={error}
      onChange={names => {
        // The list is no text: the field is empty again after each method.
        typed.changed = true
        onChange(names.map(methodOf))
      }}
    />
  )
}

const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()
