import { connect, type Socket } from 'node:net'

const head_end = Buffer.from('\r\n\r\n')
const piece_bytes = 256 * 1024

/** The part of a response that is being read: its head, a body of known length, or a chunked body. */
type Place = 'head' | 'length' | 'chunks'

/**
 * A persistent HTTP connection. It sends prepared requests, one at a time, and parses only status and length of a response, because the load
 * generator runs on the measured machine and must cost little.
 */
export class HttpConnection {
  readonly #socket: Socket
  readonly #fail: (error: Error) => void
  #answered: (() => void) | undefined
  #place: Place = 'head'
  #rest = 0
  /** A head or chunk size that has not arrived completely. */
  #begun: Buffer | undefined
  #status = 0
  #body: string[] = []

  constructor({ hostname, port }: URL, fail: (error: Error) => void) {
    this.#fail = fail
    const buffer = Buffer.allocUnsafe(piece_bytes)
    const callback = (bytes: number, bytesRead: Uint8Array) => {
      this.#take(Buffer.from(bytesRead.buffer, bytesRead.byteOffset, bytes))
      return true
    }
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true, onread: { buffer, callback } })
    this.#socket.on('error', fail)
    this.#socket.on(
      'close',
      () => this.#answered && fail(new Error('the server closed the connection before it replied')),
    )
  }

  send(request: Buffer, answered: () => void) {
    this.#answered = answered
    this.#socket.write(request)
  }

  end() {
    this.#socket.destroy()
  }

  #take(piece: Buffer) {
    let left = piece
    while (left.length > 0) left = this.#step(left)
  }

  /** Consumes a part of the bytes, and returns the rest. */
  #step(piece: Buffer): Buffer {
    if (this.#place === 'length') return this.#pass(piece)
    const mark = this.#place === 'head' ? head_end : head_end.subarray(0, 2)
    const whole = this.#begun ? Buffer.concat([this.#begun, piece]) : piece
    // A chunk ends with a line break, before the size of the next chunk.
    if (this.#place === 'chunks' && this.#rest > 0) return this.#passChunk(piece)
    const end = whole.indexOf(mark)
    if (end < 0) {
      this.#begun = Buffer.from(whole)
      return whole.subarray(whole.length)
    }
    this.#begun = undefined
    const text = whole.toString('latin1', 0, end)
    if (this.#place === 'head') this.#readHead(text)
    else this.#readSize(text)
    return whole.subarray(end + mark.length)
  }

  #readHead(head: string) {
    this.#status = Number(head.slice(9, 12))
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    if (length !== undefined) this.#rest = Number(length)
    else if (/\r\ntransfer-encoding: *chunked/i.test(head)) {
      this.#place = 'chunks'
      this.#rest = 0
      return
    } else if (this.#status === 204) this.#rest = 0
    else return this.#fail(new Error(`a response without a length: ${head}`))
    this.#place = 'length'
    if (this.#rest === 0) this.#finish()
  }

  #pass(piece: Buffer): Buffer {
    const taken = Math.min(this.#rest, piece.length)
    if (this.#status > 299) this.#body.push(piece.toString('utf8', 0, taken))
    this.#rest -= taken
    if (this.#rest === 0) this.#finish()
    return piece.subarray(taken)
  }

  // For a chunk, `rest` includes the line break after it. -1 stands for the empty line after the last chunk.
  #readSize(text: string) {
    if (text === '' && this.#rest < 0) return this.#finish()
    const size = Number.parseInt(text, 16)
    this.#rest = size === 0 ? -1 : size + 2
  }

  #passChunk(piece: Buffer): Buffer {
    const taken = Math.min(this.#rest, piece.length)
    this.#rest -= taken
    return piece.subarray(taken)
  }

  #finish() {
    this.#place = 'head'
    this.#rest = 0
    const [answered, status] = [this.#answered, this.#status]
    this.#answered = undefined
    if (status < 200 || status > 299) return this.#fail(new Error(`answered ${status}: ${this.#body.join('')}`))
    answered?.()
  }
}
