import { queryOptions } from '@tanstack/react-query'
import { type IdentityProvider, muster, queries } from '../../api.ts'

const providers_max = 100

export const providersQuery = queryOptions({
  queryKey: ['identity_providers', 'all'],
  queryFn: async ({ signal }) => (await muster.identity_providers.list({ limit: providers_max }, { signal })).data,
})

export const providerQuery = (id: number) =>
  queryOptions({
    queryKey: ['identity_providers', id],
    queryFn: async ({ signal }) => (await muster.identity_providers.read({ id }, { signal })).data,
    initialData: () => queries.getQueryData<IdentityProvider[]>(providersQuery.queryKey)?.find(one => one.id === id),
    initialDataUpdatedAt: () => queries.getQueryState(providersQuery.queryKey)?.dataUpdatedAt,
  })

export async function refresh<T>(write: Promise<T>): Promise<T> {
  const done = await write
  await queries.invalidateQueries({ queryKey: ['identity_providers'] })
  return done
}

/** Whether people can sign in, or what is missing. */
export const stateOf = ({ enabled, verified_at }: IdentityProvider) =>
  verified_at === null ? 'unproved' : enabled ? 'on' : 'off'

export interface ProviderSearch {
  open?: number | 'new' | undefined
}

export const parseProviderSearch = ({ open }: Record<string, unknown>): ProviderSearch => ({
  ...((typeof open === 'number' || open === 'new') && { open }),
})
