import { queryOptions } from '@tanstack/react-query'
import { ApiError, muster } from '../../api.ts'

/** A contact known to live at a door. */
export interface Resident {
  id: number
  name: string
  address_id: number | null
  left_alone: boolean
}

const page_size = 1000
const residents_max = 5000

/** The contacts at the doors of an action: names only, and none for users who may not see them. */
export async function residentsOf(id: number): Promise<Resident[]> {
  const found: Resident[] = []
  try {
    for (let cursor: string | undefined; ; ) {
      const { data } = await muster.action_contacts.list({ id, limit: page_size, ...(cursor && { cursor }) })
      for (const { id, firstname, surname, address_id, black_list } of data.contacts)
        found.push({ id, name: `${firstname} ${surname}`.trim(), address_id, left_alone: black_list })
      if (!data.next_cursor || found.length >= residents_max) return found
      cursor = data.next_cursor
    }
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return []
    throw error
  }
}

export const residentsQuery = (id: number) =>
  queryOptions({ queryKey: ['actions', id, 'residents'], queryFn: () => residentsOf(id) })

/** The names of the contacts by address, without those who asked not to be contacted. */
export const residentNamesQuery = (id: number) => queryOptions({ ...residentsQuery(id), select: namesByDoor })

export function namesByDoor(residents: Resident[]) {
  const named = residents.filter(({ name, left_alone }) => name && !left_alone)
  const byDoor = Map.groupBy(named, ({ address_id }) => address_id ?? 0)
  return new Map([...byDoor].map(([address_id, people]) => [address_id, people.map(({ name }) => name)]))
}
