import { Button, Group, Paper, Tabs, Text } from '@mantine/core'
import { type MouseEvent as ReactMouseEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readDraft, writeDraft } from '../../components/drafts.ts'
import { EnterKey } from '../../components/EnterKey.tsx'
import { NoteIcon, TaskIcon } from '../../components/icons.tsx'
import { NativeErrors } from '../../components/NativeErrors.tsx'
import { notify } from '../../components/notifications.tsx'
import { useSave } from '../../components/use_save.ts'
import { useMe } from '../../use_me.ts'
import { createTask } from '../tasks/data.ts'
import { TaskFields, type TaskValues } from '../tasks/TaskFields.tsx'
import { createNote } from './data.ts'
import { storedText } from './mentions.ts'
import { type NoteDraft, NoteEditor } from './NoteEditor.tsx'
import { useFocusWithin } from './use_focus_within.ts'
import { useNoteError } from './use_note_error.ts'

const no_note: NoteDraft = { text: '', mentions: [] }
const modes = ['note', 'task'] as const
type Mode = (typeof modes)[number]

/** What is written and not sent yet, stored in this browser. */
interface Draft {
  mode: Mode
  note: NoteDraft
  task: TaskValues
}

/** Writes a note or a task about a contact, for users who may write contacts. One line until it is used. */
export function NoteComposer({ contactId }: { contactId: number }) {
  const { may } = useMe()
  // Each contact has its own draft.
  return may('contacts:write') ? <Composer key={contactId} contactId={contactId} /> : null
}

function Composer({ contactId }: { contactId: number }) {
  const { t } = useTranslation('notes')
  const { user, space } = useMe()
  const name = `note.${space.id}.${user.id}.${contactId}`
  const empty: Draft = { mode: 'note', note: no_note, task: { title: '', due_date: null, assignee_id: user.id } }
  const [draft, setDraft] = useState<Draft>(() => ({ ...empty, ...readDraft<Draft>(name) }))
  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    writeDraft(name, next.note.text.trim() || next.task.title.trim() ? next : undefined)
  }
  const icons = { note: NoteIcon, task: TaskIcon }
  const { focused, setFocused, ...focusHandlers } = useFocusWithin()
  const isIdle = !focused && !draft.note.text.trim() && !draft.task.title.trim()
  const composer = useRef<HTMLDivElement>(null)
  // A click on a tab leads to its first field; the arrow keys of a keyboard stay on the tabs.
  const entering = useRef(false)
  const enter = ({ detail }: ReactMouseEvent) => {
    if (detail === 0) return
    entering.current = true
    setFocused(true)
  }
  useEffect(() => {
    if (!entering.current) return
    entering.current = false
    composer.current?.querySelector<HTMLElement>('textarea, input')?.focus()
  })
  return (
    <Paper
      withBorder
      ref={composer}
      className="composer no-print"
      data-idle={isIdle}
      // A click beside the fields stays within.
      tabIndex={-1}
      {...focusHandlers}
    >
      <Tabs
        value={isIdle ? 'note' : draft.mode}
        onChange={mode => change({ mode: mode as Mode })}
        variant="pills"
        keepMounted={false}
        className="composer-parts"
      >
        <Tabs.List aria-label={t('composer.label')}>
          {modes.map(mode => {
            const Icon = icons[mode]
            return (
              <Tabs.Tab
                key={mode}
                value={mode}
                leftSection={<Icon size={16} />}
                className="composer-tab"
                // The focus would open the composer and move the tab away before it is clicked.
                onMouseDown={event => event.preventDefault()}
                onClick={enter}
              >
                {t(`composer.${mode}`)}
              </Tabs.Tab>
            )
          })}
        </Tabs.List>
        <Tabs.Panel value="note">
          <NoteForm
            contactId={contactId}
            value={draft.note}
            onChange={note => change({ note })}
            onSent={() => change({ note: no_note })}
            idle={isIdle}
          />
        </Tabs.Panel>
        <Tabs.Panel value="task">
          <TaskForm
            contactId={contactId}
            value={draft.task}
            onChange={task => change({ task })}
            onSent={() => change({ task: empty.task })}
          />
        </Tabs.Panel>
      </Tabs>
    </Paper>
  )
}

interface FormProps<Value> {
  contactId: number
  value: Value
  onChange: (value: Value) => void
  onSent: () => void
}

function NoteForm({ contactId, value, onChange, onSent, idle }: FormProps<NoteDraft> & { idle: boolean }) {
  const { t } = useTranslation('notes')
  const errorOf = useNoteError()
  const [blank, setBlank] = useState(false)
  const sending = useSave({
    save: (text: string) => createNote(contactId, text),
    onSaved: () => {
      onSent()
      notify(t('composer.note_added'))
    },
    fields: ['text'],
  })
  const send = () => {
    setBlank(value.text.trim() === '')
    if (value.text.trim()) void sending.save(storedText(value.text, value.mentions))
  }
  const error = blank && !value.text.trim() ? t('composer.blank') : errorOf(sending.errors.text)
  return (
    <NoteEditor
      value={value}
      onChange={next => {
        if (sending.errors.text) sending.clear()
        onChange(next)
      }}
      onSubmit={send}
      label={t('composer.text')}
      placeholder={t(idle ? 'composer.short' : 'composer.placeholder')}
      error={error}
      composer
      rows_min={idle ? 1 : 2}
      hint={t('composer.note_visible')}
    >
      <SendButton label={t('composer.add_note')} busy={sending.busy} onClick={send} />
    </NoteEditor>
  )
}

function TaskForm({ contactId, value, onChange, onSent }: FormProps<TaskValues>) {
  const { t } = useTranslation('notes')
  const [form, setForm] = useState<HTMLFormElement | null>(null)
  const [blank, setBlank] = useState(false)
  const sending = useSave({
    save: (task: TaskValues) => createTask({ ...task, contact_id: contactId }),
    onSaved: () => {
      onSent()
      notify(t('composer.task_added'))
    },
    fields: ['title', 'due_date', 'assignee_id'],
  })
  const send = () => {
    setBlank(value.title.trim() === '')
    if (value.title.trim()) void sending.save(value)
  }
  const errors = { ...sending.errors, ...(blank && !value.title.trim() && { title: t('task.blank') }) }
  return (
    <form
      ref={setForm}
      onSubmit={event => {
        event.preventDefault()
        send()
      }}
    >
      <TaskFields value={value} onChange={onChange} errors={errors} composer />
      <Group mt="sm" gap="xs" justify="space-between">
        <Text size="xs" c="dimmed" flex={1} miw={180}>
          {t('composer.task_visible')}
        </Text>
        <SendButton label={t('composer.add_task')} busy={sending.busy} />
      </Group>
      <NativeErrors form={form} />
    </form>
  )
}

function SendButton({ label, busy, onClick }: { label: string; busy: boolean; onClick?: () => void }) {
  return (
    <Button
      size="xs"
      className="send-button"
      type={onClick ? 'button' : 'submit'}
      loading={busy}
      onClick={onClick}
      rightSection={<EnterKey before="Ctrl" />}
      aria-keyshortcuts="Control+Enter"
    >
      {label}
    </Button>
  )
}
