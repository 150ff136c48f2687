import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { bufferCopyStream } from '../../db/copy_stream.ts'
import type { Pool } from '../../db/pool/pool.ts'
import type { RlsContext } from '../../db/rls_context.ts'
import { resumeSocket, type Sql } from '../../db/sql.ts'
import { msg } from '../../messages/message.ts'
import { type Bound, RunningCounts } from '../limits/running_counts.ts'

/** A chunk of a download: text, bytes, or a stream from the database that is read to its end. */
export type DownloadChunk = string | Buffer | Readable

/** Concurrent downloads of one space, and of all spaces together. */
const limits = { of_space_max: 3, of_all_max: 30 }
/** The same for stored files, which do not use the database. */
const file_limits = { of_space_max: 20, of_all_max: 100 }
/** The same for parts of files, such as the tiles of a map: a client reads several at once. */
const part_limits = { of_space_max: 200, of_all_max: 400 }

/**
 * Streams that are read from the database while they are sent. Each chunk is read in a transaction of its own while the previous one is sent.
 * No transaction is open while a client is waited for, so slow or stalled clients hold no session.
 */
export class Downloads {
  readonly #pool: Pool
  readonly #limits: typeof limits
  readonly #running = new RunningCounts()
  readonly #files = new RunningCounts()
  readonly #parts = new RunningCounts()

  constructor(pool: Pool, own: Partial<typeof limits> = {}) {
    this.#pool = pool
    this.#limits = { ...limits, ...own }
  }

  /** An error before the first chunk is an ordinary error response. A later one aborts the connection: half a file must not look complete. */
  async start(context: RlsContext, produce: (sql: Sql) => Promise<AsyncIterable<DownloadChunk>>): Promise<Readable> {
    const release = this.#running.start(boundsOf(context.group_id, this.#limits))
    try {
      const { sql, inTurn } = transactionPerTurn(this.#pool, context)
      const chunks = await inTurn(async () => (await produce(sql))[Symbol.asyncIterator]())
      let pulled: Promise<Buffer | undefined> = Promise.resolve(undefined)
      const pull = () => {
        pulled = inTurn(async () => readChunk(await chunks.next()))
        // The reader of the chunk gets the error too. After a client has left there is no reader.
        pulled.catch(() => {})
        return pulled
      }
      const first = await pull()
      return Readable.from(readAhead(first, pull), { objectMode: false }).once('close', () => {
        // A chunk that is still being read counts as a download.
        pulled.then(release, release)
        void chunks.return?.()
      })
    } catch (error) {
      release()
      throw error
    }
  }

  /** The contents of a stored file. */
  startFile({ group_id }: RlsContext, open: () => Promise<Readable>): Promise<Readable> {
    return openCounted(this.#files.start(boundsOf(group_id, file_limits)), open)
  }

  /** A part of a stored file. */
  startPart({ group_id }: RlsContext, open: () => Promise<Readable>): Promise<Readable> {
    return openCounted(this.#parts.start(boundsOf(group_id, part_limits)), open)
  }
}

async function openCounted(release: () => void, open: () => Promise<Readable>) {
  try {
    return (await open()).once('close', release)
  } catch (error) {
    release()
    throw error
  }
}

function boundsOf(space = 0, { of_space_max, of_all_max }: typeof limits): Bound[] {
  const ownRefusal = msg`Your space has ${of_space_max} downloads running. Wait until one of them has finished.`
  const refusal = 'Too many downloads are running. Try again in a moment.'
  return [
    { key: `space ${space}`, max: of_space_max, code: 'rate_limited', refusal: ownRefusal },
    { key: 'all', max: of_all_max, code: 'unavailable', refusal },
  ]
}

/** Closes the connection of a client that has read nothing for this long. A response that waits for the database is left alone. */
export function abortIfStalled(response: ServerResponse, ms_max = 30_000) {
  response.setTimeout(ms_max, () => {
    if (response.writableLength > 0) response.destroy(new Error('the client does not read the download'))
  })
}

/** A handle that uses the transaction of the current turn. Each turn is one transaction; none is open between turns. */
function transactionPerTurn(pool: Pool, context: RlsContext) {
  let open: Sql | undefined
  const now = () => {
    if (!open) throw new Error('a download used the database outside its turn')
    return open
  }
  const sql = new Proxy((() => {}) as unknown as Sql, {
    apply: (_, __, args) => Reflect.apply(now() as unknown as () => unknown, undefined, args),
    get: (_, name) => Reflect.get(now(), name),
  })
  const inTurn = <T>(work: () => Promise<T>) =>
    pool.read(context, async session => {
      open = session
      try {
        return await work()
      } finally {
        open = undefined
        // After a copy the driver may leave the socket paused. The next statement on this session needs it.
        resumeSocket(session)
      }
    })
  return { sql, inTurn }
}

/** The next chunk, read to its end while the transaction is open; undefined after the last. */
async function readChunk({ done, value }: IteratorResult<DownloadChunk>): Promise<Buffer | undefined> {
  if (done) return undefined
  if (Buffer.isBuffer(value)) return value
  return typeof value === 'string' ? Buffer.from(value) : bufferCopyStream(value)
}

/** The chunks. While one is sent, the next is read. */
async function* readAhead(first: Buffer | undefined, pull: () => Promise<Buffer | undefined>) {
  for (let chunk = first; chunk !== undefined; ) {
    const next = pull()
    yield chunk
    chunk = await next
  }
}
