import { queryOptions } from '@tanstack/react-query'
import { queries } from '../../../api.ts'
import { type Door, doorName, type SentVisit, type WaitingVisit } from '../doors.ts'
import { change, readAll, remove, write } from './database.ts'
import { owner } from './store.ts'

// Visits wait here until the server has confirmed them. The key is made when the button is pressed, so a visit that was sent and whose
// answer got lost is sent again with the same key, and counts once.

const queue_key = ['field', 'waiting']

export const waitingQuery = queryOptions({
  queryKey: queue_key,
  queryFn: waitingNow,
  networkMode: 'always',
  staleTime: Number.POSITIVE_INFINITY,
})

/** How many wait here that somebody else recorded, or the same person in another space. They are neither shown nor sent by anybody else. */
export const elsewhereQuery = queryOptions({
  queryKey: ['field', 'elsewhere'],
  queryFn: async () => (await everythingWaiting()).length - (await waitingNow()).length,
  networkMode: 'always',
})

/** What waits of the person who works here, oldest first. */
export async function waitingNow(): Promise<WaitingVisit[]> {
  const mine = owner()
  return (await everythingWaiting()).filter(one => one.owner === mine)
}

/** What waits on this phone, whoever recorded it. */
export async function everythingWaiting() {
  const rows = await readAll<WaitingVisit>('visits')
  return rows.sort((a, b) => (a.made_at < b.made_at ? -1 : a.made_at > b.made_at ? 1 : 0))
}

/** Puts visits on the disk; they are safe when this returns. */
export async function keepVisits(action_id: number, doors: Door[], said: Omit<SentVisit, 'key' | 'address' | 'date'>) {
  const now = Date.now()
  const rows = doors.map((door, index): WaitingVisit => {
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
      visit: { ...said, key, date: made_at, address: { id: door.id } },
    }
  })
  await write('visits', ...rows)
  await tellQueue()
  return rows
}

/**
 * Takes visits back. One that never left this phone is gone; one that may have reached the server is put down to be withdrawn there:
 * sent once more, which is harmless, to learn its number.
 */
export async function takeBack(rows: WaitingVisit[]) {
  for (const row of rows)
    await change<WaitingVisit>('visits', row.key, there =>
      there && !there.attempted ? 'remove' : { ...row, attempted: true, undone: true },
    )
  await tellQueue()
}

/** Notes that these are about to be sent, and answers those that are still here: some may have been taken back meanwhile. */
export async function aboutToSend(keys: string[]): Promise<WaitingVisit[]> {
  for (const key of keys)
    await change<WaitingVisit>('visits', key, row => (row ? { ...row, attempted: true } : undefined))
  return (await waitingNow()).filter(({ key }) => keys.includes(key))
}

/** The server has confirmed it: it goes, unless it was taken back meanwhile. */
export async function confirmSent(key: string) {
  let gone = true
  await change<WaitingVisit>('visits', key, row => {
    gone = !row?.undone
    return gone && row ? 'remove' : undefined
  })
  return gone
}

export async function dropVisits(...keys: string[]) {
  await remove('visits', ...keys)
  await tellQueue()
}

/** What was thrown away comes back. */
export async function putBack(...rows: WaitingVisit[]) {
  await write('visits', ...rows)
  await tellQueue()
}

export async function markRefused(key: string, refusal: string) {
  await change<WaitingVisit>('visits', key, row => row && { ...row, refusal })
  await tellQueue()
}

export async function tryRefusedAgain() {
  for (const { key, refusal } of await waitingNow())
    if (refusal) await change<WaitingVisit>('visits', key, row => row && { ...row, refusal: undefined })
  await tellQueue()
}

export async function tellQueue() {
  queries.setQueryData(queue_key, await waitingNow())
}
