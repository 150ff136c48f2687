import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { muster } from '../../api.ts'
import { useMe } from '../../use_me.ts'
import { ledgerSettingsQuery } from './data.ts'

const spaceSirenQuery = (id: number) =>
  queryOptions({
    queryKey: ['spaces', id, 'siren'],
    queryFn: async ({ signal }) => (await muster.spaces.read({ id }, { signal })).data.siren,
  })

/** The SIREN that the tax file is named after: that of the ledger, or else of the space. */
export function useSiren() {
  const { data: own } = useSuspenseQuery(spaceSirenQuery(useMe().space.id))
  return useSuspenseQuery(ledgerSettingsQuery).data.settings.siren || own
}
