// What the phone keeps for the stairwell, where there is no line: in the browser's own database, on this phone only.

const name = 'muster-field'
const stores = {
  /** Whoever works here, so that the app opens without a line. */
  people: 'owner',
  /** The actions of that person, one row a person. */
  lists: 'owner',
  /** The doors of an action, as they were loaded. */
  doors: ['owner', 'action_id'],
  /** Visits that the server has not confirmed yet. */
  visits: 'key',
} as const

export type Store = keyof typeof stores

let opening: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => {
      for (const [store, keyPath] of Object.entries(stores))
        request.result.createObjectStore(store, { keyPath: keyPath as string | string[] })
    }
    request.onsuccess = () => {
      // Another tab that wants to clear everything is not held up by this one.
      request.result.onversionchange = () => {
        request.result.close()
        opening = undefined
      }
      resolve(request.result)
    }
    request.onerror = () => reject(request.error)
  }).catch(error => {
    opening = undefined
    throw error
  })
  return opening
}

/** Does something in one transaction; what it answers counts only once everything is on the disk. */
async function within<T>(
  store: Store,
  mode: IDBTransactionMode,
  act: (objects: IDBObjectStore) => IDBRequest<T> | undefined,
): Promise<T> {
  const database = await open()
  return new Promise<T>((resolve, reject) => {
    const transaction = database.transaction(store, mode, { durability: 'strict' })
    const request = act(transaction.objectStore(store))
    transaction.oncomplete = () => resolve(request?.result as T)
    transaction.onabort = () => reject(transaction.error)
    transaction.onerror = () => reject(transaction.error)
  })
}

export const readRow = <T>(store: Store, key: IDBValidKey) =>
  within<T | undefined>(store, 'readonly', objects => objects.get(key))

export const readRows = <T>(store: Store) => within<T[]>(store, 'readonly', objects => objects.getAll())

export const writeRows = (store: Store, ...rows: object[]) =>
  within<unknown>(store, 'readwrite', objects => {
    for (const row of rows) objects.put(row)
    return undefined
  })

export const deleteRows = (store: Store, ...keys: IDBValidKey[]) =>
  within<unknown>(store, 'readwrite', objects => {
    for (const key of keys) objects.delete(key)
    return undefined
  })

/** Makes one row out of what is there, in one transaction, so that two tabs do not cross. Undefined leaves it as it is. */
export const updateRow = <Row extends object>(
  store: Store,
  key: IDBValidKey,
  next: (row: Row | undefined) => Row | 'remove' | undefined,
) =>
  within<unknown>(store, 'readwrite', objects => {
    const request = objects.get(key)
    request.onsuccess = () => {
      const row = next(request.result as Row | undefined)
      if (row === 'remove') objects.delete(key)
      else if (row) objects.put(row)
    }
    return undefined
  })

/** Whether anything was ever kept here, without making the database by asking. */
export async function databaseExists(): Promise<boolean> {
  if (!('indexedDB' in globalThis)) return false
  if (!indexedDB.databases) return true
  return (await indexedDB.databases()).some(database => database.name === name)
}

export async function deleteDatabase() {
  const database = await opening?.catch(() => undefined)
  database?.close()
  opening = undefined
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error)
    request.onblocked = () => resolve()
  })
}
