import { connect, type Socket } from 'node:net'

const head_end = '\r\n\r\n'
const none = Buffer.alloc(0)
const piece_bytes = 256 * 1024

/**
 * A persistent HTTP connection. It sends prepared requests, one at a time, and parses only status and length of a response, because the load
 * generator runs on the measured machine and must cost little.
 */
export class HttpConnection {
  readonly #socket: Socket
  readonly #fail: (error: Error) => void
  #answered: (() => void) | undefined
  /** A head that has not arrived completely. */
  #begun = none
  /** The bytes of the body that have not arrived; undefined before the head has. */
  #rest: number | undefined
  #status = 0
  #refusal = ''

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
    const body = this.#rest === undefined ? this.#takeHead(piece) : piece
    if (this.#rest === undefined) return
    if (this.#status > 299) this.#refusal += body.toString()
    this.#rest -= body.length
    if (this.#rest === 0) this.#finish()
  }

  /** Returns the part of the body that has arrived with the head. */
  #takeHead(piece: Buffer): Buffer {
    const whole = this.#begun.length > 0 ? Buffer.concat([this.#begun, piece]) : piece
    const end = whole.indexOf(head_end)
    // The piece is a view of a buffer that is filled again.
    this.#begun = end < 0 ? Buffer.from(whole) : none
    if (end < 0) return none
    const head = whole.toString('latin1', 0, end)
    this.#status = Number(head.slice(9, 12))
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    if (length === undefined && this.#status !== 204) this.#fail(new Error(`a response without a length: ${head}`))
    this.#rest = Number(length ?? 0)
    return whole.subarray(end + head_end.length)
  }

  #finish() {
    const answered = this.#answered
    this.#answered = undefined
    this.#rest = undefined
    if (this.#status > 299) return this.#fail(new Error(`answered ${this.#status}: ${this.#refusal}`))
    answered?.()
  }
}
