import { queryOptions } from '@tanstack/react-query'
import { muster } from '../api.ts'

/** Where the doors of actions are. */
export const actionPlacesQuery = queryOptions({
  queryKey: ['actions', 'places'],
  queryFn: async ({ signal }) => {
    const { data } = await muster.actions.list({ limit: 100 }, { signal })
    return data.ActionsAggreg.flatMap(({ Action }) => Action.Addresses)
      .filter(({ latitude, longitude }) => latitude !== '' && longitude !== '')
      .map(({ latitude, longitude }) => ({ latitude: Number(latitude), longitude: Number(longitude) }))
  },
  throwOnError: false,
})
