import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

// A backup is one compressed file: lines for people and programs, and between them the rows, in blocks whose length is told before.
// Its last line is the checksum of all that stands before it.

export const first_line = 'Muster backup 1'
const seal = 'sha256 '
const line_bytes_max = 4 * 1024 * 1024

/** The file is damaged, or no backup at all. The message is a sentence for the person who wants to use it. */
export class BackupError extends Error {}

/** Writes a file that is there whole or not at all, readable to its owner alone. Answers how large it is. */
export async function writeBackup(file: string, pieces: AsyncIterable<Buffer | string>): Promise<number> {
  const part = `${file}.part`
  try {
    await pipeline(sealed(pieces), createGzip({ level: 4 }), createWriteStream(part, { mode: 0o600 }))
    const handle = await open(part, 'r+')
    const { size } = await handle.stat()
    await handle.sync()
    await handle.close()
    await rename(part, file)
    await syncFolder(dirname(file))
    return size
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}

// A name is on the disk only once its folder is.
async function syncFolder(folder: string) {
  const handle = await open(folder, 'r')
  await handle.sync().catch(() => {})
  await handle.close()
}

async function* sealed(pieces: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const piece of withFirstLine(pieces)) {
    const bytes = Buffer.from(piece)
    hash.update(bytes)
    yield bytes
  }
  yield Buffer.from(`${seal}${hash.digest('hex')}\n`)
}

async function* withFirstLine(pieces: AsyncIterable<Buffer | string>) {
  yield `${first_line}\n`
  yield* pieces
}

/** Reads lines and blocks one after the other, and knows at the end whether they were what was written. */
export class BackupReader {
  readonly #file: string
  readonly #chunks: AsyncIterator<Buffer>
  readonly #hash: Hash = createHash('sha256')
  #rest: Buffer = Buffer.alloc(0)

  constructor(file: string) {
    this.#file = file
    const unpacked = createGunzip()
    // Whatever goes wrong with the file is heard by whoever reads from it.
    pipeline(createReadStream(file), unpacked).catch(() => {})
    this.#chunks = unpacked[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  }

  async line(): Promise<string> {
    let end = this.#rest.indexOf(10)
    while (end < 0) {
      if (this.#rest.length > line_bytes_max || !(await this.#more())) throw this.#damaged()
      end = this.#rest.indexOf(10)
    }
    const bytes = this.#take(end + 1)
    const line = bytes.toString('utf8', 0, end)
    if (!line.startsWith(seal)) this.#hash.update(bytes)
    else if (line !== `${seal}${this.#hash.digest('hex')}` || this.#rest.length > 0 || (await this.#more()))
      throw this.#damaged()
    return line
  }

  async *block(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0; ) {
      if (this.#rest.length === 0 && !(await this.#more())) throw this.#damaged()
      const bytes = this.#take(Math.min(left, this.#rest.length))
      this.#hash.update(bytes)
      left -= bytes.length
      yield bytes
    }
  }

  #take(length: number) {
    const taken = this.#rest.subarray(0, length)
    this.#rest = this.#rest.subarray(length)
    return taken
  }

  async #more(): Promise<boolean> {
    try {
      const { value, done } = await this.#chunks.next()
      if (done) return false
      this.#rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, value]) : value
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new BackupError(`There is no file ${this.#file}.`)
      throw this.#damaged()
    }
  }

  #damaged() {
    return new BackupError(
      `${this.#file} is damaged, or not a backup of Muster. Nothing was changed; take another one.`,
    )
  }
}
