import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { storageFolder } from './folder.ts'
import { type LocalFile, StorageError } from './storage.ts'

const head_bytes = 4096
const kept_ms = 24 * 3_600_000

/** The folder of files that are arriving. It is beside the stored ones, so that a file can be moved there. */
export const incomingFolder = (config: Config) => join(storageFolder(config), 'incoming')

/** A file that arrives in parts. It is written to this machine before it is stored. */
export class IncomingFile {
  readonly #path: string
  readonly #folder: string
  readonly #hash = createHash('sha256')
  #handle: FileHandle | undefined
  #head = Buffer.alloc(0)
  #bytes = 0
  #has_null = false

  constructor(folder: string) {
    this.#folder = folder
    this.#path = join(folder, randomUUID())
  }

  async append(chunk: Buffer) {
    this.#hash.update(chunk)
    await this.#write(chunk)
    this.#bytes += chunk.length
    this.#has_null ||= chunk.includes(0)
    if (this.#head.length < head_bytes)
      this.#head = Buffer.concat([this.#head, chunk.subarray(0, head_bytes - this.#head.length)])
  }

  get bytes() {
    return this.#bytes
  }

  /** What the file begins with, and whether it has a byte 0 anywhere, which text has not. */
  get beginning() {
    return { head: this.#head, has_null: this.#has_null }
  }

  /** Closes the file. Nothing can be appended any more. */
  async complete(): Promise<LocalFile> {
    await this.#close()
    return { path: this.#path, bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }

  /** Deletes the file, unless it was moved. */
  async discard() {
    await this.#close()
    await rm(this.#path, { force: true })
  }

  async #write(chunk: Buffer) {
    try {
      this.#handle ??= await this.#create()
      await this.#handle.writeFile(chunk)
    } catch (cause) {
      throw new StorageError('the folder of arriving files cannot be used', { cause })
    }
  }

  async #create() {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    return open(this.#path, 'wx', 0o600)
  }

  async #close() {
    const handle = this.#handle
    this.#handle = undefined
    await handle?.close()
  }
}

/** Deletes what interrupted uploads left on this machine. */
export async function deleteOldIncoming(folder: string, now = Date.now()) {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const age_ms = now - (await stat(path).catch(() => ({ mtimeMs: now }))).mtimeMs
    if (age_ms > kept_ms) await rm(path, { force: true })
  }
}
