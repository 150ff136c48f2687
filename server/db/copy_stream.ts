import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Sql } from './sql.ts'

/** Streams the output of COPY … TO STDOUT. */
export async function openCopyStream(sql: Sql, statement: string): Promise<Readable> {
  const query = sql.unsafe(statement) as ReturnType<Sql['unsafe']> & { resolve: (value: unknown) => void }
  const { resolve } = query
  // A copy that fails before its first row emits its error before the caller can add a listener, and an unhandled error event ends the
  // process. The driver calls `resolve` a second time, with another value, when the copy is complete.
  query.resolve = value => {
    if (value instanceof Readable) value.on('error', () => {})
    resolve(value)
  }
  return await query.readable()
}

/** Sends the input of COPY … FROM STDIN, and waits until it is stored. */
export async function copyFrom(sql: Sql, statement: string, contents: AsyncIterable<Buffer>): Promise<void> {
  const query = sql.unsafe(statement) as ReturnType<Sql['unsafe']> & { reject: (error: unknown) => void }
  // The driver does not tell the stream of a copy that fails after its last row.
  const failed = new Promise<never>((_, reject) => {
    const rejectQuery = query.reject
    query.reject = error => {
      reject(error)
      rejectQuery(error)
    }
  })
  failed.catch(() => {})
  const rows = await query.writable()
  await Promise.race([pipeline(Readable.from(contents, { objectMode: false }), rows), failed])
}

/** Collects a copy into one buffer. Listening for data is faster than iterating: the copy arrives row by row. */
export function bufferCopyStream(copy: Readable): Promise<Buffer> {
  const parts: Buffer[] = []
  const failure = () => copy.errored ?? new Error('the copy ended early')
  return new Promise((resolve, reject) => {
    if (copy.destroyed) return reject(failure())
    copy.on('data', (part: Buffer) => parts.push(part))
    copy.once('end', () => resolve(Buffer.concat(parts)))
    copy.once('error', reject)
    copy.once('close', () => reject(failure()))
  })
}
