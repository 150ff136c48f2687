import { createHash } from 'node:crypto'
import { ApiError } from '../errors.ts'

/** A strong tag: it changes with any byte of the answer. */
export const etagOf = (text: string) => `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`

/** Whether a list of tags from a conditional header names this one. Weak tags never match. */
export const names = (header: string, etag: string) =>
  header.trim() === '*' || header.split(',').some(tag => tag.trim() === etag)

export function checkUnchanged(ifMatch: string, etag: string) {
  if (names(ifMatch, etag)) return
  throw new ApiError(
    'precondition_failed',
    'Somebody changed this record since you read it; read it again, then repeat your change.',
    { headers: { etag } },
  )
}
