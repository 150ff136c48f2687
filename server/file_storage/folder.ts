import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '../config.ts'
import { type ByteRange, type FileStorage, isStorageKey, type LocalFile, StorageError } from './storage.ts'

export const storageFolder = ({ DATA_DIR }: Config) => join(DATA_DIR, 'files')

/** Files in a folder of this machine, one folder per space. */
export class FolderStorage implements FileStorage {
  readonly location: string

  constructor(folder: string) {
    this.location = folder
  }

  async put(key: string, { path }: LocalFile) {
    const target = this.#pathOf(key)
    try {
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await syncFile(path)
      await rename(path, target)
      // The name is durable only after its folder is synced.
      await syncFile(dirname(target))
    } catch (error) {
      throw storageError(error)
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const path = this.#pathOf(key)
    try {
      return (await open(path, 'r')).createReadStream(range)
    } catch (error) {
      return ifMissing(error)
    }
  }

  async sizeOf(key: string) {
    const path = this.#pathOf(key)
    try {
      return (await stat(path)).size
    } catch (error) {
      return ifMissing(error)
    }
  }

  async remove(key: string) {
    await rm(this.#pathOf(key), { force: true }).catch(error => {
      throw storageError(error)
    })
  }

  #pathOf(key: string) {
    if (!isStorageKey(key)) throw new Error('not a storage key')
    return join(this.location, key)
  }
}

async function syncFile(path: string) {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function ifMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw storageError(error)
}

const storageError = (cause: unknown) => new StorageError('the folder of files cannot be used', { cause })
