import { crc32, inflateSync } from 'node:zlib'

// Only what is needed to print an image is kept, and only images whose printing cannot fail: a damaged one would stop the process that prints it.

export const logo_bytes_max = 256 * 1024
export const logo_pixels_max = 1000

const png_start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const isPng = (bytes: Buffer) => bytes.subarray(0, png_start.length).equals(png_start)

export const extensionOf = (logo: Buffer) => (isPng(logo) ? 'png' : 'jpg')

/** The image as it is stored, without texts and places; undefined if it cannot be printed. Its bytes decide, not a name. */
export const printableLogo = (bytes: Buffer) => (isPng(bytes) ? printablePng(bytes) : printableJpeg(bytes))

interface Chunk {
  type: string
  data: Buffer
}

/** Samples of a pixel by the colour type of a PNG: grey, colour, palette, grey and colour with transparency. */
const samples: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const by_palette = 3

/** A PNG that is complete, not interlaced and has at most eight bits for a colour. */
function printablePng(bytes: Buffer): Buffer | undefined {
  const chunks = pngChunks(bytes) ?? []
  const [header] = chunks
  const of = (type: string) => chunks.filter(chunk => chunk.type === type)
  const [palette, transparency] = [of('PLTE')[0], of('tRNS')[0]]
  if (header?.type !== 'IHDR' || header.data.length !== 13 || of('IHDR').length > 1) return undefined
  const [bits = 0, kind = -1, packing, filter, interlacing] = header.data.subarray(8)
  const channels = samples[kind]
  if (!channels || ![1, 2, 4, 8].includes(bits) || packing !== 0 || filter !== 0 || interlacing !== 0) return undefined
  const [width, height] = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)]
  const packed = Buffer.concat(of('IDAT').map(({ data }) => data))
  if (!isSize(width, height) || !areRows(packed, Math.ceil((width * channels * bits) / 8), height)) return undefined
  if ((kind === by_palette) !== isPalette(palette)) return undefined
  const parts = [header, { type: 'IDAT', data: packed }, { type: 'IEND', data: Buffer.alloc(0) }]
  if (kind === by_palette && palette)
    parts.splice(
      1,
      0,
      palette,
      ...(transparency && bits === 8 && transparency.data.length <= 256 ? [transparency] : []),
    )
  return Buffer.concat([png_start, ...parts.map(written)])
}

const isSize = (width: number, height: number) =>
  Math.min(width, height) > 0 && Math.max(width, height) <= logo_pixels_max

const isPalette = (chunk: Chunk | undefined) =>
  chunk !== undefined && chunk.data.length > 0 && chunk.data.length <= 768 && chunk.data.length % 3 === 0

/** Whether data unpacks to rows of this length, each after one of the five filters. */
function areRows(packed: Buffer, length: number, count: number) {
  try {
    const size = (length + 1) * count
    const rows = inflateSync(packed, { maxOutputLength: size })
    return (
      rows.length === size &&
      Array.from({ length: count }, (_, row) => rows[row * (length + 1)] ?? 5).every(filter => filter <= 4)
    )
  } catch {
    return false
  }
}

function pngChunks(bytes: Buffer): Chunk[] | undefined {
  const chunks: Chunk[] = []
  let at = png_start.length
  while (at + 12 <= bytes.length) {
    const end = at + 8 + bytes.readUInt32BE(at)
    if (end + 4 > bytes.length) return undefined
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'IEND') return chunks
    chunks.push({ type, data: bytes.subarray(at + 8, end) })
    at = end + 4
  }
  return undefined
}

function written({ type, data }: Chunk) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}

const scan = 0xda
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4
/** In one pass or several, packed by Huffman. */
const isUsualFrame = (marker: number) => marker <= 0xc2

/** What cameras and programs add, such as the place. */
const isAddition = (marker: number) => (marker >= 0xe1 && marker <= 0xef && marker !== 0xee) || marker === 0xfe

/** A JPEG in grey or in colours, without what was added to it. */
function printableJpeg(bytes: Buffer): Buffer | undefined {
  const { segments, pixels } = jpegSegments(bytes)
  const [frame, ...others] = segments.filter(({ marker }) => isFrame(marker))
  if (!pixels || !frame || others.length > 0 || !isUsual(frame)) return undefined
  const kept = segments.filter(({ marker }) => !isAddition(marker)).map(({ part }) => part)
  return Buffer.concat([bytes.subarray(0, 2), ...kept, pixels])
}

interface Segment {
  marker: number
  /** With its marker and length. */
  part: Buffer
}

const isUsual = ({ marker, part }: Segment) =>
  isUsualFrame(marker) &&
  part.length >= 10 &&
  part[4] === 8 &&
  [1, 3].includes(part[9] ?? 0) &&
  isSize(part.readUInt16BE(7), part.readUInt16BE(5))

/** What comes before the pixels, and those. */
function jpegSegments(bytes: Buffer): { segments: Segment[]; pixels?: Buffer } {
  const segments: Segment[] = []
  let at = bytes.length > 2 && bytes.readUInt16BE(0) === 0xffd8 ? 2 : bytes.length
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (marker === scan) return { segments, pixels: bytes.subarray(at) }
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end < at + 4 || end > bytes.length) break
    segments.push({ marker, part: bytes.subarray(at, end) })
    at = end
  }
  return { segments }
}
