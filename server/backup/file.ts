import { createHash, type Hash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, rmSync } from 'node:fs'
import { link, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { ExpectedError } from '../expected_error.ts'

// A backup is one gzip file. It has lines of text, and between them the rows in blocks, each after a line with its length. The last line is
// the checksum of everything before it.

export const first_line = 'Muster backup 1'
export const newline = 10
const checksum_word = 'sha256 '
const line_bytes_max = 4 * 1024 * 1024

/** A backup that cannot be taken or restored. The message is shown to the operator. */
export class BackupError extends ExpectedError {}

export const damagedFileError = (file: string) =>
  new BackupError(`${file} is damaged, or not a backup of Muster. Nothing was changed. Use another backup.`)

/** Writes a file atomically, readable for its owner only, and never over another one. Answers its size in bytes. */
export async function writeBackup(file: string, parts: AsyncIterable<Buffer | string>): Promise<number> {
  const part = `${file}.${process.pid}-${randomBytes(4).toString('hex')}.part`
  const remove = () => rmSync(part, { force: true })
  // Also if the process is interrupted.
  process.once('exit', remove)
  try {
    await pipeline(withChecksum(parts), createGzip({ level: 4 }), createWriteStream(part, { mode: 0o600, flags: 'wx' }))
    const handle = await open(part, 'r+')
    const { size } = await handle.stat()
    await handle.sync()
    await handle.close()
    await moveIntoPlace(part, file)
    await syncFolder(dirname(file))
    return size
  } catch (error) {
    throw sentenceAbout(error as NodeJS.ErrnoException, file)
  } finally {
    remove()
    process.off('exit', remove)
  }
}

// Creating a hard link fails if the name exists, unlike a rename. Some file systems have no hard links.
async function moveIntoPlace(part: string, file: string) {
  try {
    await link(part, file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' || existsSync(file))
      throw new BackupError(`${file} already exists. Choose another file name.`)
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code ?? '')) throw error
    await rename(part, file)
  }
}

// The file name is durable only after its folder is synced.
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
      return new BackupError(
        `There is not enough space for a backup in ${folder}. Free some space, or choose another folder.`,
      )
    case 'EACCES':
    case 'EROFS':
      return new BackupError(`Muster cannot write to ${folder}. Change its permissions, or choose another folder.`)
    case 'ENOENT':
    case 'ENOTDIR':
      return new BackupError(`The folder ${folder} does not exist.`)
    default:
      return error
  }
}

async function* withChecksum(parts: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const start = Buffer.from(`${first_line}\n`)
  hash.update(start)
  yield start
  for await (const part of parts) {
    const bytes = Buffer.from(part)
    hash.update(bytes)
    yield bytes
  }
  yield Buffer.from(`${checksum_word}${hash.digest('hex')}\n`)
}

/** Reads lines and blocks in order, and verifies the checksum at the end. */
export class BackupReader {
  readonly file: string
  readonly #chunks: AsyncIterator<Buffer>
  readonly #hash: Hash = createHash('sha256')
  readonly #close: () => void
  #unread: Buffer = Buffer.alloc(0)

  constructor(file: string) {
    this.file = file
    const packed = createReadStream(file)
    const unpacked = createGunzip()
    // Errors of the file reach the reader through the iterator.
    pipeline(packed, unpacked).catch(() => {})
    this.#chunks = unpacked[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    this.#close = () => packed.destroy()
  }

  async line(): Promise<string> {
    let end = this.#unread.indexOf(newline)
    while (end < 0) {
      if (this.#unread.length > line_bytes_max || !(await this.#readMore())) throw damagedFileError(this.file)
      end = this.#unread.indexOf(newline)
    }
    const bytes = this.#take(end + 1)
    const line = bytes.toString('utf8', 0, end)
    if (!line.startsWith(checksum_word)) this.#hash.update(bytes)
    else if (
      line !== `${checksum_word}${this.#hash.digest('hex')}` ||
      this.#unread.length > 0 ||
      (await this.#readMore())
    )
      throw damagedFileError(this.file)
    return line
  }

  async *block(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0; ) {
      if (this.#unread.length === 0 && !(await this.#readMore())) throw damagedFileError(this.file)
      const bytes = this.#take(Math.min(left, this.#unread.length))
      this.#hash.update(bytes)
      left -= bytes.length
      yield bytes
    }
  }

  /** Needed if the file is not read to its end. */
  close() {
    this.#close()
  }

  #take(length: number) {
    const taken = this.#unread.subarray(0, length)
    this.#unread = this.#unread.subarray(length)
    return taken
  }

  async #readMore(): Promise<boolean> {
    try {
      const { value, done } = await this.#chunks.next()
      if (done) return false
      this.#unread = this.#unread.length > 0 ? Buffer.concat([this.#unread, value]) : value
      return true
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOENT') throw new BackupError(`The file ${this.file} does not exist.`)
      // System errors concern the file; any other error means that its contents are damaged.
      if (code && /^E[A-Z]+$/.test(code)) throw new BackupError(`${this.file} cannot be read (${code}).`)
      throw damagedFileError(this.file)
    }
  }
}
