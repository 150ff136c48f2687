import { Avatar, Checkbox, Group, Text, Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Task } from '../../api.ts'
import { fullName } from '../../components/formats.ts'
import { useMe } from '../../use_me.ts'
import { DueDate } from './DueDate.tsx'
import '../notes/notes.css'

interface Props {
  task: Task
  /** Whether the box shows the opposite of the task, while it is saved. */
  ticked: boolean
  current?: boolean
  onToggle: () => void
  onOpen: () => void
  onFocus?: () => void
  /** Whether to name the contact; not on the page of that contact. */
  withContact?: boolean
}

/** A task with its check box, due date and assignee. */
export function TaskRow({ task, ticked, current, onToggle, onOpen, onFocus, withContact }: Props) {
  const { t } = useTranslation('notes')
  const title = task.title || t('task.erased')
  const done = ticked ? !task.done : task.done
  return (
    <li className="task-row" data-current={current || undefined} data-id={task.id} onFocus={onFocus}>
      <Checkbox
        checked={done}
        data-task={task.id}
        aria-label={t('task.mark', { title })}
        onChange={onToggle}
        className="task-box"
        size="sm"
      />
      <div className="task-text">
        <button type="button" className="open task-title" data-done={done || undefined} onClick={onOpen}>
          {title}
        </button>
        <Group gap={6} component="span">
          {task.due_date && <DueDate due={task.due_date} done={task.done} />}
          {withContact && task.contact && (
            <Link to="/contacts/$id" params={{ id: String(task.contact.id) }} className="record-link task-contact">
              {fullName(task.contact) || t('task.contact_number', { id: task.contact.id })}
            </Link>
          )}
        </Group>
      </div>
      <Assignee task={task} />
    </li>
  )
}

function Assignee({ task: { assignee } }: { task: Task }) {
  const { t } = useTranslation('notes')
  const { user } = useMe()
  if (!assignee)
    return (
      <Text size="xs" c="dimmed" className="task-assignee">
        {t('task.nobody')}
      </Text>
    )
  const name = fullName(assignee)
  const initials = `${assignee.firstname.charAt(0)}${assignee.surname.charAt(0)}`.toUpperCase()
  return (
    <Tooltip label={t('task.assigned_to', { name })}>
      <Avatar
        size={26}
        radius="xl"
        color={assignee.id === user.id ? 'moss' : 'blue'}
        role="img"
        aria-label={t('task.assigned_to', { name })}
        alt=""
      >
        {initials}
      </Avatar>
    </Tooltip>
  )
}
