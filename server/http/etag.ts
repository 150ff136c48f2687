import { hash } from 'node:crypto'
import { ApiError } from '../errors.ts'

/** A strong tag: it changes with any byte of the answer. */
export const etagOf = (body: string | Buffer) => `"${hash('sha256', body, 'base64url').slice(0, 27)}"`

/** Whether If-None-Match names this tag: a proxy may have weakened it on the way. */
export const matchesEtag = (header: string, etag: string) => listsTag(header.replaceAll('W/', ''), etag)

// Weak tags do not match here: before a change, only the very same bytes will do.
const listsTag = (header: string, etag: string) =>
  header.trim() === '*' || header.split(',').some(tag => tag.trim() === etag)

/** `etags`: the record as each of its read operations answers it; the first is that of the operation at hand. */
export function checkUnchanged(ifMatch: string, etags: string[]) {
  if (etags.some(etag => listsTag(ifMatch, etag))) return
  throw new ApiError(
    'precondition_failed',
    'Somebody changed this record since you read it; read it again, then repeat your change.',
    { headers: { etag: etags[0]! } },
  )
}
