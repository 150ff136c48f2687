import { type ComboboxParsedItem, TagsInput, type TagsInputProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { muster } from '../../api.ts'
import { filterOptions, rankFor, takeFirstOption } from '../../components/filter_options.ts'
import { normalizeText } from '../../components/text_match.ts'
import { language } from '../../translations/index.ts'

interface Props extends Omit<TagsInputProps, 'data'> {
  value: string[]
  /** Tags of the rows shown, offered first. */
  known: string[]
  /** Whether a new tag can be created from what was typed. */
  creatable?: boolean
  /** The text that is not a tag yet. */
  onTyped?: (text: string) => void
}

const sorted = (names: string[]) => names.toSorted((one, other) => one.localeCompare(other, language()))

const isSameName = (one: string, other: string) => normalizeText(one) === normalizeText(other)

const offered_max = 20

/** The tags of the space with this prefix. */
const tagsQuery = (prefix: string) => ({
  queryKey: ['tags', prefix],
  queryFn: async () => {
    const { data } = await muster.tags.list({ limit: offered_max, ...(prefix && { prefix }) })
    return data.map(({ name }) => name)
  },
  staleTime: 30_000,
})

/** Known or new tags. Suggestions show until the first tag is given, then when something is typed or the field is clicked. */
export function TagInput({ known, creatable = false, value, onTyped, ...props }: Props) {
  const { t } = useTranslation('contacts')
  const [typed, setTyped] = useState('')
  const [here, setHere] = useState(false)
  const [open, setOpen] = useState(false)
  const [prefix] = useDebouncedValue(typed.trim(), 150)
  const { data: others = [] } = useQuery({ ...tagsQuery(prefix), enabled: here, placeholderData: keepPreviousData })
  const text = typed.trim()
  const names = [...new Set([...sorted(known), ...sorted(others)])]
  const isNew = creatable && text !== '' && ![...names, ...value].some(name => isSameName(name, text))
  return (
    <TagsInput
      {...props}
      value={value}
      data={isNew ? [...names, text] : names}
      // Enter takes a known tag that begins so, otherwise the new one.
      filter={input => {
        const rankOf = rankFor(text)
        const place = (option: ComboboxParsedItem) => {
          const name = 'value' in option ? option.value : ''
          return isNew && name === text ? 1.5 : rankOf(name)
        }
        return filterOptions(input).sort((one, other) => place(one) - place(other))
      }}
      renderOption={({ option }) => (isNew && option.value === text ? t('create_tag', { name: text }) : option.value)}
      onKeyDownCapture={takeFirstOption('texts')}
      searchValue={typed}
      onSearchChange={text => {
        setTyped(text)
        setOpen(text !== '')
        onTyped?.(text)
      }}
      onFocus={() => {
        setHere(true)
        setOpen(value.length === 0)
      }}
      onClick={() => setOpen(true)}
      onBlur={() => {
        setHere(false)
        setOpen(false)
      }}
      dropdownOpened={open}
      maxLength={100}
      acceptValueOnBlur
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        // What was typed is discarded: the field would keep it when the focus leaves.
        setTyped('')
        setOpen(false)
      }}
      // The first Escape closes the suggestions, the next one the dialog or drawer.
      data-mantine-stop-propagation={open}
    />
  )
}
