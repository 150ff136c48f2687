import { ApiError } from '../../../../errors.ts'
import { msg, type Text } from '../../../../messages/message.ts'

/** The error for a file that cannot be read: where, such as `Line 14`, and what is wrong and what to do. Without `where`, a whole sentence. */
export function fileError(where: Text, message: Text, value = '') {
  const detail = where ? msg`${where}: ${message}` : message
  return new ApiError('invalid_request', detail, { faults: [{ location: 'body', message: detail, value }] })
}

/** A short form of a value for an error message, in the quotation marks of its language. */
export const quoted = (value: string) => {
  const clean = value.replace(/\p{Cc}+/gu, ' ').trim()
  return msg`“${clean.length > 40 ? `${clean.slice(0, 40).toWellFormed()}…` : clean}”`
}
