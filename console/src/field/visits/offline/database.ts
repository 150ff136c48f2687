import type { DBSchema, StoreKey, StoreNames, StoreValue } from 'idb'
import type { Operations } from '../../../api.ts'
import { deviceDatabase } from '../../../components/device_database.ts'
import { mayStore, SignedOutError } from '../../../components/device_storage.ts'
import type { FieldAction, FieldDoors, QueuedVisit } from '../doors.ts'

// What the field app keeps on the phone, in the browser's own database.

export type Me = Operations['me.read']['response']['data']

interface FieldDatabase extends DBSchema {
  /** The signed-in user, so that the app opens offline. */
  people: { key: string; value: { owner: string; me: Me; since: string } }
  /** The actions of a user, in one row. */
  lists: { key: string; value: { owner: string; actions: FieldAction[] } }
  /** The doors of an action as they were loaded. */
  doors: { key: [owner: string, action_id: number]; value: FieldDoors }
  /** Visits that the server has not confirmed yet. */
  visits: { key: string; value: QueuedVisit }
}

export type Store = StoreNames<FieldDatabase>
type Key<Name extends Store> = StoreKey<FieldDatabase, Name>
type Row<Name extends Store> = StoreValue<FieldDatabase, Name>

const database = deviceDatabase<FieldDatabase>('muster-field', created => {
  created.createObjectStore('people', { keyPath: 'owner' })
  created.createObjectStore('lists', { keyPath: 'owner' })
  created.createObjectStore('doors', { keyPath: ['owner', 'action_id'] })
  created.createObjectStore('visits', { keyPath: 'key' })
})
let deleted = false

/** Refused once it was deleted: opening would create it again. */
async function open() {
  if (deleted) throw new SignedOutError()
  return database.open()
}

/** A write counts only once it is on the disk. */
const writing = async <Name extends Store>(store: Name) =>
  (await open()).transaction(store, 'readwrite', { durability: 'strict' })

export const readRow = async <Name extends Store>(store: Name, key: Key<Name>) => (await open()).get(store, key)

export const readRows = async <Name extends Store>(store: Name) => (await open()).getAll(store)

export async function writeRows<Name extends Store>(store: Name, ...rows: Row<Name>[]) {
  const transaction = await writing(store)
  refuseAfterSignOut()
  await Promise.all([...rows.map(row => transaction.store.put(row)), transaction.done])
}

export async function deleteRows<Name extends Store>(store: Name, ...keys: Key<Name>[]) {
  const transaction = await writing(store)
  await Promise.all([...keys.map(key => transaction.store.delete(key)), transaction.done])
}

/** Computes a row from the stored one in a single transaction, so that two tabs do not overwrite each other. Undefined changes nothing. */
export async function updateRow<Name extends Store>(
  store: Name,
  key: Key<Name>,
  next: (row: Row<Name> | undefined) => Row<Name> | 'remove' | undefined,
) {
  const transaction = await writing(store)
  refuseAfterSignOut()
  const row = next(await transaction.store.get(key))
  if (row === 'remove') await transaction.store.delete(key)
  else if (row) await transaction.store.put(row)
  await transaction.done
}

export const databaseExists = database.exists

function refuseAfterSignOut() {
  if (!mayStore()) throw new SignedOutError()
}

export async function deleteDatabase() {
  deleted = true
  await database.remove()
}
