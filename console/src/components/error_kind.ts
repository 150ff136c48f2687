import { ApiError } from '../api.ts'
import { SignInError } from '../session.ts'
import { connectionFault } from './error_text.ts'

/** Thrown or shown for an address that belongs to no page. */
export class UnknownAddress extends Error {}

/** The user lacks the permission in the message, which the page needs. */
export class MissingPermission extends Error {}

export type ErrorKind =
  | 'sign_in'
  | 'forbidden'
  | 'address'
  | 'not_found'
  | 'offline'
  | 'unavailable'
  | 'new_version'
  | 'unknown'

/** Which page explains this error. */
export function kindOf(error: unknown): ErrorKind {
  if (error instanceof SignInError) return 'sign_in'
  if (error instanceof MissingPermission) return 'forbidden'
  if (error instanceof UnknownAddress) return 'address'
  if (error instanceof ApiError) return kindOfRefusal(error)
  if (isMissingModule(error)) return navigator.onLine ? 'new_version' : 'offline'
  const fault = connectionFault(error)
  if (fault === undefined) return 'unknown'
  return fault === 'offline' ? 'offline' : 'unavailable'
}

function kindOfRefusal(error: ApiError): ErrorKind {
  if (error.status === 403) return 'forbidden'
  if (error.status === 404 || hasWrongPath(error)) return 'not_found'
  return error.isRetryable ? 'unavailable' : 'unknown'
}

/** The address names a record that cannot exist, such as the contact `abc`. */
const hasWrongPath = ({ errors }: ApiError) =>
  errors.length > 0 && errors.every(({ location }) => location.startsWith('path.'))

/** A part of the console is not on the server any more, in the words of Chromium, Firefox and Safari. */
const isMissingModule = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/i.test(error.message)
