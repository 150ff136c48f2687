import type { Socket } from 'node:net'

// The first bytes of the protocol messages that matter here.
const execute = 69 // E: executes a statement
const query = 81 // Q: a simple query, answered on its own
const sync = 83 // S: ends a statement and requests the answers so far
const complete = 67 // C: the statement is complete
const empty = 73 // I: the statement was empty
const failed = 69 // E: the server skips the rest up to the next sync
const ready = 90 // Z: answers a query or a sync
const copying = new Set([99, 100, 102]) // c, d, f: the rows of a copy, and its end

const head_length = 5
const readyInTransaction = Buffer.from([ready, 0, 0, 0, 5, 84])
const skipped = messageOf(failed, 'SERROR\0VERROR\0C25P02\0Mskipped, because a statement before it failed\0\0')

// The driver writes chunks of this size at once. It keeps shorter ones until the current statements are complete.
const long_write = 1024

/** How the answer to a statement ends: with ReadyForQuery, or with CommandComplete because its sync was removed. */
type Ending = 'ready' | 'complete'

/**
 * Sends concurrent statements in one packet with one sync, so that the database answers them in one packet. The driver adds a sync to each
 * statement, and the database would answer each separately. The driver is given the ReadyForQuery messages that it expects, and, after a
 * statement that failed, an error for each later statement, which the database skips without an answer.
 *
 * For transactions only: without one, statements sent together would be committed or rolled back together.
 */
export function pipelined(socket: Socket): Socket {
  const write = socket.write.bind(socket) as (chunk: Buffer, done?: () => void) => boolean
  const emit = socket.emit.bind(socket) as (event: string, ...values: unknown[]) => boolean
  const answers = new AnswerReader()
  let unsent: Buffer[] = []

  const send = () => {
    if (unsent.length === 0) return true
    const [only] = unsent
    const chunk = only && unsent.length === 1 ? only : Buffer.concat(unsent)
    unsent = []
    return write(answers.begun ? packed(chunk, ending => answers.expect(ending)) : chunk)
  }

  socket.write = ((chunk: Buffer, done?: () => void) => {
    if (done || copying.has(chunk[0] ?? 0)) {
      send()
      return write(chunk, done)
    }
    unsent.push(chunk)
    if (chunk.length < long_write) return send()
    // Between the two the driver writes the shorter chunks that it still keeps.
    if (unsent.length === 1) setImmediate(() => setImmediate(send))
    return !socket.writableNeedDrain
  }) as Socket['write']

  socket.emit = ((event: string, ...values: unknown[]) => {
    if (event !== 'data') return emit(event, ...values)
    const chunk = answers.read(values[0] as Buffer)
    return chunk.length === 0 || emit('data', chunk)
  }) as Socket['emit']

  return socket
}

/** Removes each sync that is followed by another statement with a sync. */
function packed(chunk: Buffer, expect: (ending: Ending) => void): Buffer {
  const parts: Buffer[] = []
  let from = 0
  const ends = [...endsIn(chunk)]
  for (const [index, { kind, at, executes }] of ends.entries()) {
    // A sync without a statement, which the driver sends after an error of its own, is answered by ReadyForQuery only.
    const removed = kind === sync && executes && ends[index + 1]?.kind === sync
    expect(removed ? 'complete' : 'ready')
    if (!removed) continue
    parts.push(chunk.subarray(from, at))
    from = at + head_length
  }
  return parts.length === 0 ? chunk : Buffer.concat([...parts, chunk.subarray(from)])
}

/** The syncs and simple queries of a chunk, each with its position and whether an execute came before it. */
function* endsIn(chunk: Buffer) {
  let executes = false
  for (let at = 0; at < chunk.length; at += lengthAt(chunk, at)) {
    const kind = chunk[at]
    executes ||= kind === execute
    if (kind !== sync && kind !== query) continue
    yield { kind, at, executes }
    executes = false
  }
}

/** Reads the answers of the database and adds the messages that the driver expects. */
class AnswerReader {
  /** Whether the handshake is over: from then on each message begins with its kind. */
  begun = false
  readonly #expected: Ending[] = []
  /** How many bytes are left of a message that is passed on in parts. */
  #passing = 0
  /** The beginning of a message that must be read as a whole. */
  #incomplete: Buffer | undefined

  expect(ending: Ending) {
    this.#expected.push(ending)
  }

  read(data: Buffer): Buffer {
    const chunk = this.#incomplete ? Buffer.concat([this.#incomplete, data]) : data
    this.#incomplete = undefined
    const parts: Buffer[] = []
    let from = 0
    let at = Math.min(this.#passing, chunk.length)
    this.#passing -= at
    while (at < chunk.length) {
      const end = at + head_length <= chunk.length ? at + lengthAt(chunk, at) : undefined
      const added = end !== undefined && end <= chunk.length ? this.#readMessage(chunk, at, end) : undefined
      if (end === undefined || (end > chunk.length && isEnding(chunk[at]))) {
        this.#incomplete = chunk.subarray(at)
        break
      }
      if (added) {
        parts.push(chunk.subarray(from, end), ...added)
        from = end
      }
      this.#passing = Math.max(0, end - chunk.length)
      at = Math.min(end, chunk.length)
    }
    const rest = chunk.subarray(from, at)
    return parts.length === 0 ? rest : Buffer.concat([...parts, rest])
  }

  /** The messages to add after this one. */
  #readMessage(chunk: Buffer, at: number, end: number): Buffer[] | undefined {
    const kind = chunk[at]
    if (kind === ready) {
      this.begun = true
      this.#expected.shift()
      return undefined
    }
    if (this.#expected[0] !== 'complete') return undefined
    if (kind === complete || kind === empty) {
      this.#expected.shift()
      return [readyInTransaction]
    }
    // The server closes the connection after a fatal error, so nothing is added.
    if (kind !== failed || isFatal(chunk.subarray(at, end))) return undefined
    const messages: Buffer[] = []
    while (this.#expected[0] === 'complete') {
      this.#expected.shift()
      messages.push(readyInTransaction, skipped)
    }
    return messages
  }
}

const isEnding = (kind: number | undefined) => kind === complete || kind === empty || kind === failed || kind === ready

const isFatal = (message: Buffer) => /\0V(FATAL|PANIC)\0/.test(message.toString('latin1', head_length - 1))

function lengthAt(chunk: Buffer, at: number) {
  return 1 + chunk.readUInt32BE(at + 1)
}

function messageOf(kind: number, text: string) {
  const head = Buffer.from([kind, 0, 0, 0, 0])
  head.writeUInt32BE(4 + text.length, 1)
  return Buffer.concat([head, Buffer.from(text, 'latin1')])
}
