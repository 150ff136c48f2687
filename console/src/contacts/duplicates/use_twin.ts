import { queryOptions, useQuery } from '@tanstack/react-query'
import { muster } from '../../api.ts'
import { useMe } from '../../use_me.ts'

const twinsQuery = (id: number) =>
  queryOptions({
    queryKey: ['duplicates', 'of', id],
    queryFn: async ({ signal }) => (await muster.duplicates.listOfContact({ id }, { signal })).data,
    throwOnError: false,
    staleTime: 60_000,
  })

/** Another contact that is likely the same person, for users who may merge them; `known` as soon as that is clear. */
export function useTwin(id: number) {
  const { may } = useMe()
  const merges = may('contacts:write')
  const { data: twins = [], isPending } = useQuery({ ...twinsQuery(id), enabled: merges })
  return { twin: twins.find(({ strength }) => strength !== 'possible')?.contact, known: !merges || !isPending }
}
