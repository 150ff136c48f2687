import { ActionIcon, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '../../api.ts'
import { DownIcon, PlusIcon, RightIcon } from '../../components/icons.tsx'
import { rowClicks } from '../../components/row_clicks.ts'
import { useMe } from '../../use_me.ts'
import { tasksQuery } from './data.ts'
import { TaskDialog } from './TaskDialog.tsx'
import { TaskRow } from './TaskRow.tsx'
import { useDone } from './use_done.ts'

/** The open tasks about a contact, and those that are done, folded. */
export function ContactTasks({ contactId, level = 2 }: { contactId: number; level?: 2 | 4 }) {
  const { t } = useTranslation('notes')
  const { may } = useMe()
  const [open, setOpen] = useState<number | 'new'>()
  const [showsDone, setShowsDone] = useState(false)
  const marking = useDone()
  const tasks = useInfiniteQuery({ ...tasksQuery({ contact_id: contactId }), throwOnError: false })
  const done = useInfiniteQuery({ ...tasksQuery({ contact_id: contactId, state: 'done' }), throwOnError: false })
  const [openTasks, doneTasks] = [rowsOf(tasks.data), rowsOf(done.data)]
  const row = (task: Task) => (
    <TaskRow
      key={task.id}
      task={task}
      ticked={marking.ticked.has(task.id)}
      onToggle={() => marking.toggle(task)}
      onOpen={() => setOpen(task.id)}
    />
  )
  const Arrow = showsDone ? DownIcon : RightIcon
  return (
    <section aria-labelledby={`tasks-${contactId}`}>
      <Group justify="space-between" wrap="nowrap" mb={4}>
        <Group gap={6}>
          <Title order={level} size="sm" id={`tasks-${contactId}`}>
            {t('task.many')}
          </Title>
          {openTasks.length > 0 && (
            <Text size="xs" c="dimmed">
              {openTasks.length}
            </Text>
          )}
        </Group>
        {may('contacts:write') && (
          <ActionIcon variant="subtle" color="gray" aria-label={t('task.add')} onClick={() => setOpen('new')}>
            <PlusIcon size={18} />
          </ActionIcon>
        )}
      </Group>
      <Stack gap={4} ref={marking.list} tabIndex={-1}>
        {tasks.isPending && <Skeleton height={32} aria-hidden />}
        {tasks.isError && <Retry onClick={() => void tasks.refetch()} />}
        {tasks.data && openTasks.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('task.none')}
          </Text>
        )}
        {openTasks.length > 0 && (
          <ul className="task-list" {...rowClicks}>
            {openTasks.map(row)}
          </ul>
        )}
        {tasks.hasNextPage && (
          <Button size="compact-sm" variant="subtle" onClick={() => void tasks.fetchNextPage()}>
            {t('task.more')}
          </Button>
        )}
        {doneTasks.length > 0 && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            justify="flex-start"
            leftSection={<Arrow size={14} />}
            aria-expanded={showsDone}
            onClick={() => setShowsDone(!showsDone)}
          >
            {t('task.done_count', { count: doneTasks.length })}
          </Button>
        )}
        {showsDone && (
          <ul className="task-list" {...rowClicks}>
            {doneTasks.map(row)}
          </ul>
        )}
        {showsDone && done.hasNextPage && (
          <Button size="compact-sm" variant="subtle" onClick={() => void done.fetchNextPage()}>
            {t('task.more')}
          </Button>
        )}
      </Stack>
      <TaskDialog open={open} contactId={contactId} onClose={() => setOpen(undefined)} />
    </section>
  )
}

const rowsOf = (data: { pages: { data: Task[] }[] } | undefined) => data?.pages.flatMap(page => page.data) ?? []

function Retry({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <Group gap="xs" role="alert">
      <Text size="sm">{t('message.unknown')}</Text>
      <Button size="compact-sm" variant="default" onClick={onClick}>
        {t('button.retry')}
      </Button>
    </Group>
  )
}
