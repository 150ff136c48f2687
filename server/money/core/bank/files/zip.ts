import { strFromU8, Unzip, UnzipInflate } from 'fflate'
import { ApiError } from '../../../../errors.ts'
import { msg } from '../../../../messages/message.ts'
import { fileError } from './errors.ts'

/** The most bytes of an unpacked file or of all files in an archive. */
export const unpacked_bytes_max = 50 * 1024 * 1024
const files_max = 200
// A part can unpack to a thousand times its size.
const part_bytes = 8 * 1024

export interface NamedBytes {
  /** Empty for a file that was not in an archive. */
  name: string
  bytes: Uint8Array
}

export const isZip = (bytes: Uint8Array) =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5) && (bytes[3] === 4 || bytes[3] === 6)

/** The files of an archive, by name. It is unpacked part by part, and refused as soon as it becomes too large. */
export function unzip(bytes: Uint8Array): NamedBytes[] {
  const files: NamedBytes[] = []
  let [sum, unfinished] = [0, 0]
  let failure: ApiError | undefined
  const archive = new Unzip(file => {
    if (file.name.endsWith('/') || isHidden(file.name)) return
    if (files.length >= files_max) throw fileError('', msg`The archive has more than ${files_max} files.`)
    const parts: Uint8Array[] = []
    const entry: NamedBytes = { name: file.name.split('/').at(-1)?.slice(0, 100) ?? '', bytes: new Uint8Array() }
    files.push(entry)
    unfinished++
    file.ondata = (error, part, last) => {
      if (error) throw fileError('', damaged)
      sum += part.length
      if (sum > unpacked_bytes_max) failure = tooLarge()
      if (failure) throw failure
      parts.push(part)
      if (!last) return
      unfinished--
      entry.bytes = Buffer.concat(parts)
    }
    file.start()
  })
  archive.register(UnzipInflate)
  try {
    for (let at = 0; at < bytes.length; at += part_bytes)
      archive.push(bytes.subarray(at, at + part_bytes), at + part_bytes >= bytes.length)
  } catch (error) {
    throw failure ?? (error instanceof ApiError ? error : fileError('', damaged))
  }
  if (unfinished > 0 || !hasDirectory(bytes)) throw fileError('', damaged)
  if (files.length === 0) throw fileError('', 'The archive has no files.')
  return files.sort((one, other) => (one.name < other.name ? -1 : 1))
}

const damaged =
  'The archive is damaged, protected by a password, or incomplete. Unpack it and send the files one by one.'

const tooLarge = () =>
  fileError(
    '',
    msg`Unpacked, the archive is larger than ${unpacked_bytes_max / 2 ** 20} MB. Send its files one by one.`,
  )

/** What archivers of Apple add. */
const isHidden = (name: string) => name.startsWith('__MACOSX/') || /(^|\/)\./.test(name)

/** An archive ends with a directory of its files; one that was cut has none. */
const hasDirectory = (bytes: Uint8Array) => strFromU8(bytes.subarray(-66_000), true).includes('PK\x05\x06')
