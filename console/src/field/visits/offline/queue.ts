import { queryOptions } from '@tanstack/react-query'
import { queries } from '../../../api.ts'
import { type Door, doorName, type QueuedVisit, type VisitInput } from '../doors.ts'
import { deleteRows, readRows, updateRow, writeRows } from './database.ts'
import { owner } from './store.ts'

// Visits wait here until the server has confirmed them. The key is made when the button is pressed, so a visit that was sent and whose
// answer got lost is sent again with the same key, and counts once.

const queue_key = ['field', 'waiting']

export const queuedVisitsQuery = queryOptions({
  queryKey: queue_key,
  queryFn: queuedVisits,
  networkMode: 'always',
  staleTime: Number.POSITIVE_INFINITY,
})

/** How many wait here that somebody else recorded, or the same person in another space. They are neither shown nor sent by anybody else. */
export const otherAccountsQuery = queryOptions({
  queryKey: ['field', 'elsewhere'],
  queryFn: async () => (await allQueuedVisits()).length - (await queuedVisits()).length,
  networkMode: 'always',
})

/** What waits of the person who works here, oldest first. */
export async function queuedVisits(): Promise<QueuedVisit[]> {
  const mine = owner()
  return (await allQueuedVisits()).filter(one => one.owner === mine)
}

/** What waits on this phone, whoever recorded it. */
export async function allQueuedVisits() {
  const rows = await readRows('visits')
  return rows.sort((a, b) => (a.made_at < b.made_at ? -1 : a.made_at > b.made_at ? 1 : 0))
}

/** Puts visits on the disk; they are safe when this returns. */
export async function enqueueVisits(action_id: number, doors: Door[], visit: VisitInput) {
  const now = Date.now()
  const rows = doors.map((door, index): QueuedVisit => {
    const key = crypto.randomUUID()
    // One after the other, so that the order stays.
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
 * Takes visits back. One that never left this phone is gone; one that may have reached the server is put down to be withdrawn there:
 * sent once more, which is harmless, to learn its number.
 */
export async function undoVisits(rows: QueuedVisit[]) {
  for (const row of rows)
    await updateRow('visits', row.key, there =>
      there && !there.attempted ? 'remove' : { ...row, attempted: true, undone: true },
    )
  await refreshQueue()
}

/** Notes that these are about to be sent, and answers those that are still here: some may have been taken back meanwhile. */
export async function markAttempted(keys: string[]): Promise<QueuedVisit[]> {
  for (const key of keys) await updateRow('visits', key, row => (row ? { ...row, attempted: true } : undefined))
  return (await queuedVisits()).filter(({ key }) => keys.includes(key))
}

/** The server has confirmed it: it goes, unless it was taken back meanwhile. */
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

/** What was thrown away comes back. */
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
