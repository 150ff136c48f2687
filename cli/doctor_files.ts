import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../server/config.ts'
import { openStorage, s3Settings } from '../server/file_storage/open.ts'
import type { FileStorage } from '../server/file_storage/storage.ts'
import type { Finding } from './doctor_hosts.ts'

const about = 'files'

/** Where the files of contacts are, and whether that can be used. */
export async function checkFiles(config: Config): Promise<Finding> {
  const storage = await openStorage(config)
  if (!s3Settings(config)) return folderFinding(config, storage.location)
  try {
    await tryStorage(storage)
    return { state: 'ok', about, text: `Files can be written to, read from and deleted in ${storage.location}.` }
  } catch (error) {
    const { message, cause } = error as Error
    const reason = cause instanceof Error ? `${message}: ${cause.message}` : message
    return { state: 'fail', about, text: `${storage.location} cannot be used (${reason}). Check the S3 settings.` }
  }
}

function folderFinding({ DATABASE_URL }: Config, folder: string): Finding {
  const text = `Files ${existsSync(folder) ? 'are' : 'will be'} in ${folder}.`
  // Only with a database of its own can an installation have several machines.
  const several = ' If several machines run Muster, set S3_ENDPOINT, or let them share this folder.'
  return { state: 'ok', about, text: `${text}${DATABASE_URL ? several : ''}` }
}

/** Writes, reads and deletes a small file. Space 1 is the first of every installation; the key is new. */
async function tryStorage(storage: FileStorage) {
  const key = `1/${randomUUID()}`
  const contents = `Muster wrote this to check the storage, ${key}.\n`
  const folder = await mkdtemp(join(tmpdir(), 'muster-doctor-'))
  try {
    const path = join(folder, 'check')
    await writeFile(path, contents)
    const sha256 = createHash('sha256').update(contents).digest('hex')
    await storage.put(key, { path, bytes: Buffer.byteLength(contents), sha256 })
    const stored = await storage.read(key)
    const parts = stored ? await stored.toArray() : []
    await storage.remove(key)
    if (Buffer.concat(parts).toString() !== contents) throw new Error('what was written was not read again')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
