import { queryOptions } from '@tanstack/react-query'
import { queries } from '../../../api.ts'
import { type Door, doorName, type QueuedVisit, type VisitInput } from '../doors.ts'
import { deleteRows, readRows, updateRow, writeRows } from './database.ts'
import { owner } from './store.ts'

// Visits stay here until the server has confirmed them. The key is created when the button is pressed, so a visit whose answer was lost is
// sent again with the same key and counts once.

const queue_key = ['field', 'waiting']

export const queuedVisitsQuery = queryOptions({
  queryKey: queue_key,
  queryFn: queuedVisits,
  networkMode: 'always',
  staleTime: Number.POSITIVE_INFINITY,
})

/** How many queued visits belong to another account or space. They are neither shown nor sent. */
export const otherAccountsQuery = queryOptions({
  queryKey: ['field', 'elsewhere'],
  queryFn: async () => (await allQueuedVisits()).length - (await queuedVisits()).length,
  networkMode: 'always',
})

/** The queued visits of the signed-in user, oldest first. */
export async function queuedVisits(): Promise<QueuedVisit[]> {
  const mine = owner()
  return (await allQueuedVisits()).filter(one => one.owner === mine)
}

/** The queued visits of all users of this phone. */
export async function allQueuedVisits() {
  const rows = await readRows('visits')
  return rows.sort((a, b) => (a.made_at < b.made_at ? -1 : a.made_at > b.made_at ? 1 : 0))
}

/** Stores visits; they are on the disk when this returns. */
export async function enqueueVisits(action_id: number, doors: Door[], visit: VisitInput) {
  const now = Date.now()
  const rows = doors.map((door, index): QueuedVisit => {
    const key = crypto.randomUUID()
    // Distinct times keep the order.
    const made_at = new Date(now + index).toISOString()
    return {
      key,
      owner: owner(),
      action_id,
      address_id: door.id,
      label: `${doorName(door)}, ${door.street}`,
      made_at,
      visit: { ...visit, key, date: made_at, address: { id: door.id } },
    }
  })
  await writeRows('visits', ...rows)
  await refreshQueue()
  return rows
}

/**
 * Undoes visits. One that was never sent is removed; one that may have reached the server is marked, sent again to learn its id, and then
 * withdrawn there. Returns the visits of the second kind.
 */
export async function undoVisits(rows: QueuedVisit[]) {
  const withdrawn: QueuedVisit[] = []
  for (const row of rows)
    await updateRow('visits', row.key, there => {
      if (there && !there.attempted) return 'remove'
      withdrawn.push(row)
      return { ...row, attempted: true, undone: true }
    })
  await refreshQueue()
  return withdrawn
}

/** Marks visits as attempted and returns those still queued: some may have been undone meanwhile. */
export async function markAttempted(keys: string[]): Promise<QueuedVisit[]> {
  for (const key of keys) await updateRow('visits', key, row => (row ? { ...row, attempted: true } : undefined))
  return (await queuedVisits()).filter(({ key }) => keys.includes(key))
}

/** Removes a confirmed visit, unless it was undone meanwhile. */
export async function dequeueSent(key: string) {
  let gone = true
  await updateRow('visits', key, row => {
    gone = !row?.undone
    return gone && row ? 'remove' : undefined
  })
  return gone
}

export async function removeVisits(...keys: string[]) {
  await deleteRows('visits', ...keys)
  await refreshQueue()
}

/** Restores discarded visits. */
export async function requeueVisits(...rows: QueuedVisit[]) {
  await writeRows('visits', ...rows)
  await refreshQueue()
}

export async function markRefused(key: string, refusal: string) {
  await updateRow('visits', key, row => row && { ...row, refusal })
  await refreshQueue()
}

export async function retryRefused() {
  for (const { key, refusal } of await queuedVisits())
    if (refusal) await updateRow('visits', key, row => row && { ...row, refusal: undefined })
  await refreshQueue()
}

export async function refreshQueue() {
  queries.setQueryData(queue_key, await queuedVisits())
}
