import { Type } from 'typebox'
import { invalid } from '../errors.ts'

/** Where a list goes on. What stands in it is for us alone. */
export const Cursor = Type.Optional(Type.String({ maxLength: 200 }))

export const writeCursor = (...parts: (string | number)[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')

/** The parts of a cursor that we wrote, or undefined when none was sent. `shapes` is an example of what they look like. */
export function readCursor<Parts extends (string | number)[]>(cursor: string | undefined, ...shapes: Parts) {
  if (cursor === undefined) return undefined
  const parts = parsed(Buffer.from(cursor, 'base64url').toString())
  const fits = (part: unknown, index: number) =>
    typeof part === typeof shapes[index] && (typeof part === 'string' ? isPlain(part) : Number.isSafeInteger(part))
  if (Array.isArray(parts) && parts.length === shapes.length && parts.every(fits)) return parts as Parts
  throw invalid('query.cursor', 'is no cursor of ours; send next_cursor as you got it', cursor)
}

// What the database could not even be asked for.
const isPlain = (text: string) => text.isWellFormed() && !text.includes('\0')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
