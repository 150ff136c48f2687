import { databaseExists, deleteDatabase, deleteRows, readRows } from './database.ts'
import { allQueuedVisits, queuedVisits } from './queue.ts'

/** How many visits of the person who works here are still on the phone. */
export const unsentVisits = async () => ((await databaseExists()) ? (await queuedVisits()).length : 0)

/** Whoever signs out leaves nothing behind. Visits that somebody else recorded here, and that are not sent yet, are theirs. */
export async function clearOfflineData() {
  if ('caches' in globalThis) for (const name of await caches.keys()) await caches.delete(name)
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? []
  await Promise.all(workers.map(worker => worker.unregister()))
  if (!(await databaseExists())) return
  const mine = await queuedVisits()
  if ((await allQueuedVisits()).length === mine.length) return deleteDatabase()
  await deleteRows('visits', ...mine.map(({ key }) => key))
  for (const store of ['people', 'lists'] as const)
    await deleteRows(store, ...(await readRows<{ owner: string }>(store)).map(({ owner }) => owner))
  const doors = await readRows<{ owner: string; action_id: number }>('doors')
  await deleteRows('doors', ...doors.map(({ owner, action_id }) => [owner, action_id]))
}
