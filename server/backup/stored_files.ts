import { type Static, Type } from 'typebox'
import type { Session } from '../db/sql.ts'
import { IncomingFile } from '../file_storage/incoming.ts'
import { type FileStorage, isStorageKey } from '../file_storage/storage.ts'
import { BackupError } from './file.ts'
import { copyOut, type Table } from './queries.ts'

// The contents of files in a backup: a line about each, its contents in blocks, and a line that says whether they were there.

export const FileLine = Type.Object({
  key: Type.String(),
  bytes: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})
export type FileLine = Static<typeof FileLine>

export interface FileTotals {
  files: number
  /** Files whose contents were not in the storage, or could not be read. */
  missing_files: number
}

/** Called with the error if the contents of a file cannot be read. */
export type OnUnreadable = (key: string, error: unknown) => void

/** After failures in a row that took so long, the storage is not asked any more: a backup of many files would take days. */
const failing_ms_max = 600_000

/** The contents of all files of the snapshot. A file that is deleted meanwhile, or that cannot be read, is missing. */
export async function* fileLines(
  session: Session,
  tables: Table[],
  { storage, onUnreadable }: { storage: FileStorage; onUnreadable: OnUnreadable },
  totals: FileTotals,
) {
  if (!tables.some(({ name }) => name === 'files')) return
  let failing_ms = 0
  for (const line of await listedFiles(session)) {
    yield `file ${JSON.stringify(line)}\n`
    let bytes = 0
    let failed = failing_ms >= failing_ms_max
    const begin = Date.now()
    const contents = chunksOf(storage, line.key, error => {
      failed = true
      onUnreadable(line.key, error)
    })
    if (!failed)
      for await (const chunk of contents) {
        bytes += chunk.length
        yield `block ${chunk.length}\n`
        yield chunk
      }
    failing_ms = failed ? failing_ms + (Date.now() - begin) : 0
    totals.files++
    if (bytes !== line.bytes) totals.missing_files++
    yield bytes === line.bytes ? 'end\n' : 'missing\n'
  }
}

async function* chunksOf(storage: FileStorage, key: string, onError: (error: unknown) => void): AsyncGenerator<Buffer> {
  try {
    yield* (await storage.read(key)) ?? []
  } catch (error) {
    onError(error)
  }
}

// The values have no character that COPY escapes.
async function listedFiles(session: Session): Promise<FileLine[]> {
  const parts: Buffer[] = []
  for await (const part of copyOut(session, { name: 'files', columns: ['storage_key', 'bytes', 'sha256'] }))
    parts.push(part)
  return Buffer.concat(parts)
    .toString()
    .split('\n')
    .filter(Boolean)
    .map(row => {
      const [key = '', bytes, sha256 = ''] = row.split('\t')
      return { key, bytes: Number(bytes), sha256 }
    })
}

/** Where restored contents go. */
export interface RestoreTarget {
  storage: FileStorage
  incoming_folder: string
}

/** Stores the contents of one file under its key, also in another kind of storage. Answers whether they are complete. */
export async function restoreFile(
  { key, bytes, sha256 }: FileLine,
  contents: AsyncIterable<Buffer>,
  { storage, incoming_folder }: RestoreTarget,
): Promise<boolean> {
  if (!isStorageKey(key)) throw new BackupError(`The backup has a file with the key ${JSON.stringify(key)}.`)
  const incoming = new IncomingFile(incoming_folder)
  try {
    for await (const chunk of contents) await incoming.append(chunk)
    if (incoming.bytes !== bytes) return false
    const local = await incoming.complete()
    if (local.sha256 !== sha256) return false
    await storage.put(key, local)
    return true
  } finally {
    await incoming.discard()
  }
}
