import { Readable } from 'node:stream'
import { bufferCopyStream } from '../../db/copy_stream.ts'
import type { Pool } from '../../db/pool/pool.ts'
import type { RlsContext } from '../../db/rls_context.ts'
import { resumeSocket, type Sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'

/** A chunk of a download: text, bytes, or a stream from the database that is read to its end. */
export type DownloadChunk = string | Buffer | Readable

export interface DownloadLimits {
  /** Concurrent downloads of one space, and of all spaces together. */
  of_space_max: number
  of_all_max: number
  /** The longest time a client may take to receive one slice. */
  stall_ms_max: number
}

const default_limits: DownloadLimits = { of_space_max: 3, of_all_max: 30, stall_ms_max: 30_000 }
// Small, so that a slow connection is not mistaken for a dead one.
const slice_size = 16 * 1024

/**
 * Streams that are read from the database while they are sent. Each chunk is read in a transaction of its own while the previous one is sent.
 * No transaction is open while a client is waited for, so slow or stalled clients hold no session.
 */
export class Downloads {
  readonly #pool: Pool
  readonly #limits: DownloadLimits
  readonly #running = new Map<number, number>()

  constructor(pool: Pool, limits: Partial<DownloadLimits> = {}) {
    this.#pool = pool
    this.#limits = { ...default_limits, ...limits }
  }

  /** An error before the first chunk is an ordinary error response. A later one aborts the connection: half a file must not look complete. */
  async start(context: RlsContext, produce: (sql: Sql) => Promise<AsyncIterable<DownloadChunk>>): Promise<Readable> {
    const release = this.#reserve(context.group_id ?? 0)
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
      const stall = { begin: () => {}, end: () => {} }
      const stream = Readable.from(slices(first, pull, stall), { objectMode: false, highWaterMark: slice_size })
      let timer: NodeJS.Timeout | undefined
      stall.end = () => clearTimeout(timer)
      stall.begin = () => {
        timer = setTimeout(
          () => stream.destroy(new Error('the client does not read the download')),
          this.#limits.stall_ms_max,
        )
      }
      return stream.once('close', () => {
        stall.end()
        // A chunk that is still being read counts as a download.
        pulled.then(release, release)
        void chunks.return?.()
      })
    } catch (error) {
      release()
      throw error
    }
  }

  /** Counts a download. Call the returned function at its end. */
  #reserve(space: number) {
    const { of_space_max, of_all_max } = this.#limits
    const own = this.#running.get(space) ?? 0
    const all = this.#running.values().reduce((sum, count) => sum + count, 0)
    if (own >= of_space_max)
      throw new ApiError(
        'rate_limited',
        `Your space has ${own} downloads running. Wait until one of them has finished.`,
        retryLater,
      )
    if (all >= of_all_max)
      throw new ApiError('unavailable', 'Too many downloads are running. Try again in a moment.', retryLater)
    this.#running.set(space, own + 1)
    return () => {
      const left = (this.#running.get(space) ?? 1) - 1
      if (left === 0) this.#running.delete(space)
      else this.#running.set(space, left)
    }
  }
}

const retryLater = { headers: { 'retry-after': '5' } }

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

/** The chunks in slices. The stall timer runs while the client receives a slice, and after the last one. */
async function* slices(
  first: Buffer | undefined,
  pull: () => Promise<Buffer | undefined>,
  stall: { begin: () => void; end: () => void },
) {
  for (let chunk = first; chunk !== undefined; ) {
    const next = pull()
    for (let at = 0; at < chunk.length; at += slice_size) {
      stall.begin()
      yield chunk.subarray(at, at + slice_size)
      stall.end()
    }
    chunk = await next
  }
  stall.begin()
}
