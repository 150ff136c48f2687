import { forgetAll, isThere, readAll, remove } from './database.ts'
import { everythingWaiting, waitingNow } from './queue.ts'

/** How many visits of the person who works here are still on the phone. */
export const unsentVisits = async () => ((await isThere()) ? (await waitingNow()).length : 0)

/** Whoever signs out leaves nothing behind. Visits that somebody else recorded here, and that are not sent yet, are theirs. */
export async function clearField() {
  if ('caches' in globalThis) for (const name of await caches.keys()) await caches.delete(name)
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? []
  await Promise.all(workers.map(worker => worker.unregister()))
  if (!(await isThere())) return
  const mine = await waitingNow()
  if ((await everythingWaiting()).length === mine.length) return forgetAll()
  await remove('visits', ...mine.map(({ key }) => key))
  for (const store of ['people', 'lists'] as const)
    await remove(store, ...(await readAll<{ owner: string }>(store)).map(({ owner }) => owner))
  const doors = await readAll<{ owner: string; action_id: number }>('doors')
  await remove('doors', ...doors.map(({ owner, action_id }) => [owner, action_id]))
}
