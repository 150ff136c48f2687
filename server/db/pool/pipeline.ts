import type { Socket } from 'node:net'

// What the protocol of PostgreSQL calls the messages that matter here, by their first byte.
const execute = 69 // E: carries a statement out
const query = 81 // Q: asks, and is answered on its own
const sync = 83 // S: ends a statement, and asks for all answers so far
const complete = 67 // C: the statement is done
const empty = 73 // I: there was none
const failed = 69 // E: so the rest up to the next sync is skipped
const ready = 90 // Z: answers a query or a sync
const copying = new Set([99, 100, 102]) // c, d, f: the rows of a copy, and its end

const head_length = 5
const readyAgain = Buffer.from([ready, 0, 0, 0, 5, 84])
const skipped = messageOf(failed, 'SERROR\0VERROR\0C25P02\0Mskipped, because a statement before it failed\0\0')

// From here on the driver writes at once; what is shorter it keeps until the statements at hand are all there.
const long_write = 1024

/** How the answer to something sent will end: with a message of its own, or just with its last word because its sync was left out. */
type Ending = 'told' | 'untold'

/**
 * Sends statements that are asked together in one packet with one sync, and so hears their answers in one packet: the driver puts a sync
 * behind each, for each of which the database would wake us. The driver is given the endings that it waits for, and where a statement
 * fails, the failure of those behind it, which the database skips in silence.
 *
 * Only within transactions: without one, what is sent together would stand or fall together.
 */
export function pipelined(socket: Socket): Socket {
  const write = socket.write.bind(socket) as (chunk: Buffer, done?: () => void) => boolean
  const emit = socket.emit.bind(socket) as (event: string, ...values: unknown[]) => boolean
  const answers = new Answers()
  let gathered: Buffer[] = []

  const send = () => {
    if (gathered.length === 0) return true
    const chunk = gathered.length === 1 ? gathered[0]! : Buffer.concat(gathered)
    gathered = []
    return write(answers.begun ? packed(chunk, ending => answers.expect(ending)) : chunk)
  }

  socket.write = ((chunk: Buffer, done?: () => void) => {
    if (done || copying.has(chunk[0]!)) {
      send()
      return write(chunk, done)
    }
    gathered.push(chunk)
    if (chunk.length < long_write) return send()
    // The driver's own turn comes in between, with whatever it still kept.
    if (gathered.length === 1) setImmediate(() => setImmediate(send))
    return !socket.writableNeedDrain
  }) as Socket['write']

  socket.emit = ((event: string, ...values: unknown[]) => {
    if (event !== 'data') return emit(event, ...values)
    const chunk = answers.read(values[0] as Buffer)
    return chunk.length === 0 || emit('data', chunk)
  }) as Socket['emit']

  return socket
}

/** Leaves out every sync behind which another statement follows that ends in one. */
function packed(chunk: Buffer, expect: (ending: Ending) => void): Buffer {
  const kept: Buffer[] = []
  let from = 0
  let last: number | undefined
  let executes = false
  let last_executes = false
  for (let at = 0; at < chunk.length; at += lengthAt(chunk, at)) {
    const kind = chunk[at]
    executes ||= kind === execute
    if (kind !== sync && kind !== query) continue
    if (last !== undefined) {
      // One that stands alone, after a mistake of the driver's, has no other answer than its own.
      const left_out = kind === sync && last_executes
      expect(left_out ? 'untold' : 'told')
      if (left_out) {
        kept.push(chunk.subarray(from, last))
        from = last + head_length
      }
    }
    if (kind === query) expect('told')
    last = kind === sync ? at : undefined
    last_executes = executes
    executes = false
  }
  if (last !== undefined) expect('told')
  return kept.length === 0 ? chunk : Buffer.concat([...kept, chunk.subarray(from)])
}

/** Reads what the database says, and adds what it was not asked to say. */
class Answers {
  /** Whether the greetings are over: from then on every message begins with its kind. */
  begun = false
  readonly #expected: Ending[] = []
  /** How much is still to come of a message that is passed on in pieces. */
  #passing = 0
  /** The beginning of a message that we have to see whole. */
  #kept: Buffer | undefined

  expect(ending: Ending) {
    this.#expected.push(ending)
  }

  read(data: Buffer): Buffer {
    const chunk = this.#kept ? Buffer.concat([this.#kept, data]) : data
    this.#kept = undefined
    const pieces: Buffer[] = []
    let from = 0
    let at = Math.min(this.#passing, chunk.length)
    this.#passing -= at
    while (at < chunk.length) {
      const end = at + head_length <= chunk.length ? at + lengthAt(chunk, at) : undefined
      const added = end !== undefined && end <= chunk.length ? this.#heard(chunk, at, end) : undefined
      if (end === undefined || (end > chunk.length && isEnding(chunk[at]!))) {
        this.#kept = chunk.subarray(at)
        break
      }
      if (added) {
        pieces.push(chunk.subarray(from, end), ...added)
        from = end
      }
      this.#passing = Math.max(0, end - chunk.length)
      at = Math.min(end, chunk.length)
    }
    const rest = chunk.subarray(from, at)
    return pieces.length === 0 ? rest : Buffer.concat([...pieces, rest])
  }

  /** What is to be added behind this message. */
  #heard(chunk: Buffer, at: number, end: number): Buffer[] | undefined {
    const kind = chunk[at]!
    if (kind === ready) {
      this.begun = true
      this.#expected.shift()
      return undefined
    }
    if (this.#expected[0] !== 'untold') return undefined
    if (kind === complete || kind === empty) {
      this.#expected.shift()
      return [readyAgain]
    }
    // After a fatal error it hangs up, and that is answer enough.
    if (kind !== failed || isFatal(chunk.subarray(at, end))) return undefined
    const messages: Buffer[] = []
    while (this.#expected[0] === 'untold') {
      this.#expected.shift()
      messages.push(readyAgain, skipped)
    }
    return messages
  }
}

const isEnding = (kind: number) => kind === complete || kind === empty || kind === failed || kind === ready

const isFatal = (message: Buffer) => /\0V(FATAL|PANIC)\0/.test(message.toString('latin1', head_length - 1))

function lengthAt(chunk: Buffer, at: number) {
  return 1 + chunk.readUInt32BE(at + 1)
}

function messageOf(kind: number, text: string) {
  const head = Buffer.from([kind, 0, 0, 0, 0])
  head.writeUInt32BE(4 + text.length, 1)
  return Buffer.concat([head, Buffer.from(text, 'latin1')])
}
