import { queryOptions } from '@tanstack/react-query'
import { muster } from '../api.ts'
import type { Filters } from '../money/transaction_bundles/search_params.ts'

const actions_max = 20
const tasks_max = 100
/** How many payments of a queue are read, to name one or to add them up. */
const payments_max = 20
/** The eight weeks before this one, and this one. */
const weeks_read = 9
const day_ms = 86_400_000

export const today = () => new Date().toISOString().slice(0, 10)

/** The current actions that the user can see. */
export const currentActionsQuery = queryOptions({
  queryKey: ['actions', 'running', today()],
  queryFn: async ({ signal }) =>
    (await muster.actions.list({ from: today(), to: today(), limit: actions_max }, { signal })).data.ActionsAggreg,
})

/** The number of payments with these filters, as their list counts them, and the first of them. */
export const waitingPaymentsQuery = (filters: Filters) =>
  queryOptions({
    queryKey: ['payments', 'queue', filters],
    queryFn: ({ signal }) => muster.transaction_bundles.list({ ...filters, limit: payments_max }, { signal }),
  })

/** The open tasks of the user, the earliest due date first. */
export const myTasksQuery = queryOptions({
  queryKey: ['tasks', 'mine'],
  queryFn: ({ signal }) => muster.tasks.list({ state: 'open', limit: tasks_max }, { signal }),
})

export const contactCountQuery = queryOptions({
  queryKey: ['contacts', 'count'],
  queryFn: async ({ signal }) => (await muster.contacts.list({ limit: 1 }, { signal })).total,
})

/** Whether the space has other users. */
export const hasColleaguesQuery = queryOptions({
  queryKey: ['users', 'company'],
  queryFn: async ({ signal }) => (await muster.users.list({ limit: 2 }, { signal })).data.users.length > 1,
})

/** What changed since the beginning of yesterday. */
export const recentChangesQuery = queryOptions({
  queryKey: ['activity'],
  queryFn: async ({ signal }) => {
    const midnight = new Date()
    midnight.setHours(0, 0, 0, 0)
    const since = new Date(midnight.getTime() - day_ms).toISOString()
    return (await muster.activity.list({ since }, { signal })).data
  },
})

export const visitWeeksQuery = queryOptions({
  queryKey: ['actions', 'weeks'],
  queryFn: async ({ signal }) => (await muster.visit_weeks.list({ weeks: weeks_read }, { signal })).data,
})
