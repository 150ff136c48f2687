import { Type } from 'typebox'
import { ExpectedError } from './expected_error.ts'
import type { Language } from './messages/language.ts'
import { Message, msg, type Text } from './messages/message.ts'
import { translate } from './messages/translate.ts'

/** Every error code, with its HTTP status, its title, and what a client can do. */
export const problems = {
  invalid_json: [
    400,
    'The body is not valid JSON',
    'Check the body with a JSON parser. `detail` says where reading stopped.',
  ],
  bad_request: [
    400,
    'The request could not be read',
    'Correct what `detail` names, such as the address, a header or the length of the body.',
  ],
  unauthenticated: [
    401,
    'A valid access token is required',
    'Send `Authorization: Bearer <token>`. If you do, the token has expired or was revoked: request a new one.',
  ],
  reauthentication_required: [
    401,
    'A recent sign-in is required',
    'Ask the user to sign in again, then repeat the request with the new token.',
  ],
  forbidden: [
    403,
    'Not allowed',
    'Ask an admin of the space for the permission that the operation names. A token with scopes also needs that scope.',
  ],
  second_factor_required: [
    403,
    'A second factor is required',
    'The space requires a second factor. The user adds one to their account and signs in again.',
  ],
  provider_required: [
    403,
    'Sign-in through the organisation is required',
    'Let the person sign in through the identity provider of the space, and use the token that follows from it.',
  ],
  not_found: [
    404,
    'Not found',
    'Check the id and the space of the token. A record that the caller may not see is not found either.',
  ],
  method_not_allowed: [405, 'Method not allowed', 'Use one of the methods in the header `Allow`.'],
  request_timeout: [
    408,
    'The request took too long to arrive',
    'Send the request again, on a faster connection or with a smaller body.',
  ],
  conflict: [409, 'In conflict with stored data', 'Read the record again. `detail` says what it is in conflict with.'],
  mail_taken: [409, 'Mail address already in use', 'Use another address, or the account that has this one.'],
  already_member: [
    409,
    'Already a member of the space',
    'Nothing to do: the person is in the space. Change their role instead.',
  ],
  last_superadmin: [409, 'A space needs at least one superadmin', 'Make another member superadmin first.'],
  role_in_use: [409, 'The role is in use', 'Give its members another role first, then delete it.'],
  idempotency_key_running: [
    409,
    'The first request with this key is still running',
    'Wait a moment and repeat the same request with the same key.',
  ],
  idempotency_answer_erased: [
    409,
    'The stored response for this key was erased',
    'The first request was performed. Read the record instead of repeating the request.',
  ],
  cursor_expired: [410, 'The cursor has expired', 'Read the list again from the start, without `cursor`.'],
  precondition_failed: [
    412,
    'The record has changed',
    'Read the record again, apply your change to it, and send the new ETag as `If-Match`.',
  ],
  too_large: [413, 'The body is too large', 'Send less at once. `detail` says how much is accepted.'],
  uri_too_long: [414, 'The address is too long', 'Send fewer or shorter parameters.'],
  unsupported_media_type: [
    415,
    'Unsupported media type',
    'Send the `Content-Type` that the operation lists, usually `application/json`.',
  ],
  range_not_satisfiable: [
    416,
    'The file has no such part',
    'Request a range within the size of the file, which `Content-Range` has.',
  ],
  invalid_request: [
    422,
    'The request is not valid',
    'Correct the fields in `errors`: each has its `location`, such as `body.data.mail`, and what is wrong.',
  ],
  idempotency_key_reused: [
    422,
    'Idempotency key already used for another request',
    'Use a new key for each new request, and the same key only to repeat one.',
  ],
  period_closed: [422, 'The period is closed', 'Use a date in an open period, or reopen the period.'],
  contribution_refused: [
    422,
    'Against a contribution rule of the space',
    '`detail` names the rule. Record less, or let an admin change the rule.',
  ],
  rate_limited: [429, 'Too many requests', 'Wait as many seconds as `Retry-After` says, then repeat the request.'],
  headers_too_large: [431, 'The headers are too large', 'Send fewer or shorter headers.'],
  internal: [
    500,
    'Something went wrong on our side',
    'Repeat the request once. If it fails again, report the request id in `instance`.',
  ],
  unavailable: [
    503,
    'Not available at the moment',
    'Wait as many seconds as `Retry-After` says, then repeat the request.',
  ],
  degraded: [
    503,
    'Reading works, writing does not',
    'Send reads only, and tell the operator: `detail` says why nothing can be written.',
  ],
  too_expensive: [
    503,
    'The request took too long',
    'Ask for less: a smaller `limit`, a shorter period or fewer conditions.',
  ],
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
