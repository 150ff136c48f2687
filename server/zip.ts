import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'

// Writes a ZIP archive while its files are produced (APPNOTE.TXT of PKWARE, without ZIP64).

export interface ZipFile {
  name: string
  content: Iterable<string> | AsyncIterable<string>
}

const compress = promisify<Buffer, object, Buffer>(deflateRaw)
const bytes_max = 0xffff_ffff
/** Deflate, UTF-8 names, and the size behind the data, because it is not known before. */
const [version, flags, method] = [20, 0x0808, 8]
/** Midnight of 1 January 1980, the first date of the format: the same content gives the same bytes. */
const [time, day] = [0, 0x21]
const last_block = Buffer.from([3, 0])

/** The bytes of an archive. Memory use depends on the longest chunk of content, not on the number of chunks. */
export async function* zipOf(files: Iterable<ZipFile> | AsyncIterable<ZipFile>): AsyncIterable<Buffer> {
  const directory: Buffer[] = []
  let position = 0
  const counted = (bytes: Buffer) => {
    position += bytes.length
    return bytes
  }
  for await (const { name, content } of files) {
    const start = position
    const label = Buffer.from(name)
    yield counted(Buffer.concat([localHeader(label), label]))
    const data_start = position
    let [size, checksum] = [0, 0]
    for await (const text of content) {
      const chunk = Buffer.from(text)
      size += chunk.length
      checksum = crc32(chunk, checksum)
      // A flushed block ends at a byte, so blocks that are compressed apart can follow each other.
      if (chunk.length > 0) yield counted(await compress(chunk, { finishFlush: constants.Z_SYNC_FLUSH }))
    }
    yield counted(last_block)
    const sums = uint32s(checksum, position - data_start, size)
    if (position > bytes_max || size > bytes_max) throw new Error(`${name} does not fit into a ZIP archive of 4 GiB`)
    yield counted(Buffer.concat([uint32s(0x08074b50), sums]))
    directory.push(centralHeader(label, sums, start), label)
  }
  const entries = Buffer.concat(directory)
  const count = directory.length / 2
  const sizes = [uint16s(count, count), uint32s(entries.length, position)]
  yield Buffer.concat([entries, uint32s(0x06054b50), uint16s(0, 0), ...sizes, uint16s(0)])
}

const localHeader = (label: Buffer) =>
  Buffer.concat([
    uint32s(0x04034b50),
    uint16s(version, flags, method, time, day),
    uint32s(0, 0, 0),
    uint16s(label.length, 0),
  ])

const centralHeader = (label: Buffer, sums: Buffer, start: number) =>
  Buffer.concat([
    uint32s(0x02014b50),
    uint16s(version, version, flags, method, time, day),
    sums,
    uint16s(label.length, 0, 0, 0, 0),
    uint32s(0, start),
  ])

function uint16s(...numbers: number[]) {
  const bytes = Buffer.alloc(numbers.length * 2)
  for (const [index, number] of numbers.entries()) bytes.writeUInt16LE(number, index * 2)
  return bytes
}

function uint32s(...numbers: number[]) {
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [index, number] of numbers.entries()) bytes.writeUInt32LE(number, index * 4)
  return bytes
}
