import { queryOptions } from '@tanstack/react-query'
import { muster } from '../api.ts'

const shown_max = 100
const actions_max = 6

const today = () => new Date().toISOString().slice(0, 10)

/** The current actions that the user can see. */
export const currentActionsQuery = queryOptions({
  queryKey: ['actions', 'running', today()],
  queryFn: async ({ signal }) =>
    (await muster.actions.list({ from: today(), to: today(), limit: actions_max }, { signal })).data.ActionsAggreg,
})

/** The last imports with refused rows. */
export const refusedImportsQuery = queryOptions({
  queryKey: ['imports', 'refused'],
  queryFn: async ({ signal }) =>
    (await muster.imports.list({ limit: shown_max }, { signal })).data.filter(
      ({ state, run, forgotten_at }) => state === 'done' && forgotten_at === null && (run?.refused ?? 0) > 0,
    ),
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
