import { hash } from 'node:crypto'
import { ApiError } from '../errors.ts'

/** A strong ETag: it changes with any byte of the body. */
export const etagOf = (body: string | Buffer) => `"${hash('sha256', body, 'base64url').slice(0, 27)}"`

/** Whether If-None-Match lists this ETag. Weak tags match too, because a proxy may have weakened it. */
export const matchesEtag = (header: string, etag: string) => listsTag(header.replaceAll('W/', ''), etag)

// Weak tags do not match here: If-Match requires identical bytes. A proxy that compresses, such as Caddy or Apache, appends the encoding.
const listsTag = (header: string, etag: string) =>
  header.trim() === '*' || header.split(',').some(tag => tag.trim().replace(appended_encoding, '"') === etag)

const appended_encoding = /(?<=^".{27})-(gzip|zstd|br)"$/

/** `alias`: the ETag of the same record in another read operation. */
export function checkUnchanged(ifMatch: string, etag: string, alias?: string) {
  if (listsTag(ifMatch, etag) || (alias !== undefined && listsTag(ifMatch, alias))) return
  throw new ApiError(
    'precondition_failed',
    'This record has changed since you read it. Read it again, then repeat your change.',
    { headers: { etag } },
  )
}
