import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isNotFound, type Task } from '../../api.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { FormActions } from '../../components/FormActions.tsx'
import { formatDateTime, fullName } from '../../components/formats.ts'
import { notifyWithUndo } from '../../components/notifications.tsx'
import { RecordPlaceholder } from '../../components/RecordPlaceholder.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { useSave } from '../../components/use_save.ts'
import { useMe } from '../../use_me.ts'
import { NoteText } from '../notes/NoteText.tsx'
import { ContactPicker } from '../relationships/ContactPicker.tsx'
import { DueDate } from './DueDate.tsx'
import { changeTask, createTask, removeTask, taskQuery } from './data.ts'
import { TaskFields, type TaskValues } from './TaskFields.tsx'

interface Props {
  /** The id of a task, `new`, or undefined while the dialog is closed. */
  open: number | 'new' | undefined
  /** The contact of a new task, if it is known. */
  contactId?: number
  onClose: () => void
}

/** Creates a task, or shows and changes one. */
export function TaskDialog({ open, contactId, onClose }: Props) {
  const { t } = useTranslation('notes')
  const title = t(open === 'new' ? 'task.new' : 'task.one')
  return (
    <Dialog title={title} opened={open !== undefined} onClose={onClose}>
      {open === 'new' && <TaskForm contactId={contactId} onClose={onClose} />}
      {typeof open === 'number' && <OpenTask id={open} onClose={onClose} />}
    </Dialog>
  )
}

function OpenTask({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery({ ...taskQuery(id), throwOnError: false })
  const { user, may } = useMe()
  if (!data || isNotFound(error)) return <RecordPlaceholder error={error} onRetry={refetch} />
  const { task, etag } = data
  if (task.created_by !== user.id && !may('contacts:write')) return <TaskText task={task} onClose={onClose} />
  return <TaskForm key={etag} task={task} etag={etag} onClose={onClose} />
}

const fields = ['title', 'text', 'due_date', 'assignee_id', 'contact_id']

interface FormProps {
  task?: Task
  etag?: string | undefined
  contactId?: number | undefined
  onClose: () => void
}

function TaskForm({ task, etag, contactId, onClose }: FormProps) {
  const { t } = useTranslation('notes')
  const { user } = useMe()
  const [values, setValues] = useState<TaskValues>(task ?? { title: '', due_date: null, assignee_id: user.id })
  const [text, setText] = useState(task?.text ?? '')
  const [contact, setContact] = useState(contactId)
  const [blank, setBlank] = useState(false)
  const { title, due_date, assignee_id } = values
  const sent = { title: title.trim(), text, due_date, assignee_id }
  const saving = useSave({
    save: (_: undefined, overwrite) =>
      task
        ? changeTask(task.id, sent, overwrite ? undefined : etag)
        : createTask({ ...sent, ...(contact && { contact_id: contact }) }),
    onSaved: onClose,
    fields,
  })
  const submit = () => {
    setBlank(!title.trim())
    if (title.trim()) void saving.save(undefined)
  }
  const errors: Record<string, ReactNode> = {
    ...saving.errors,
    ...(blank && !title.trim() && { title: t('task.blank') }),
  }
  return (
    <SaveForm saving={saving} onSubmit={submit}>
      {task && <Origin task={task} />}
      <TaskFields value={values} onChange={setValues} errors={errors} />
      <Textarea
        label={t('task.text')}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={10_000}
        value={text}
        error={errors.text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {!task && contactId === undefined && (
        <ContactPicker label={t('task.contact')} value={contact} onChange={setContact} error={errors.contact_id} />
      )}
      <FormActions
        onCancel={onClose}
        busy={saving.busy}
        remove={task && <DeleteButton task={task} onClose={onClose} />}
        label={t(task ? 'task.save' : 'task.create')}
      />
    </SaveForm>
  )
}

function DeleteButton({ task, onClose }: { task: Task; onClose: () => void }) {
  const { t } = useTranslation('notes')
  const { title, text, contact_id, assignee_id, due_date } = task
  const removing = useSave({
    save: () => removeTask(task),
    onSaved: () => {
      onClose()
      notifyWithUndo(t('task.deleted', { title }), () => createTask({ title, text, contact_id, assignee_id, due_date }))
    },
  })
  return (
    <Button variant="subtle" color="red" loading={removing.busy} onClick={() => void removing.save()}>
      {t('task.delete')}
    </Button>
  )
}

/** A task of a user who may not change it. */
function TaskText({ task, onClose }: { task: Task; onClose: () => void }) {
  const { t } = useTranslation('notes')
  const marking = useSave({ save: () => changeTask(task.id, { done: !task.done }), onSaved: onClose })
  return (
    <Stack gap="sm">
      <Origin task={task} />
      <Text fw={600} className="breaking">
        {task.title || t('task.erased')}
      </Text>
      {task.due_date && <DueDate due={task.due_date} done={task.done} />}
      {task.text && <NoteText text={task.text} />}
      <Group justify="flex-end">
        <Button loading={marking.busy} onClick={() => void marking.save()} data-autofocus>
          {t(task.done ? 'task.reopen' : 'task.finish')}
        </Button>
      </Group>
    </Stack>
  )
}

/** Who created a task, and the contact that it is about. */
function Origin({ task: { author, created_at, contact, contact_id } }: { task: Task }) {
  const { t } = useTranslation('notes')
  return (
    <div>
      <Text size="xs" c="dimmed">
        {t('task.created_by', { name: fullName(author), when: formatDateTime(created_at) })}
      </Text>
      {contact && (
        <Text size="sm">
          {t('task.about')}{' '}
          <Link to="/contacts/$id" params={{ id: String(contact.id) }} className="record-link">
            {fullName(contact) || t('task.contact_number', { id: contact.id })}
          </Link>
        </Text>
      )}
      {contact_id !== null && !contact && (
        <Text size="sm" c="dimmed">
          {t('task.hidden_contact')}
        </Text>
      )}
    </div>
  )
}
