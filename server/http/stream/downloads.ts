import { Readable } from 'node:stream'
import { bufferCopyStream } from '../../db/copy_stream.ts'
import type { Pool } from '../../db/pool/pool.ts'
import type { RlsContext } from '../../db/rls_context.ts'
import { resumeSocket, type Sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'

/** A piece of a text that is made while it is sent: as it is, or still to be read to its end from the database. */
export type Piece = string | Buffer | Readable

export interface DownloadLimits {
  /** How many a space, and how many all spaces together, may have under way. */
  of_space_max: number
  of_all_max: number
  /** How long we wait for somebody who takes nothing of what we have for them. */
  stall_ms_max: number
}

const default_limits: DownloadLimits = { of_space_max: 3, of_all_max: 30, stall_ms_max: 30_000 }
// What must be taken in that time: small, so that a slow line is not mistaken for a dead one.
const slice_size = 16 * 1024

/**
 * Texts that are read from the database while they are sent. Each piece is read in a transaction of its own while the one before is sent,
 * and nobody holds one while waiting for a client: those who download in earnest take turns, those who only pretend stand in nobody's way.
 */
export class Downloads {
  readonly #pool: Pool
  readonly #limits: DownloadLimits
  readonly #underway = new Map<number, number>()

  constructor(pool: Pool, limits: Partial<DownloadLimits> = {}) {
    this.#pool = pool
    this.#limits = { ...default_limits, ...limits }
  }

  /**
   * What fails before the first piece is an ordinary refusal; what fails later cuts the answer off, so that half a file is never taken for
   * a whole one.
   */
  async start(context: RlsContext, produce: (sql: Sql) => Promise<AsyncIterable<Piece>>): Promise<Readable> {
    const leave = this.#enter(context.group_id ?? 0)
    try {
      const { sql, inTurn } = transactionPerTurn(this.#pool, context)
      const pieces = await inTurn(async () => (await produce(sql))[Symbol.asyncIterator]())
      let pulled: Promise<Buffer | undefined> = Promise.resolve(undefined)
      const pull = () => {
        pulled = inTurn(async () => readPiece(await pieces.next()))
        // Whoever takes the piece hears of it; a client who has left does not.
        pulled.catch(() => {})
        return pulled
      }
      const first = await pull()
      const patience = { begin: () => {}, end: () => {} }
      const stream = Readable.from(slices(first, pull, patience), { objectMode: false, highWaterMark: slice_size })
      let timer: NodeJS.Timeout | undefined
      patience.end = () => clearTimeout(timer)
      patience.begin = () => {
        timer = setTimeout(
          () => stream.destroy(new Error('nobody takes what was asked for')),
          this.#limits.stall_ms_max,
        )
      }
      return stream.once('close', () => {
        patience.end()
        // What is still being read keeps its place.
        pulled.then(leave, leave)
        void pieces.return?.()
      })
    } catch (error) {
      leave()
      throw error
    }
  }

  /** Takes a place; what it returns gives it back. */
  #enter(space: number) {
    const { of_space_max, of_all_max } = this.#limits
    const own = this.#underway.get(space) ?? 0
    const all = this.#underway.values().reduce((sum, count) => sum + count, 0)
    if (own >= of_space_max)
      throw new ApiError(
        'rate_limited',
        `Your space has ${own} downloads under way; wait until one of them is done.`,
        retryLater,
      )
    if (all >= of_all_max)
      throw new ApiError(
        'unavailable',
        'There are too many downloads under way just now; try again in a moment.',
        retryLater,
      )
    this.#underway.set(space, own + 1)
    return () => {
      const left = this.#underway.get(space)! - 1
      if (left === 0) this.#underway.delete(space)
      else this.#underway.set(space, left)
    }
  }
}

const retryLater = { headers: { 'retry-after': '5' } }

/** A `sql` that acts in whichever transaction is open just now: one for each turn, and none in between. */
function transactionPerTurn(pool: Pool, context: RlsContext) {
  let open: Sql | undefined
  const now = () => {
    if (!open) throw new Error('a download asked the database while it was not its turn')
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
        // What comes after a copy must be heard, be it in this transaction or in somebody else's.
        resumeSocket(session)
      }
    })
  return { sql, inTurn }
}

/** The next piece, read to its end while the transaction is open; undefined after the last. */
async function readPiece({ done, value }: IteratorResult<Piece>): Promise<Buffer | undefined> {
  if (done) return undefined
  if (Buffer.isBuffer(value)) return value
  return typeof value === 'string' ? Buffer.from(value) : bufferCopyStream(value)
}

/** The pieces, slice by slice as they are taken. Patience is for whoever takes them: it begins with each slice, and after the last. */
async function* slices(
  first: Buffer | undefined,
  pull: () => Promise<Buffer | undefined>,
  patience: { begin: () => void; end: () => void },
) {
  for (let piece = first; piece !== undefined; ) {
    const next = pull()
    for (let at = 0; at < piece.length; at += slice_size) {
      patience.begin()
      yield piece.subarray(at, at + slice_size)
      patience.end()
    }
    piece = await next
  }
  patience.begin()
}
