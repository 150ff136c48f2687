import { CloseButton, Combobox, Text, TextInput, type TextInputProps, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type Ref, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { muster } from '../../api.ts'
import { fullName } from '../../components/formats.ts'
import { notifyError } from '../../components/notifications.tsx'
import { SamePersonDialog } from '../../components/SamePersonDialog.tsx'
import { useSamePerson } from '../../components/use_same_person.ts'
import { contactQuery } from './data.ts'

interface Props extends Pick<TextInputProps, 'label' | 'placeholder' | 'error' | 'aria-label' | 'w' | 'autoFocus'> {
  value: number | undefined
  onChange: (id: number | undefined) => void
  /** What is searched for at first. */
  search?: string
  /** Whether a new contact can be created from what was typed. */
  creatable?: boolean
  inputRef?: Ref<HTMLInputElement>
}

const create = 'create'

/** Finds a contact by a few letters, or creates one. */
export function ContactField({ value, onChange, search = '', creatable, inputRef, ...props }: Props) {
  const { t } = useTranslation('payments')
  const [typed, setTyped] = useState(search)
  const [query] = useDebouncedValue(typed.trim(), 150)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const { data: chosen } = useQuery({ ...contactQuery(value ?? 0), enabled: value !== undefined })
  const { data: found = [], isFetching } = useQuery({
    queryKey: ['find', query],
    queryFn: async ({ signal }) => (await muster.find.find({ q: query }, { signal })).data,
    enabled: query.length > 1 && value === undefined,
    select: ({ contacts }) => contacts,
    throwOnError: false,
  })
  const settled = !isFetching && query === typed.trim()
  // What was found before disappears at once, so that Enter cannot take it.
  const hits = settled ? found : []
  const expanded = combobox.dropdownOpened
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every change of the list, Enter takes the first option.
  useEffect(() => {
    const [first] = hits
    // Money must not go to somebody who is only similar to what was meant.
    if (expanded && settled && !first?.similar) combobox.selectFirstOption()
    else combobox.resetSelectedOption()
  }, [found, settled, expanded])
  const samePerson = useSamePerson()
  const choose = async (option: string) => {
    combobox.closeDropdown()
    if (option !== create) {
      setTyped('')
      return onChange(Number(option))
    }
    const answer = await samePerson.ask(namesIn(typed))
    if (answer === 'back') return
    setTyped('')
    onChange(answer === 'create' ? await createContact(typed) : answer.id)
  }
  return (
    <>
      <Combobox store={combobox} onOptionSubmit={option => void choose(option).catch(notifyError)}>
        <Combobox.Target>
          <TextInput
            {...props}
            data-autofocus={props.autoFocus || undefined}
            ref={inputRef ?? null}
            value={value === undefined ? typed : chosen ? fullName(chosen) : t('contact_number', { id: value })}
            placeholder={props.placeholder ?? t('entry.find')}
            autoComplete="off"
            onChange={event => {
              if (value !== undefined) onChange(undefined)
              setTyped(value === undefined ? event.currentTarget.value : '')
              combobox.openDropdown()
            }}
            onKeyDown={event => {
              // Enter chooses the first match; it must not submit the form before a contact is chosen.
              if (event.key !== 'Enter' || value !== undefined || !typed.trim()) return
              event.preventDefault()
              if (!expanded) combobox.openDropdown()
            }}
            // What was filled in at first is not searched for unasked: the list would lie over the next fields.
            onFocus={() => typed && typed !== search && combobox.openDropdown()}
            onClick={() => typed && combobox.openDropdown()}
            onBlur={() => combobox.closeDropdown()}
            rightSection={
              value !== undefined && (
                // By keyboard, typing replaces the contact.
                <CloseButton
                  size="sm"
                  tabIndex={-1}
                  aria-label={t('clear_contact')}
                  onClick={() => onChange(undefined)}
                />
              )
            }
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={!settled || query.length < 2 || value !== undefined}>
          <Combobox.Options aria-label={t('contact')}>
            {hits.map(({ id, label, detail }) => (
              <Combobox.Option key={id} value={String(id)}>
                <Text size="sm">{label}</Text>
                <Text size="xs" className="option-detail">
                  {detail}
                </Text>
              </Combobox.Option>
            ))}
            {creatable && settled && (
              <Combobox.Option value={create}>
                {t('entry.create_contact', { name: capitalized(typed.trim()) })}
              </Combobox.Option>
            )}
            {hits.length === 0 && !creatable && <Combobox.Empty>{t('entry.no_match')}</Combobox.Empty>}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <SamePersonDialog {...samePerson.dialog} />
    </>
  )
}

/** The first word is the first name, the rest the surname; a single word is the surname. */
function namesIn(typed: string) {
  const [first = '', ...others] = capitalized(typed.trim()).split(/\s+/)
  return others.length > 0 ? { firstname: first, surname: others.join(' ') } : { firstname: '', surname: first }
}

async function createContact(typed: string) {
  const { data } = await muster.contacts.create({ data: { contact: namesIn(typed) } })
  return data.contact.id
}

/** A name in small letters only, or in capitals only, gets a capital for each of its parts. */
const capitalized = (name: string) =>
  name === name.toLowerCase() || name === name.toUpperCase()
    ? name.toLowerCase().replace(/(?<![\p{L}\p{M}])\p{L}/gu, letter => letter.toUpperCase())
    : name
