import { queryOptions } from '@tanstack/react-query'
import { muster } from '../api.ts'

const list_max = 1000

export const usersQuery = queryOptions({
  queryKey: ['users', 'all'],
  queryFn: async ({ signal }) => (await muster.users.list({ limit: list_max }, { signal })).data.users,
})

/** Teams, state and last visit of the users. */
export const membersQuery = queryOptions({
  queryKey: ['users', 'members'],
  queryFn: async ({ signal }) => (await muster.members.list({ limit: list_max }, { signal })).data,
})

export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: async ({ signal }) => (await muster.roles.list({}, { signal })).data.roles,
})

export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: async ({ signal }) => (await muster.invitations.list({ limit: list_max }, { signal })).data.invitations,
})

export const spaceQuery = (id: number) =>
  queryOptions({
    queryKey: ['spaces', id],
    queryFn: async ({ signal }) => (await muster.spaces.read({ id }, { signal })).data,
  })
