import i18next from 'i18next'
import { ApiError, ConnectionError } from '../api.ts'
import { beginsWithLocation, pathOf, sentenceOf } from './field_errors.ts'
import { withPermissionNames } from './permission_names.ts'

/** How many errors of one request a notification names. */
const shown_max = 3

/** What went wrong, in the language of the console and without the paths of the API. */
export function errorText(error: unknown): string {
  const connection = connectionFault(error)
  if (connection) return i18next.t(`connection.${connection}`, { ns: 'errors' })
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error)
  // A proxy answered, not Muster.
  if (error.code === 'unknown') return i18next.t('connection.status', { ns: 'errors', status: error.status })
  const { message, errors } = error
  if (!beginsWithLocation(message, errors)) return withPermissionNames(message)
  const sentences = errors.map(one => sentenceOf(pathOf(one.location), one.message, fieldNames(), joinSentence))
  return [...new Set(sentences)].slice(0, shown_max).join(' ')
}

export type ConnectionFault = 'offline' | 'timeout' | 'unreachable' | 'interrupted'

/** Why there was no answer; undefined when there was one, or for another error. */
export function connectionFault(error: unknown): ConnectionFault | undefined {
  const cause = error instanceof ConnectionError ? error.cause : error
  const { name, message } = cause instanceof Error ? cause : { name: '', message: '' }
  if (name === 'AbortError') return 'interrupted'
  const failed = error instanceof ConnectionError || name === 'TimeoutError' || isFetchFailure(name, message)
  if (!failed) return undefined
  if (!navigator.onLine) return 'offline'
  return name === 'TimeoutError' ? 'timeout' : 'unreachable'
}

/** The words of Chromium, Firefox and Safari for a request without an answer. */
const isFetchFailure = (name: string, message: string) =>
  name === 'TypeError' && /^(Failed to fetch|NetworkError when|Load failed)(?!.*module)/.test(message)

/** The names of fields in the language of the console, by their names in the API. */
export const fieldNames = (): Record<string, string> => ({
  ...i18next.getResource(i18next.language, 'contacts', 'field'),
  ...i18next.getResource(i18next.language, 'errors', 'field'),
})

export const joinSentence = (field: string, message: string) => i18next.t('sentence', { ns: 'errors', field, message })
