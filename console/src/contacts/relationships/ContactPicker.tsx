import { CloseButton, Combobox, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { muster } from '../../api.ts'

interface Props {
  label: string
  value: number | undefined
  onChange: (id: number | undefined, name: string) => void
  error?: ReactNode
  /** Contacts that are not offered. */
  without?: readonly number[]
  /** Whether contacts whose processing is restricted are offered too. */
  withRestricted?: boolean
  autoFocus?: boolean
  required?: boolean
}

/** Finds a contact by a few letters. Namesakes are told apart by mail, telephone and town. */
export function ContactPicker(props: Props) {
  const { label, value, onChange, error, without = [], withRestricted = false, autoFocus, required } = props
  const { t } = useTranslation('notes')
  const [typed, setTyped] = useState('')
  const [query] = useDebouncedValue(typed.trim(), 150)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const { data, isFetching } = useQuery({
    queryKey: ['find', query],
    queryFn: async ({ signal }) => (await muster.find.find({ q: query }, { signal })).data,
    enabled: query.length > 1 && value === undefined,
    throwOnError: false,
  })
  const settled = !isFetching && query === typed.trim()
  // What was found before disappears at once, so that Enter cannot take it.
  const hits = (settled && data ? data.contacts : []).filter(
    ({ id, restricted }) => (withRestricted || !restricted) && !without.includes(id),
  )
  const expanded = combobox.dropdownOpened
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every change of the list, Enter takes the first option.
  useEffect(() => {
    if (expanded && settled) combobox.selectFirstOption()
  }, [data, settled, expanded])
  const choose = (option: string) => {
    const hit = hits.find(({ id }) => String(id) === option)
    combobox.closeDropdown()
    if (!hit) return
    setTyped(hit.label)
    onChange(hit.id, hit.label)
  }
  const clear = () => {
    setTyped('')
    onChange(undefined, '')
  }
  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.Target>
        <TextInput
          label={label}
          withAsterisk={required}
          placeholder={t('picker.placeholder')}
          error={error}
          value={typed}
          maxLength={200}
          autoComplete="off"
          data-autofocus={autoFocus || undefined}
          onChange={({ currentTarget }) => {
            if (value !== undefined) onChange(undefined, '')
            setTyped(currentTarget.value)
            combobox.openDropdown()
          }}
          onKeyDown={event => {
            // Enter chooses the first match; it must not submit the form before a contact is chosen.
            if (event.key === 'Enter' && value === undefined && typed.trim()) event.preventDefault()
          }}
          onBlur={() => combobox.closeDropdown()}
          rightSection={
            value !== undefined && (
              <CloseButton size="sm" tabIndex={-1} aria-label={t('picker.clear')} onClick={clear} />
            )
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!settled || query.length < 2 || value !== undefined}>
        <Combobox.Options aria-label={label} mah={260} style={{ overflowY: 'auto' }}>
          {hits.map(({ id, label, detail }) => (
            <Combobox.Option key={id} value={String(id)}>
              <Text size="sm">{label || t('task.contact_number', { id })}</Text>
              <Text size="xs" className="option-detail">
                {detail}
              </Text>
            </Combobox.Option>
          ))}
          {hits.length === 0 && settled && <Combobox.Empty>{t('picker.nothing')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
