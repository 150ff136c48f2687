import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'

/** A database in the browser. Opened at the first use, and again after another tab deleted it. */
export function deviceDatabase<Schema extends DBSchema>(
  name: string,
  createStores: (database: IDBPDatabase<Schema>) => void,
) {
  let opening: Promise<IDBPDatabase<Schema>> | undefined
  const forget = () => {
    opening = undefined
  }

  function open() {
    opening ??= openDB<Schema>(name, 1, {
      upgrade: createStores,
      // Another tab deletes the database: this one must not block it.
      blocking: (_current, _blocked, event) => {
        forget()
        if (event.target instanceof IDBDatabase) event.target.close()
      },
      terminated: forget,
    }).catch(error => {
      forget()
      throw error
    })
    return opening
  }

  /** Whether it exists, without creating it. */
  async function exists(): Promise<boolean> {
    if (!('indexedDB' in globalThis)) return false
    if (!indexedDB.databases) return true
    return (await indexedDB.databases()).some(database => database.name === name)
  }

  async function remove() {
    // Before looking: a download may be creating it.
    const database = await opening?.catch(() => undefined)
    database?.close()
    forget()
    if (!(await exists())) return
    // Resolves also while another tab still holds the database, which then closes it.
    await new Promise<void>((resolve, reject) => deleteDB(name, { blocked: () => resolve() }).then(resolve, reject))
  }

  return { open, exists, remove }
}
