import { useQueries, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Action } from '../api.ts'
import { formatNearDay, formatNumber } from '../components/formats.ts'
import { useToday } from '../contacts/tasks/use_today.ts'
import { startTurfQuery } from '../field/action_addresses/own_turf.ts'
import { statisticsQuery } from '../field/actions/data.ts'
import { doorProgress, doorsLeft } from '../field/actions/progress.ts'
import { useMe } from '../use_me.ts'
import { currentActionsQuery, myTasksQuery } from './data.ts'
import { type Queue, type QueueKind, type QueueSource, sourceOf } from './queue.ts'

const quietly = { throwOnError: false } as const
const actions_shown = 3

/** Doors left in the actions of the user, and their tasks. */
export const useFieldQueues = (wants: (kind: QueueKind) => boolean): QueueSource[] => [
  useDoors(wants('doors')),
  useTasks(wants('tasks')),
]

/** One queue for each current action that the user is in or created. */
function useDoors(enabled: boolean): QueueSource {
  const { t } = useTranslation('home')
  const { user, may } = useMe()
  const actions = useQuery({ ...currentActionsQuery, ...quietly, enabled })
  const mine = actions.data?.map(({ Action }) => Action).filter(action => isMine(action, user.id)) ?? []
  const shown = enabled ? mine.slice(0, actions_shown) : []
  const statistics = useQueries({ queries: shown.map(({ id }) => ({ ...statisticsQuery(id), ...quietly })) })
  // The field app opens in the turf of the user.
  const walks = !may('actions:read')
  const turfs = useQueries({
    queries: shown.map(action => ({ ...startTurfQuery(action, user.id), ...quietly, enabled: walks })),
  })
  const queues = shown.map(({ id, name, end }, place): Queue | undefined => {
    const [all, turf] = [statistics[place]?.data, turfs[place]?.data]
    if (!all || (walks && turf === undefined)) return undefined
    const counts = turf ?? all
    const params = { id: String(id) }
    return {
      id: `doors ${id}`,
      kind: 'doors',
      count: doorsLeft(counts),
      title: t('doors.title', { count: doorsLeft(counts), name }),
      reason: [
        ...(turf ? [t('turf', { ns: 'field', turf: turf.name })] : []),
        t('progress', { ns: 'field', ...doorProgress(counts) }),
        ...(end ? [t('doors.until', { day: formatNearDay(end) })] : []),
      ].join(' · '),
      action: t(may('actions:read') ? 'doors.action' : 'doors.walk'),
      place: may('actions:read')
        ? { to: '/actions/$id', params, search: { tab: 'addresses', state: 'todo' } }
        : { to: '/field/$id', params },
    }
  })
  return sourceOf('doors', [actions, ...statistics, ...(walks ? turfs : [])], queues)
}

const isMine = ({ Users, Teams, created_by }: Action, me: number) =>
  created_by === me ||
  [...Users, ...Teams.flatMap(({ userswithactive }) => userswithactive)].some(({ id }) => id === me)

function useTasks(enabled: boolean): QueueSource {
  const { t } = useTranslation('home')
  const found = useQuery({ ...myTasksQuery, ...quietly, enabled })
  const today = useToday()
  const tasks = found.data?.data ?? []
  const late = tasks.filter(({ due_date }) => due_date !== null && due_date < today).length
  const [first] = tasks
  const queue = {
    id: 'tasks',
    kind: 'tasks' as const,
    count: tasks.length,
    more: Boolean(found.data?.next_cursor),
    title: t('tasks.title', { count: tasks.length }),
    reason: first?.title ?? '',
    alert: late > 0 ? t('tasks.late', { count: late, shown: formatNumber(late) }) : undefined,
    action: t('tasks.action'),
    place: { to: '/tasks' },
  }
  return sourceOf('tasks', [found], [queue])
}
