import { createHash } from 'node:crypto'
import { open, readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { ApiError } from '../../errors.ts'
import type { ByteRange } from '../../http/ranged_format.ts'
import { type MapContents, readMapContents } from './pmtiles.ts'

/** A map for all spaces, which the operator has put into a folder or at an address. */
export interface ServerMap extends MapContents {
  name: string
  /** Changes with the contents. */
  version: string
  bytes: number
  open: (range: ByteRange | undefined) => Promise<Readable>
}

interface ServerMapOptions {
  folder: string
  /** The file in the folder; without it, the newest. */
  file: string | undefined
  /** Where a file of the operator is. It comes before the folder. */
  url: string | undefined
  log: Pick<FastifyBaseLogger, 'warn'>
}

const folder_ms = 5000
const url_ms = 3_600_000
const failed_ms = 30_000
const answer_ms_max = 10_000
const part_bytes_max = 2 ** 20

/** The map of the operator. Looks for new files again after some seconds, and never makes a request wait for another server. */
export class ServerMaps {
  readonly #options: ServerMapOptions
  #known: ServerMap | undefined
  #look_at = 0
  #looking: Promise<void> | undefined

  constructor(options: ServerMapOptions) {
    this.#options = options
  }

  /** Begins to read the file of the operator. */
  start() {
    void this.#look()
  }

  /** The map if it has this version. Another process may have found a new file before this one. */
  async ofVersion(version: string): Promise<ServerMap | undefined> {
    let map = await this.current()
    if (map?.version !== version && !this.#options.url) {
      this.#look_at = 0
      map = await this.current()
    }
    return map?.version === version ? map : undefined
  }

  async current(): Promise<ServerMap | undefined> {
    if (Date.now() >= this.#look_at) {
      const looking = this.#look()
      if (!this.#options.url) await looking
    }
    return this.#known
  }

  #look() {
    this.#looking ??= this.#read().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #read() {
    const { url, folder, file, log } = this.#options
    try {
      const onReplaced = () => {
        this.#look_at = 0
      }
      this.#known = url
        ? await readUrl(url, onReplaced)
        : await readFolder({ folder, wanted: file, known: this.#known, onReplaced })
      this.#look_at = Date.now() + (url ? url_ms : folder_ms)
    } catch (error) {
      log.warn({ err: error }, 'the map of this server cannot be used')
      this.#known = undefined
      this.#look_at = Date.now() + failed_ms
    }
  }
}

interface Folder {
  folder: string
  wanted: string | undefined
  known: ServerMap | undefined
  /** Called when a part is read of a file that is another one by now. */
  onReplaced: () => void
}

async function readFolder({ folder, wanted, known, onReplaced }: Folder) {
  const names = (await readdir(folder).catch(() => [])).filter(
    name => name.endsWith('.pmtiles') && !name.startsWith('.'),
  )
  const files = await Promise.all(
    names
      .filter(name => wanted === undefined || name === basename(wanted))
      .map(async name => ({ name, path: join(folder, name), ...(await timeAndSize(join(folder, name))) })),
  )
  const [newest] = files.sort((one, other) => other.time - one.time)
  if (!newest) return undefined
  const { name, path, bytes, time } = newest
  const version = hashOf(`${name} ${bytes} ${time}`)
  if (known?.version === version) return known
  const openPart = async (range: ByteRange | undefined) => {
    const part = await openUnchanged(path, { time, bytes }, range)
    if (part) return part
    onReplaced()
    throw replaced()
  }
  return mapOf({ name, version, bytes, open: openPart })
}

/** Opens a part of a file; undefined if another file has taken its place. */
async function openUnchanged(
  path: string,
  { time, bytes }: { time: number; bytes: number },
  range: ByteRange | undefined,
) {
  const file = await open(path, 'r').catch(() => undefined)
  if (!file) return undefined
  const { mtimeMs, size } = await file.stat()
  if (mtimeMs === time && size === bytes) return file.createReadStream(range)
  await file.close()
  return undefined
}

async function timeAndSize(path: string) {
  const { mtimeMs: time, size: bytes } = await stat(path)
  return { time, bytes }
}

async function readUrl(url: string, onReplaced: () => void): Promise<ServerMap> {
  const { response, bytes, etag } = await askForPart(url, { start: 0, end: 126 })
  await response.body?.cancel()
  const version = hashOf(`${url} ${bytes} ${etag}`)
  const open = async (range: ByteRange | undefined) => {
    const wanted = range ?? { start: 0, end: bytes - 1 }
    if (wanted.end - wanted.start >= part_bytes_max) throw tooMuch()
    const answer = await askForPart(url, wanted).catch(unreachable)
    if (answer.bytes !== bytes || answer.etag !== etag || !answer.response.body) {
      await answer.response.body?.cancel()
      onReplaced()
      throw replaced()
    }
    const part = await answer.response.arrayBuffer().catch(unreachable)
    return Readable.from(Buffer.from(part), { objectMode: false })
  }
  const name = basename(new URL(url).pathname)
  return mapOf({ name, version, bytes, open })
}

/** One part of a file on another server, which must know ranges. */
async function askForPart(url: string, { start, end }: ByteRange) {
  const headers = { range: `bytes=${start}-${end}` }
  const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(answer_ms_max) })
  const [, total] = /^bytes \d+-\d+\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? []
  if (response.status !== 206 || total === undefined) {
    await response.body?.cancel()
    throw new Error(`the server of the map answers a range request with status ${response.status}`)
  }
  const etag = response.headers.get('etag') ?? response.headers.get('last-modified') ?? ''
  return { response, bytes: Number(total), etag }
}

async function mapOf(file: Omit<ServerMap, keyof MapContents>): Promise<ServerMap> {
  const read = async (offset: number, length: number) => {
    if (length === 0) return Buffer.alloc(0)
    const parts: Buffer[] = []
    for await (const part of await file.open({ start: offset, end: offset + length - 1 })) parts.push(part)
    return Buffer.concat(parts)
  }
  return { ...file, ...(await readMapContents(read, file.bytes)) }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)

export const replaced = () =>
  new ApiError('not_found', 'There is no map of this version. It may have been replaced: read /v1/map again.')

const unreachable = () => {
  throw new ApiError('unavailable', 'The map cannot be reached at the moment. Try again in a minute.')
}

const tooMuch = () => new ApiError('bad_request', 'Ask for a part of this map with the header Range, up to 1 MB.')
