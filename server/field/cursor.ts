import { invalid } from '../errors.ts'

/** Where a page ended, for the client to send back as it is. */
export const writeCursor = (...place: (string | number)[]) => Buffer.from(JSON.stringify(place)).toString('base64url')

/** The place a cursor stands for: values of these kinds, in this order. */
export function readCursor(cursor: string, ...kinds: ('string' | 'number')[]): (string | number)[] {
  const place = parsed(Buffer.from(cursor, 'base64url').toString())
  const fits =
    Array.isArray(place) &&
    place.length === kinds.length &&
    place.every(
      (value, index) =>
        typeof value === kinds[index] && (typeof value === 'string' ? isPlain(value) : Number.isSafeInteger(value)),
    )
  if (!fits) throw invalid('query.cursor', 'is no cursor of ours; send next_cursor as you got it', cursor)
  return place
}

const isPlain = (text: string) => text.isWellFormed() && !text.includes('\0')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
