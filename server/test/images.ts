import { crc32, deflateSync } from 'node:zlib'
import type { TestApp } from './harness.ts'
import type { Person } from './people.ts'
import type { ReplyBody } from './reply_body.ts'

interface PngOptions {
  width?: number
  height?: number
  bits?: number
  /** The colour type: 2 is RGB, 3 a palette, 6 RGB with transparency. */
  kind?: number
  interlaced?: number
  rows?: Buffer
  others?: [type: string, data: Buffer][]
}

const samples: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** A small image in PNG, or one that is wrong somewhere. */
export function aPng({ width = 4, height = 3, bits = 8, kind = 6, interlaced = 0, ...more }: PngOptions = {}) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([bits, kind, 0, 0, interlaced], 8)
  const row = 1 + Math.ceil((width * (samples[kind] ?? 1) * bits) / 8)
  const rows = more.rows ?? Buffer.alloc(Math.min(row * height, 10_000_000))
  const chunks: [string, Buffer][] = [
    ['IHDR', header],
    ...(more.others ?? []),
    ...(kind === 3 ? ([['PLTE', Buffer.from([0, 0, 0, 255, 255, 255])]] as [string, Buffer][]) : []),
    ['IDAT', deflateSync(rows)],
    ['IEND', Buffer.alloc(0)],
  ]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks.map(chunk)])
}

function chunk([type, data]: [string, Buffer]) {
  const body = Buffer.concat([Buffer.from(type), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

/** What a JPEG has before its pixels. */
export function aJpeg({ width = 4, height = 3, frame = 0xc0, colours = 3, others = [] as Buffer[] } = {}) {
  const size = Buffer.from([
    0xff,
    frame,
    0,
    11,
    8,
    height >> 8,
    height & 255,
    width >> 8,
    width & 255,
    colours,
    1,
    0x11,
    0,
  ])
  return Buffer.concat([Buffer.from('ffd8', 'hex'), ...others, size, Buffer.from('ffda0008010100003f0000ffd9', 'hex')])
}

/** Uploads a logo of the space of this person. */
export async function sendLogo(app: TestApp, person: Person, body: Uint8Array<ArrayBuffer>, space = person.space) {
  const response = await fetch(`${app.url}/spaces/${space}/logo`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'image/png' },
    body,
  })
  const text = await response.text()
  return { status: response.status, text, body: JSON.parse(text) as ReplyBody }
}
