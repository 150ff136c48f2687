import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { S3Settings } from './open.ts'
import { type ByteRange, type FileStorage, isStorageKey, type LocalFile, StorageError } from './storage.ts'

const attempts_max = 3
const first_delay_ms = 300
const response_ms_max = 15_000
/** Slower uploads are given up: 100 bytes per millisecond are 0.8 Mbit/s. */
const bytes_per_ms_min = 100
/** How long the server may send nothing while a file is read. */
const stall_ms_max = 30_000

/** Objects in a bucket, addressed as endpoint/bucket/key, which every S3-compatible server accepts. */
export class S3Storage implements FileStorage {
  readonly location: string
  readonly #client: AwsClient
  readonly #stall_ms_max: number

  constructor({ endpoint, bucket, region, access_key_id, secret_key }: S3Settings, limits = { stall_ms_max }) {
    this.#stall_ms_max = limits.stall_ms_max
    this.location = `${endpoint.replace(/\/+$/, '')}/${bucket}`
    this.#client = new AwsClient({
      accessKeyId: access_key_id,
      secretAccessKey: secret_key,
      service: 's3',
      region,
      // Attempts are repeated here, with a time limit for each.
      retries: 0,
    })
  }

  async put(key: string, { path, bytes, sha256 }: LocalFile) {
    const body = await openAsBlob(path)
    // The server compares the hash, and refuses contents that were damaged on the way.
    const headers = { 'x-amz-content-sha256': sha256, 'content-type': 'application/octet-stream' }
    const ms_max = response_ms_max + bytes / bytes_per_ms_min
    const { response } = await this.#send(key, { method: 'PUT', headers, body }, ms_max)
    await response.body?.cancel()
    if (!response.ok) throw refusal(response)
  }

  async read(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const headers = range && { range: `bytes=${range.start}-${range.end}` }
    const { response, abort } = await this.#send(key, { method: 'GET', ...(headers && { headers }) }, response_ms_max)
    // A server that sends the whole file in place of a part would damage what the client reads.
    if (response.status === (range ? 206 : 200) && response.body)
      return Readable.from(chunksOf(response.body, abort, this.#stall_ms_max), { objectMode: false })
    await response.body?.cancel()
    if (response.status === 404) return undefined
    throw refusal(response)
  }

  async sizeOf(key: string) {
    const { response } = await this.#send(key, { method: 'HEAD' }, response_ms_max)
    if (response.status === 404) return undefined
    if (!response.ok) throw refusal(response)
    return Number(response.headers.get('content-length'))
  }

  async remove(key: string) {
    const { response } = await this.#send(key, { method: 'DELETE' }, response_ms_max)
    await response.body?.cancel()
    if (!response.ok && response.status !== 404) throw refusal(response)
  }

  /** Repeats a request that got no answer, or one that says that the server is busy. The time limit is for its head. */
  async #send(key: string, init: RequestInit, ms_max: number) {
    if (!isStorageKey(key)) throw new Error('not a storage key')
    const url = `${this.location}/${key}`
    for (let attempt = 1; ; attempt++) {
      const last = attempt === attempts_max
      const aborted = new AbortController()
      const abort = () => aborted.abort(new Error('it took too long'))
      const timer = setTimeout(abort, ms_max)
      try {
        const request = await this.#client.sign(url, init)
        const response = await fetch(request, { signal: aborted.signal, redirect: 'error' })
        if (last || !isBusy(response)) return { response, abort }
        await response.body?.cancel()
      } catch (cause) {
        if (last) throw new StorageError('the storage of files does not answer', { cause })
      } finally {
        clearTimeout(timer)
      }
      await delay(first_delay_ms * 4 ** (attempt - 1))
    }
  }
}

/** The parts of a response. Aborts it if the server sends nothing for too long; a slow reader is waited for. */
async function* chunksOf(body: ReadableStream<Uint8Array>, abort: () => void, ms_max: number) {
  const reader = body.getReader()
  const next = async () => {
    const timer = setTimeout(abort, ms_max)
    try {
      return await reader.read()
    } catch (cause) {
      throw new StorageError('the storage of files stopped sending', { cause })
    } finally {
      clearTimeout(timer)
    }
  }
  try {
    for (let part = await next(); !part.done; part = await next()) yield part.value
  } finally {
    abort()
  }
}

const isBusy = ({ status }: Response) => status === 429 || status >= 500

const refusal = ({ status }: Response) => new StorageError(`the storage of files answers with status ${status}`)
