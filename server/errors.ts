import { Type } from 'typebox'
import { ExpectedError } from './expected_error.ts'
import type { Language } from './messages/language.ts'
import { Message, msg, type Text } from './messages/message.ts'
import { translate } from './messages/translate.ts'

/** Every error code, with its HTTP status and its title. */
export const problems = {
  invalid_json: [400, 'The body is not valid JSON'],
  bad_request: [400, 'The request could not be read'],
  unauthenticated: [401, 'A valid access token is required'],
  reauthentication_required: [401, 'A recent sign-in is required'],
  forbidden: [403, 'Not allowed'],
  second_factor_required: [403, 'A second factor is required'],
  provider_required: [403, 'Sign-in through the organisation is required'],
  not_found: [404, 'Not found'],
  method_not_allowed: [405, 'Method not allowed'],
  request_timeout: [408, 'The request took too long to arrive'],
  conflict: [409, 'In conflict with stored data'],
  mail_taken: [409, 'Mail address already in use'],
  already_member: [409, 'Already a member of the space'],
  last_superadmin: [409, 'A space needs at least one superadmin'],
  role_in_use: [409, 'The role is in use'],
  idempotency_key_running: [409, 'The first request with this key is still running'],
  idempotency_answer_erased: [409, 'The stored response for this key was erased'],
  cursor_expired: [410, 'The cursor has expired'],
  precondition_failed: [412, 'The record has changed'],
  too_large: [413, 'The body is too large'],
  uri_too_long: [414, 'The address is too long'],
  unsupported_media_type: [415, 'Unsupported media type'],
  range_not_satisfiable: [416, 'The file has no such part'],
  invalid_request: [422, 'The request is not valid'],
  idempotency_key_reused: [422, 'Idempotency key already used for another request'],
  period_closed: [422, 'The period is closed'],
  contribution_refused: [422, 'Against a contribution rule of the space'],
  rate_limited: [429, 'Too many requests'],
  headers_too_large: [431, 'The headers are too large'],
  internal: [500, 'Something went wrong on our side'],
  unavailable: [503, 'Not available at the moment'],
  degraded: [503, 'Reading works, writing does not'],
  too_expensive: [503, 'The request took too long'],
} as const

export type ProblemCode = keyof typeof problems

export const statusOf = (code: ProblemCode): number => problems[code][0]

/** One error in a request: where, what is wrong, and the value that was sent. */
export interface Fault {
  location: string
  message: Text
  value: unknown
}

/** An error with a code for clients. Thrown in an operation, it rolls the transaction back and becomes the response. */
export class ApiError extends ExpectedError {
  readonly code: ProblemCode
  /** What is wrong and what to do; `message` is its English text. */
  readonly detail: Text
  readonly faults: Fault[] | undefined
  readonly headers: Record<string, string>

  constructor(
    code: ProblemCode,
    detail: Text,
    { faults, headers = {} }: { faults?: Fault[]; headers?: Record<string, string> } = {},
  ) {
    super(String(detail))
    this.code = code
    this.detail = detail
    this.faults = faults
    this.headers = headers
  }
}

/** The same text for a record that does not exist and for one that the caller may not see. */
export const notFound = (what: string) => new ApiError('not_found', notFoundText(what))

/** One text for each noun: in other languages its words depend on the noun. */
const notFoundText = (what: string): Text => new Message(`There is no such ${what}, or you cannot see it.`, [])

export const overloaded = () =>
  new ApiError('unavailable', 'Muster is overloaded. Try again in a moment.', { headers: { 'retry-after': '1' } })

export const forbidden = (detail: Text) => new ApiError('forbidden', detail)

/** A value with the right type that is still wrong, such as the id of a user of another space. */
export const invalid = (location: string, message: Text, value: unknown) =>
  new ApiError('invalid_request', msg`${location} ${message}.`, { faults: [{ location, message, value }] })

export const Problem = Type.Object(
  {
    type: Type.String({ description: 'Address of the documentation of this error.' }),
    title: Type.String({ description: 'The kind of error, in a few words.' }),
    status: Type.Integer({ description: 'The HTTP status.' }),
    code: Type.Enum(Object.keys(problems) as ProblemCode[], { description: 'Stable code for programs.' }),
    detail: Type.String({ description: 'What is wrong and what to do, in a sentence.' }),
    instance: Type.String({ description: 'The request id. Quote it when you ask for support.' }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          location: Type.String({ description: 'Where the error is, such as body.data.mail.' }),
          message: Type.String({ description: 'What is wrong.' }),
          value: Type.Unknown({ description: 'The value that was sent, shortened; null if none was sent.' }),
        }),
      ),
    ),
  },
  { title: 'Problem' },
)

export function problemBody(error: ApiError, requestId: string, language: Language = 'en') {
  const [status, title] = problems[error.code]
  const faults = error.faults?.map(({ location, message, value }) => ({
    location,
    message: translate(message, language),
    value: shortened(value),
  }))
  return {
    type: `/docs#problem-${error.code}`,
    title: translate(title, language),
    status,
    code: error.code,
    detail: translate(error.detail, language),
    instance: requestId,
    ...(faults && { errors: faults }),
  }
}

// Returns enough to recognise the mistake, and never a whole document.
function shortened(value: unknown) {
  if (value === undefined || typeof value === 'object') return null
  return typeof value === 'string' && value.length > 100 ? `${value.slice(0, 100)}…` : value
}
