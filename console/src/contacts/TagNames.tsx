import { TagsInput, type TagsInputProps } from '@mantine/core'
import { useState } from 'react'

interface Props extends Omit<TagsInputProps, 'data'> {
  value: string[]
  /** Tags to offer. */
  known: string[]
}

/** Names of tags, new ones or known ones. The known ones are offered until one was given, and then while one types: they hide nothing for long. */
export function TagNames({ known, value, ...props }: Props) {
  const [typed, setTyped] = useState('')
  const [here, setHere] = useState(false)
  return (
    <TagsInput
      {...props}
      value={value}
      data={known}
      searchValue={typed}
      onSearchChange={setTyped}
      onFocus={() => setHere(true)}
      onBlur={() => setHere(false)}
      dropdownOpened={here && (typed !== '' || value.length === 0)}
      maxLength={100}
      acceptValueOnBlur
    />
  )
}
