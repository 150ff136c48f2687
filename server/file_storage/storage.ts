import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'

/** A complete file on this machine. */
export interface LocalFile {
  path: string
  bytes: number
  /** In hexadecimal digits. */
  sha256: string
}

/** The first and the last byte of a part of a file. */
export interface ByteRange {
  start: number
  end: number
}

/** Where the contents of files are, outside the database. All processes of an installation use the same one. */
export interface FileStorage {
  /** Where it is, for the operator. */
  readonly location: string
  /** Stores contents durably, also over earlier ones of the same key. May move the local file. */
  put(key: string, file: LocalFile): Promise<void>
  /** The contents, or a part of them. Undefined if there is nothing under the key. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>
  /** The number of bytes; undefined if there is nothing under the key. */
  sizeOf(key: string): Promise<number | undefined>
  /** Does nothing if there is nothing under the key. */
  remove(key: string): Promise<void>
}

/** The storage could not do what it was asked. `cause` has the details. */
export class StorageError extends Error {}

/** A new key, in the folder of the space. */
export const newStorageKey = (group_id: number) => `${group_id}/${randomUUID()}`

/** Whether a text is a key: a path that leads nowhere else. */
export const isStorageKey = (text: string) => /^[1-9]\d{0,15}\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
