import type { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { ResponseFormat } from './response_format.ts'

/** A file outside the database of which clients read parts. Its contents never change: another version has another address. */
export interface RangedContents {
  bytes: number
  version: string
  open: (range: ByteRange | undefined) => Promise<Readable>
}

/** The first and the last byte of a part of a file. */
export interface ByteRange {
  start: number
  end: number
}

/** A map in the format PMTiles, of which clients read parts. */
export const mapFile: ResponseFormat<RangedContents> = {
  schema: Type.String({
    title: 'MapContents',
    description: 'A map with vector tiles, in the format PMTiles 3.',
    contentMediaType: 'application/vnd.pmtiles',
    examples: ['PMTiles…'],
  }),
  media: 'application/vnd.pmtiles',
  write: () => {
    throw new Error('a stream cannot be serialized at once')
  },
}

export const isRangedFile = ({ media }: ResponseFormat<unknown>) => media === mapFile.media
