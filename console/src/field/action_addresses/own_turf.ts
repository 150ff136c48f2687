import { queryOptions } from '@tanstack/react-query'
import { type Action, type ListedAddress, muster } from '../../api.ts'
import type { StreetAddress } from './sides.ts'
import { type Turf, turfIndexOf, turfsOf } from './turfs.ts'

export interface UserTurf extends Turf {
  /** Whether a team of the user has it. */
  mine: boolean
}

/** The turfs of an action, and which of them a team of the user has. */
export function turfsForUser({ polygon, Teams }: Action, user_id: number | undefined): UserTurf[] {
  const own = Teams.filter(({ userswithactive }) => userswithactive.some(({ id }) => id === user_id))
  const ids = new Set(own.map(({ id }) => id))
  return turfsOf(polygon).map(turf => ({ ...turf, mine: turf.team_ids.some(id => ids.has(id)) }))
}

/** Where the user begins: the first turf of their teams with doors to do. */
export function startTurf(turfs: UserTurf[], left: Pick<StreetAddress, 'latitude' | 'longitude'>[]) {
  const own = turfs.flatMap(({ mine }, index) => (mine ? [index] : []))
  const open = new Set(left.map(door => turfIndexOf(turfs, door)))
  return own.find(index => open.has(index)) ?? own[0]
}

const [page_size, addresses_max] = [1000, 5000]

/** The progress of the turf where the user begins; null if none is theirs. */
export const startTurfQuery = (action: Action, user_id: number) =>
  queryOptions({
    queryKey: ['actions', action.id, 'turf', user_id],
    queryFn: async ({ signal }) => {
      const turfs = turfsForUser(action, user_id)
      if (!turfs.some(({ mine }) => mine)) return null
      const addresses = await addressesOf(action.id, signal)
      const index = startTurf(
        turfs,
        addresses.filter(({ visits }) => visits === 0),
      )
      const here = addresses.filter(address => turfIndexOf(turfs, address) === index)
      const name = index === undefined ? '' : (turfs[index]?.name ?? '')
      return { name, addresses: here.length, addresses_visited: here.filter(({ visits }) => visits > 0).length }
    },
  })

async function addressesOf(id: number, signal: AbortSignal) {
  const found: ListedAddress[] = []
  for (let cursor: string | undefined; ; ) {
    const { data } = await muster.action_addresses.list({ id, limit: page_size, ...(cursor && { cursor }) }, { signal })
    found.push(...data.addresses)
    if (!data.next_cursor || found.length >= addresses_max) return found
    cursor = data.next_cursor
  }
}
