import { Readable } from 'node:stream'
import type { Pool, Standpoint } from '../db/pool.ts'
import type { Sql } from '../db/sql.ts'

/**
 * Starts a text that is read from the database while it is sent, in one transaction that lasts as long. What fails before the first
 * piece is an ordinary refusal; what fails later cuts the answer off, so that half a file is never taken for a whole one.
 */
export function startStream(
  pool: Pool,
  standpoint: Standpoint,
  produce: (sql: Sql) => Promise<AsyncIterable<string | Buffer>>,
): Promise<Readable> {
  return new Promise((resolve, reject) => {
    const reading = pool.read(standpoint, async sql => {
      const pieces = (await produce(sql))[Symbol.asyncIterator]()
      const first = await pieces.next()
      const stream = Readable.from(following(first, pieces), { objectMode: false, highWaterMark: 64 * 1024 })
      const ended = new Promise<void>((end, fail) => stream.once('close', end).once('error', fail))
      resolve(stream)
      await ended
    })
    reading.catch(reject)
  })
}

async function* following(first: IteratorResult<string | Buffer>, pieces: AsyncIterator<string | Buffer>) {
  try {
    for (let piece = first; !piece.done; piece = await pieces.next()) yield piece.value
  } finally {
    // Whoever reads may leave before the end; then the source must know.
    await pieces.return?.()
  }
}
