import { ActionIcon, Combobox, Group, Text, Textarea, Tooltip, useCombobox } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AtIcon, BoldIcon, ListIcon } from '../../components/icons.tsx'
import { bolded, continuedList, listed } from './editing.ts'
import { type Mention, mentionAt, splitAtMentions, suggestMentions } from './mentions.ts'
import { useMentions } from './use_mentions.ts'
import './notes.css'

/** A text as it is written: names in place of mentions, and the users whom they stand for. */
export interface NoteDraft {
  text: string
  mentions: Mention[]
}

interface Props {
  /** Who will see the note. */
  hint?: string
  value: NoteDraft
  onChange: (value: NoteDraft) => void
  onSubmit: () => void
  label: string
  placeholder?: string
  error?: ReactNode
  /** Marks the field that N focuses on the page of a contact. */
  composer?: boolean
  rows_min?: number
  /** Beside the buttons for bold, list and mention. */
  children?: ReactNode
}

/** A text field for notes, with buttons for bold, lists and mentions. @ lists users. */
export function NoteEditor({
  value,
  onChange,
  onSubmit,
  label,
  placeholder,
  error,
  composer,
  rows_min = 2,
  hint,
  children,
}: Props) {
  const { t } = useTranslation('notes')
  const field = useRef<HTMLTextAreaElement>(null)
  const mirror = useRef<HTMLDivElement>(null)
  // The user whose name is being inserted; the change event that follows adds it to the mentions.
  const chosen = useRef<Mention>(undefined)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [typing, setTyping] = useState<{ start: number; typed: string }>()
  const users = useMentions()
  const hits = typing ? suggestMentions(users, typing.typed) : []
  const open = typing !== undefined && hits.length > 0

  /** Opens the list of users while the cursor is in a mention. */
  const follow = (text: string, cursor: number) => {
    const now = mentionAt(text, cursor)
    setTyping(now)
    if (!now) return combobox.closeDropdown()
    combobox.openDropdown()
    // After the options are rendered, Enter takes the first one.
    setTimeout(() => combobox.selectFirstOption())
  }
  const close = () => {
    setTyping(undefined)
    combobox.closeDropdown()
  }
  const insert = (from: number, to: number, text: string, cursor = from + text.length) => {
    const area = field.current
    if (!area) return
    area.focus()
    area.setSelectionRange(from, to)
    // The browser's own command keeps the history for Ctrl+Z.
    if (text || from !== to) document.execCommand(text ? 'insertText' : 'delete', false, text)
    area.setSelectionRange(cursor, cursor)
  }
  const choose = (id: string) => {
    const user = hits.find(hit => String(hit.id) === id)
    if (!user || !typing) return
    chosen.current = user
    insert(typing.start, typing.start + 1 + typing.typed.length, `@${user.name} `)
    close()
  }
  const change = (text: string) => {
    const added = chosen.current
    chosen.current = undefined
    const others = value.mentions.filter(({ id }) => id !== added?.id)
    onChange({ text, mentions: added ? [...others, added] : value.mentions })
  }
  const selection = (): [number, number] => [field.current?.selectionStart ?? 0, field.current?.selectionEnd ?? 0]
  const makeBold = () => {
    const { start, end, text, cursor } = bolded(value.text, ...selection())
    insert(start, end, text, cursor)
  }
  const makeList = () => {
    const { start, end, text } = listed(value.text, ...selection())
    insert(start, end, text)
  }
  const mention = () => {
    const [from, to] = selection()
    const apart = from === 0 || /\s/.test(value.text.charAt(from - 1)) ? '@' : ' @'
    insert(from, to, apart)
  }
  const continueList = (): boolean => {
    const [from, to] = selection()
    const next = from === to ? continuedList(value.text, from) : undefined
    if (next) insert(next.start, from, next.text)
    return next !== undefined
  }
  /** What a key does; false if the browser handles it. */
  const act = (key: string, command: boolean, shift: boolean): boolean => {
    if (command && key === 'Enter') onSubmit()
    else if (command && key === 'b') makeBold()
    else if (open && key === 'Escape') close()
    else return !open && !command && !shift && key === 'Enter' && continueList()
    return true
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!act(event.key, event.ctrlKey || event.metaKey, event.shiftKey)) return
    event.preventDefault()
    // Escape closes the list of users, not the dialog around it.
    event.stopPropagation()
  }
  const buttons = [
    ['bold', BoldIcon, makeBold],
    ['list', ListIcon, makeList],
    ['mention', AtIcon, mention],
  ] as const
  return (
    <div>
      <Combobox store={combobox} onOptionSubmit={choose} position="top-start" width={280}>
        <Combobox.DropdownTarget>
          <div className="note-field">
            <div className="note-mirror" aria-hidden="true" ref={mirror}>
              {splitAtMentions(value.text, value.mentions).map(({ text, mention }, index) =>
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no identity of their own.
                mention ? <mark key={index}>{text}</mark> : text,
              )}
            </div>
            <Combobox.EventsTarget withKeyboardNavigation={open} withAriaAttributes={open}>
              <Textarea
                ref={field}
                aria-label={label}
                placeholder={placeholder ?? ''}
                error={error}
                autosize
                minRows={rows_min}
                maxRows={14}
                maxLength={10_000}
                value={value.text}
                data-composer={composer || undefined}
                data-autofocus={composer ? undefined : true}
                onChange={({ currentTarget }) => {
                  change(currentTarget.value)
                  follow(currentTarget.value, currentTarget.selectionStart)
                }}
                onScroll={({ currentTarget }) => mirror.current?.scrollTo(0, currentTarget.scrollTop)}
                onKeyDown={press}
                onClick={close}
                onBlur={close}
              />
            </Combobox.EventsTarget>
          </div>
        </Combobox.DropdownTarget>
        <Combobox.Dropdown hidden={!open}>
          <Combobox.Options aria-label={t('mention.list')} mah={240} style={{ overflowY: 'auto' }}>
            {hits.map(({ id, name }) => (
              <Combobox.Option key={id} value={String(id)}>
                <Text size="sm">{name}</Text>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {hint && (
        <Text size="xs" c="dimmed" mt={6} className="note-hint">
          {hint}
        </Text>
      )}
      <Group gap="xs" mt={6} justify="space-between" wrap="nowrap" className="note-tools">
        <Group gap={4} role="group" aria-label={t('editor.tools')}>
          {buttons.map(([name, Icon, act]) => (
            <Tooltip key={name} label={t(`editor.${name}`)}>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t(`editor.${name}`)}
                // The text field keeps its selection.
                onMouseDown={event => event.preventDefault()}
                onClick={act}
              >
                <Icon size={18} />
              </ActionIcon>
            </Tooltip>
          ))}
        </Group>
        {children}
      </Group>
    </div>
  )
}
