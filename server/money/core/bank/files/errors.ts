import { ApiError } from '../../../../errors.ts'

/** The error for a file that cannot be read: where, such as `Line 14`, and a sentence that says what is wrong and what to do. */
export function fileError(where: string, message: string, value = '') {
  const detail = where ? `${where}: ${message}` : capital(message)
  return new ApiError('invalid_request', detail, { faults: [{ location: 'body', message: detail, value }] })
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

/** A short form of a value for an error message. */
export const quoted = (value: string) => {
  const clean = value.replace(/\p{Cc}+/gu, ' ').trim()
  return `“${clean.length > 40 ? `${clean.slice(0, 40).toWellFormed()}…` : clean}”`
}
