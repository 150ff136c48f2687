import { msg } from '../../../../messages/message.ts'
import { fileError } from './errors.ts'

export type Charset = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-15'

/** The text of a file. Without a declared character set it is found out. */
export function decodeText(bytes: Uint8Array, declared?: string): string {
  const marked = byteOrderMark(bytes)
  if (marked) return decodeAs(bytes, marked)
  if (declared) return decodeAs(bytes, declared)
  return decodeAs(bytes, charsetOf(bytes))
}

/** The character set of a text without a declaration: UTF-8 if it is valid, else the Western European one that fits. */
export function charsetOf(bytes: Uint8Array): Charset {
  if (isUtf8(bytes)) return 'utf-8'
  // ISO 8859-15 has no signs from 0x80 to 0x9F, and the euro where Windows has a sign that is not used.
  if (bytes.some(byte => byte >= 0x80 && byte <= 0x9f)) return 'windows-1252'
  return bytes.some(byte => byte === 0xa4 || byte === 0xbd) ? 'iso-8859-15' : 'windows-1252'
}

function byteOrderMark(bytes: Uint8Array): Charset | undefined {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return undefined
}

function isUtf8(bytes: Uint8Array) {
  // As a stream, so that a file that was cut inside of a character is still UTF-8.
  return accepts(new TextDecoder('utf-8', { fatal: true }), bytes)
}

function decodeAs(bytes: Uint8Array, charset: string): string {
  const decoder = decoderOf(charset)
  try {
    return decoder.decode(bytes)
  } catch {
    const line = lineOfFirstFault(bytes, charset)
    throw fileError(
      msg`Line ${line}`,
      msg`the file should be in ${charset.toUpperCase()}, but a character is not. Save it in UTF-8, or download it again from the bank.`,
    )
  }
}

function decoderOf(charset: string) {
  try {
    return new TextDecoder(charset, { fatal: true })
  } catch {
    throw fileError('', msg`The character set ${charset.slice(0, 40)} is unknown. Save the file in UTF-8.`)
  }
}

/** In UTF-16 lines are not found this way, so it is the whole file. */
function lineOfFirstFault(bytes: Uint8Array, charset: string) {
  if (/^utf-?16/i.test(charset)) return 1
  const end = firstFault(bytes, charset)
  let line = 1
  for (let at = 0; at < end; at++) if (bytes[at] === 10) line++
  return line
}

/** Decodes in large parts up to the one that fails, then that one in smaller parts, and at last byte by byte. */
function firstFault(bytes: Uint8Array, charset: string) {
  let at = 0
  for (const length of [64 * 1024, 256, 1]) {
    const decoder = decoderOf(charset)
    decoder.decode(bytes.subarray(0, at), { stream: true })
    while (at < bytes.length && accepts(decoder, bytes.subarray(at, at + length))) at += length
  }
  return Math.min(at, bytes.length)
}

function accepts(decoder: TextDecoder, part: Uint8Array) {
  try {
    decoder.decode(part, { stream: true })
    return true
  } catch {
    return false
  }
}
