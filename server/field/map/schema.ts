import { type Static, Type } from 'typebox'
import { nullable, PersonName, Timestamp } from '../../fields.ts'

const Degrees = (side: string) => Type.Number({ description: `The ${side} edge of the region, in degrees.` })
const Zoom = (which: string) =>
  Type.Integer({ minimum: 0, maximum: 26, description: `The ${which} zoom level it has.` })

export const StreetMap = Type.Object(
  {
    source: Type.Enum(['space', 'server'], {
      description:
        '`space` if the space has uploaded it, `server` if the operator of this server offers it to all spaces.',
    }),
    name: Type.String({ description: 'The name of its file.', examples: ['lyon.pmtiles'] }),
    version: Type.String({ description: 'Changes with its contents. Needed to read them.' }),
    bytes: Type.Integer({ minimum: 1, description: 'Its size in bytes.' }),
    west: Degrees('western'),
    south: Degrees('southern'),
    east: Degrees('eastern'),
    north: Degrees('northern'),
    zoom_min: Zoom('lowest'),
    zoom_max: Zoom('highest'),
    attribution: Type.String({
      description: 'Who must be named beside the map.',
      examples: ['© OpenStreetMap contributors'],
    }),
    created_at: nullable(Timestamp),
    user: nullable(PersonName),
  },
  { title: 'StreetMap', description: 'A map with the streets of a region, in the format PMTiles.' },
)

export const MapUse = {
  map: Type.Union([StreetMap, Type.Null()], { description: 'The map in use; null if there is none.' }),
  bytes_max: Type.Integer({ description: 'The size of the largest map that may be uploaded, in bytes.' }),
}

export const UploadedMap = Type.String({
  title: 'UploadedMap',
  description: 'A map with vector tiles, in the format PMTiles 3.',
  contentMediaType: 'application/vnd.pmtiles',
  examples: ['PMTiles…'],
})

export const MapParams = {
  name: Type.String({
    minLength: 1,
    maxLength: 1000,
    description: 'The name of the file.',
    examples: ['lyon.pmtiles'],
  }),
}

export const VersionParams = {
  version: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'The version of the map, as `GET /v1/map` tells it.',
  }),
}

export type StreetMap = Static<typeof StreetMap>
