import { join } from 'node:path'
import { Type } from 'typebox'

/** The settings of maps. */
export const mapSettings = {
  MAP_FILE: Type.Optional(
    Type.String({
      pattern: '^[^/\\\\]+\\.pmtiles$',
      description:
        'Name of the map in DATA_DIR/maps that all spaces see, such as lyon.pmtiles. Without it, the newest one there.',
    }),
  ),
  MAP_MB_MAX: Type.Integer({
    default: 300,
    minimum: 1,
    maximum: 100_000,
    description: 'Size of the largest map that a space may upload, in MB. It counts as a file of the space.',
  }),
  MAP_TILES_URL: Type.Optional(
    Type.String({
      pattern: '^(https?://[^\\s/?#@;,"]+)?/[^\\s;,"]*$',
      description:
        'Address of a map with streets: a file such as https://files.example.org/lyon.pmtiles, which Muster reads and passes on, or image tiles such as ' +
        'https://tiles.example.org/{z}/{x}/{y}.png, which browsers load, so that their server learns which places your users look at. ' +
        'Without it and without a file in DATA_DIR/maps, maps show countries and a grid.',
    }),
  ),
  MAP_CREDIT: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Credit shown on maps with image tiles, such as © OpenStreetMap contributors.',
    }),
  ),
}

const isMapFile = (url: string) => /\.pmtiles(\?|$)/.test(url)

/** The folder in which the operator puts maps. */
export const mapFolder = ({ DATA_DIR }: { DATA_DIR: string }) => join(DATA_DIR, 'maps')

/** What MAP_TILES_URL is: a file that the server reads, or image tiles that browsers load. */
export function mapAddresses({ MAP_TILES_URL: url }: { MAP_TILES_URL?: string }) {
  return url && isMapFile(url) ? { map_url: url, tiles: undefined } : { map_url: undefined, tiles: url }
}

export function mapTilesProblem({ MAP_TILES_URL: url }: { MAP_TILES_URL?: string }) {
  if (!url) return undefined
  if (isMapFile(url))
    return /^https?:/.test(url) && URL.canParse(url)
      ? undefined
      : 'must start with https:// if it names a .pmtiles file'
  return ['{z}', '{x}', '{y}'].every(part => url.includes(part))
    ? undefined
    : 'must contain {z}, {x} and {y}, or end in .pmtiles'
}
