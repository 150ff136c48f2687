import { endStoring } from '../../../components/device_storage.ts'
import { deleteKeptTiles } from '../../../map/tiles/tile_store.ts'
import { forgetWalks } from '../walk_memory.ts'
import { databaseExists, deleteDatabase, deleteRows, readRows } from './database.ts'
import { allQueuedVisits, queuedVisits } from './queue.ts'

/** How many visits of the signed-in user are not sent yet. */
export const unsentVisits = async () => ((await databaseExists()) ? (await queuedVisits()).length : 0)

/** Removes everything this app stored, except visits that another user recorded here and that are not sent yet. */
export async function clearOfflineData() {
  endStoring()
  forgetWalks()
  // Each by itself, without anything to load: what one of them cannot remove must not keep the others on the device.
  const outcomes = await Promise.allSettled([clearFieldData(), deleteKeptTiles(), removeWorkers()])
  for (const outcome of outcomes) if (outcome.status === 'rejected') console.warn(outcome.reason)
}

async function removeWorkers() {
  if ('caches' in globalThis) for (const name of await caches.keys()) await caches.delete(name)
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? []
  await Promise.all(workers.map(worker => worker.unregister()))
}

async function clearFieldData() {
  if (!(await databaseExists())) return
  const mine = await queuedVisits()
  if ((await allQueuedVisits()).length === mine.length) return deleteDatabase()
  await deleteRows('visits', ...mine.map(({ key }) => key))
  for (const store of ['people', 'lists'] as const)
    await deleteRows(store, ...(await readRows(store)).map(({ owner }) => owner))
  await deleteRows('doors', ...(await readRows('doors')).map(doorsKey))
}

const doorsKey = ({ owner, action_id }: { owner: string; action_id: number }): [string, number] => [owner, action_id]
