import { Box, Button, Group, SegmentedControl, Select, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '../../api.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { fullName } from '../../components/formats.ts'
import { PlusIcon } from '../../components/icons.tsx'
import { ListPage } from '../../components/ListPage.tsx'
import { PageTabs } from '../../components/PageTabs.tsx'
import { rowClicks } from '../../components/row_clicks.ts'
import { useRowKeys } from '../../components/use_row_keys.ts'
import { usersQuery } from '../../organisation/data.ts'
import { useMe } from '../../use_me.ts'
import { tasksQuery } from './data.ts'
import { dueGroupOf, dueGroups } from './due.ts'
import { type TaskSearch, views } from './search_params.ts'
import { TaskDialog } from './TaskDialog.tsx'
import { TaskRow } from './TaskRow.tsx'
import { useDone } from './use_done.ts'
import { useToday } from './use_today.ts'

const route = getRouteApi('/tasks')

/** The tasks of the user, those that the user created, or all, by due date. */
export function Tasks() {
  const { t } = useTranslation('notes')
  const { user, may } = useMe()
  const search: TaskSearch = route.useSearch()
  const navigate = route.useNavigate()
  const change = useCallback(
    (part: TaskSearch, replace = false) =>
      void navigate({ search: (before: TaskSearch) => ({ ...before, ...part }), replace }),
    [navigate],
  )
  const { view = 'mine', state = 'open', assignee } = search
  const list = useInfiniteQuery(
    tasksQuery({
      state,
      ...(view === 'created' && { created_by: user.id }),
      ...(view === 'all' && { all: true }),
      ...(view !== 'mine' && assignee && { assignee_id: assignee }),
    }),
  )
  const tasks = useMemo(() => list.data?.pages.flatMap(page => page.data) ?? [], [list.data])
  const marking = useDone()
  const open = useCallback((id: number) => change({ open: id }), [change])
  const create = useCallback(() => change({ open: 'new' }), [change])
  const writes = may('contacts:write')
  const { toggle } = marking
  const { current, setCurrent } = useRowKeys({
    rows: tasks,
    idOf,
    start: undefined,
    // The current task has the focus, so that its neighbour becomes the current one when it leaves the list.
    show: useCallback(
      (index: number) => {
        const row = document.querySelector(`.task-row[data-id="${tasks[index]?.id}"]`)
        row?.scrollIntoView({ block: 'nearest' })
        row?.querySelector<HTMLElement>('input[data-task]')?.focus({ preventScroll: true })
      },
      [tasks],
    ),
    onOpen: open,
    selected: undefined,
    onSelect: useCallback(
      (ids: ReadonlySet<number>) => {
        const task = tasks.find(({ id }) => ids.has(id))
        if (task) toggle(task)
      },
      [tasks, toggle],
    ),
  })
  const currentId = current === undefined ? undefined : tasks[current]?.id
  return (
    <ListPage
      title={t('page.title')}
      actions={
        writes && (
          <Button leftSection={<PlusIcon size={16} />} onClick={create} aria-keyshortcuts="c">
            {t('task.new')}
          </Button>
        )
      }
      tabs={
        <PageTabs
          label={t('page.views')}
          names={views}
          open={view}
          onOpen={name => change({ view: name === 'mine' ? undefined : name, assignee: undefined })}
          labelOf={name => t(`page.${name}`)}
        />
      }
      filters={
        <Group p="sm" gap="sm" className="no-print">
          <SegmentedControl
            aria-label={t('page.state')}
            value={state}
            data={(['open', 'done'] as const).map(value => ({ value, label: t(`page.${value}`) }))}
            onChange={value => change({ state: value === 'done' ? 'done' : undefined }, true)}
          />
          {view !== 'mine' && <AssigneeFilter value={assignee} onChange={assignee => change({ assignee }, true)} />}
        </Group>
      }
      count={tasks.length}
      loading={list.isPending}
      error={list.error}
      filtered={view !== 'mine' && assignee !== undefined}
      onClear={() => change({ assignee: undefined }, true)}
      empty={
        <EmptyState title={t(`page.empty_${state}`)} {...(state === 'open' && { why: t('page.empty_why') })}>
          {writes && state === 'open' && <Button onClick={create}>{t('task.new')}</Button>}
        </EmptyState>
      }
      after={<TaskDialog open={search.open} onClose={() => change({ open: undefined }, true)} />}
    >
      <Box ref={marking.list} tabIndex={-1} p="sm" pt={0}>
        <Groups tasks={tasks} done={state === 'done'}>
          {task => (
            <TaskRow
              key={task.id}
              task={task}
              ticked={marking.ticked.has(task.id)}
              current={task.id === currentId}
              onToggle={() => marking.toggle(task)}
              onOpen={() => open(task.id)}
              onFocus={() => setCurrent(task.id)}
              withContact
            />
          )}
        </Groups>
        {list.hasNextPage && (
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('task.more')}
          </Button>
        )}
      </Box>
    </ListPage>
  )
}

const idOf = ({ id }: Task) => id

/** Open tasks under a heading for each time they are due. Those that are done are in one list. */
function Groups({
  tasks,
  done,
  children,
}: {
  tasks: Task[]
  done: boolean
  children: (task: Task) => React.ReactNode
}) {
  const { t } = useTranslation('notes')
  const today = useToday()
  if (done)
    return (
      <ul className="task-list" {...rowClicks}>
        {tasks.map(children)}
      </ul>
    )
  return dueGroups.map(group => {
    const rows = tasks.filter(({ due_date }) => dueGroupOf(due_date, today) === group)
    if (rows.length === 0) return null
    return (
      <section key={group} aria-labelledby={`tasks-${group}`}>
        <Title
          order={2}
          size="sm"
          id={`tasks-${group}`}
          mt="sm"
          mb={4}
          c={group === 'late' ? 'var(--mantine-color-error)' : undefined}
        >
          {t(`group.${group}`)} <span className="task-count">{rows.length}</span>
        </Title>
        <ul className="task-list" {...rowClicks}>
          {rows.map(children)}
        </ul>
      </section>
    )
  })
}

function AssigneeFilter({
  value,
  onChange,
}: {
  value: number | undefined
  onChange: (id: number | undefined) => void
}) {
  const { t } = useTranslation('notes')
  const { data: users = [] } = useQuery({ ...usersQuery, staleTime: 60_000, throwOnError: false })
  return (
    <Select
      aria-label={t('page.assignee')}
      placeholder={t('page.assignee')}
      data={users.map(user => ({ value: String(user.id), label: fullName(user) }))}
      value={value === undefined ? null : String(value)}
      searchable
      clearable
      limit={50}
      nothingFoundMessage={t('list.nobody_matches', { ns: 'shell' })}
      clearButtonProps={{ 'aria-label': t('page.any_assignee') }}
      onChange={id => onChange(id === null ? undefined : Number(id))}
    />
  )
}
