import { createHash, type Hash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, rmSync } from 'node:fs'
import { link, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

// A backup is one compressed file: lines for people and programs, and between them the rows, in blocks whose length is told before.
// Its last line is the checksum of all that stands before it.

export const first_line = 'Muster backup 1'
export const newline = 10
const seal = 'sha256 '
const line_bytes_max = 4 * 1024 * 1024

/** A backup that cannot be taken or used. The message is a sentence for the person who wants it. */
export class BackupError extends Error {}

export const damaged = (file: string) =>
  new BackupError(`${file} is damaged, or not a backup of Muster. Nothing was changed; take another one.`)

/** Writes a file that is there whole or not at all, readable to its owner alone, and never over another one. Answers how large it is. */
export async function writeBackup(file: string, pieces: AsyncIterable<Buffer | string>): Promise<number> {
  const part = `${file}.${process.pid}-${randomBytes(4).toString('hex')}.part`
  const remove = () => rmSync(part, { force: true })
  // Also when somebody loses patience.
  process.once('exit', remove)
  try {
    await pipeline(sealed(pieces), createGzip({ level: 4 }), createWriteStream(part, { mode: 0o600, flags: 'wx' }))
    const handle = await open(part, 'r+')
    const { size } = await handle.stat()
    await handle.sync()
    await handle.close()
    await giveName(part, file)
    await syncFolder(dirname(file))
    return size
  } catch (error) {
    throw sentenceAbout(error as NodeJS.ErrnoException, file)
  } finally {
    remove()
    process.off('exit', remove)
  }
}

// A link is refused where the name is taken; some disks know none.
async function giveName(part: string, file: string) {
  try {
    await link(part, file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' || existsSync(file)) throw new BackupError(`${file} is there already. Name another file.`)
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code ?? '')) throw error
    await rename(part, file)
  }
}

// A name is on the disk only once its folder is.
async function syncFolder(folder: string) {
  const handle = await open(folder, 'r')
  await handle.sync().catch(() => {})
  await handle.close()
}

function sentenceAbout(error: NodeJS.ErrnoException, file: string) {
  const folder = dirname(file)
  switch (error.code) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return new BackupError(`There is no room for a backup in ${folder}. Free some, or name another place.`)
    case 'EACCES':
    case 'EROFS':
      return new BackupError(`Muster may not write in ${folder}. Name another place, or let it.`)
    case 'ENOENT':
    case 'ENOTDIR':
      return new BackupError(`There is no folder ${folder}.`)
    default:
      return error
  }
}

async function* sealed(pieces: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const begun = Buffer.from(`${first_line}\n`)
  hash.update(begun)
  yield begun
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece)
    hash.update(bytes)
    yield bytes
  }
  yield Buffer.from(`${seal}${hash.digest('hex')}\n`)
}

/** Reads lines and blocks one after the other, and knows at the end whether they were what was written. */
export class BackupReader {
  readonly #file: string
  readonly #chunks: AsyncIterator<Buffer>
  readonly #hash: Hash = createHash('sha256')
  readonly #close: () => void
  #rest: Buffer = Buffer.alloc(0)

  constructor(file: string) {
    this.#file = file
    const packed = createReadStream(file)
    const unpacked = createGunzip()
    // Whatever goes wrong with the file is heard by whoever reads from it.
    pipeline(packed, unpacked).catch(() => {})
    this.#chunks = unpacked[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    this.#close = () => packed.destroy()
  }

  async line(): Promise<string> {
    let end = this.#rest.indexOf(newline)
    while (end < 0) {
      if (this.#rest.length > line_bytes_max || !(await this.#more())) throw damaged(this.#file)
      end = this.#rest.indexOf(newline)
    }
    const bytes = this.#take(end + 1)
    const line = bytes.toString('utf8', 0, end)
    if (!line.startsWith(seal)) this.#hash.update(bytes)
    else if (line !== `${seal}${this.#hash.digest('hex')}` || this.#rest.length > 0 || (await this.#more()))
      throw damaged(this.#file)
    return line
  }

  async *block(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0; ) {
      if (this.#rest.length === 0 && !(await this.#more())) throw damaged(this.#file)
      const bytes = this.#take(Math.min(left, this.#rest.length))
      this.#hash.update(bytes)
      left -= bytes.length
      yield bytes
    }
  }

  /** For whoever does not read to the end. */
  close() {
    this.#close()
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
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOENT') throw new BackupError(`There is no file ${this.#file}.`)
      // What the disk says of the file is one thing, what unpacking says of its contents another.
      if (code && /^E[A-Z]+$/.test(code)) throw new BackupError(`${this.#file} cannot be read (${code}).`)
      throw damaged(this.#file)
    }
  }
}
