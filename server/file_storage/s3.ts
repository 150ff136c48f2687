import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as delay } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { S3Settings } from './open.ts'
import { type FileStorage, isStorageKey, type LocalFile, StorageError } from './storage.ts'

const attempts_max = 3
const first_delay_ms = 300
const response_ms_max = 15_000
/** A file of 20 MB arrives in time at 1.4 Mbit/s. */
const transfer_ms_max = 120_000

/** Objects in a bucket, addressed as endpoint/bucket/key, which every S3-compatible server accepts. */
export class S3Storage implements FileStorage {
  readonly location: string
  readonly #client: AwsClient

  constructor({ endpoint, bucket, region, access_key_id, secret_key }: S3Settings) {
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

  async put(key: string, { path, sha256 }: LocalFile) {
    const body = await openAsBlob(path)
    // The server compares the hash, and refuses contents that were damaged on the way.
    const headers = { 'x-amz-content-sha256': sha256, 'content-type': 'application/octet-stream' }
    const response = await this.#send(key, { method: 'PUT', headers, body }, transfer_ms_max)
    await response.body?.cancel()
    if (!response.ok) throw refusal(response)
  }

  async read(key: string): Promise<Readable | undefined> {
    const response = await this.#send(key, { method: 'GET' }, transfer_ms_max)
    if (response.ok && response.body) return Readable.fromWeb(response.body as ReadableStream<Uint8Array>)
    await response.body?.cancel()
    if (response.status === 404) return undefined
    throw refusal(response)
  }

  async sizeOf(key: string) {
    const response = await this.#send(key, { method: 'HEAD' }, response_ms_max)
    if (response.status === 404) return undefined
    if (!response.ok) throw refusal(response)
    return Number(response.headers.get('content-length'))
  }

  async remove(key: string) {
    const response = await this.#send(key, { method: 'DELETE' }, response_ms_max)
    await response.body?.cancel()
    if (!response.ok && response.status !== 404) throw refusal(response)
  }

  /** Repeats a request that got no answer, or one that says that the server is busy. The time limit includes the body. */
  async #send(key: string, init: RequestInit, ms_max: number): Promise<Response> {
    if (!isStorageKey(key)) throw new Error('not a storage key')
    const url = `${this.location}/${key}`
    for (let attempt = 1; ; attempt++) {
      const last = attempt === attempts_max
      try {
        const request = await this.#client.sign(url, init)
        const response = await fetch(request, { signal: AbortSignal.timeout(ms_max), redirect: 'error' })
        if (last || !isBusy(response)) return response
        await response.body?.cancel()
      } catch (cause) {
        if (last) throw new StorageError('the storage of files does not answer', { cause })
      }
      await delay(first_delay_ms * 4 ** (attempt - 1))
    }
  }
}

const isBusy = ({ status }: Response) => status === 429 || status >= 500

const refusal = ({ status }: Response) => new StorageError(`the storage of files answers with status ${status}`)
