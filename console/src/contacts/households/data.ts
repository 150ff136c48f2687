import { queryOptions } from '@tanstack/react-query'
import { type Household, muster, type Operations, queries } from '../../api.ts'

export type NewHousehold = Operations['households.create']['args']['data']
export type HouseholdChange = Operations['households.update']['args']['data']

/** The household of a contact; null if the contact is in none. */
export const householdQuery = (contact_id: number) =>
  queryOptions({
    queryKey: ['contacts', contact_id, 'household'],
    queryFn: async ({ signal }) => (await muster.households.readOfContact({ id: contact_id }, { signal })).data,
    throwOnError: false,
  })

/** Reads the households of these contacts again. */
const refresh = (contact_ids: number[]) =>
  Promise.all(contact_ids.map(id => queries.invalidateQueries({ queryKey: ['contacts', id, 'household'] })))

export async function createHousehold(household: NewHousehold) {
  const { data } = await muster.households.create({ data: household })
  await refresh(data.contact_ids)
  return data
}

export async function changeHousehold({ id, contact_ids }: Household, change: HouseholdChange) {
  const { data } = await muster.households.update({ id, data: change })
  await refresh([...contact_ids, ...data.contact_ids])
  return data
}
