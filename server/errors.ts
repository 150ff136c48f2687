import { Type } from 'typebox'

/** Every refusal Muster knows: its machine word, its HTTP status and its title. */
export const problems = {
  invalid_json: [400, 'The body is not valid JSON'],
  bad_request: [400, 'The request could not be read'],
  unauthenticated: [401, 'A valid access token is needed'],
  reauthentication_required: [401, 'A recent proof of who you are is needed'],
  forbidden: [403, 'Not allowed'],
  second_factor_required: [403, 'A second factor is needed'],
  not_found: [404, 'Not found'],
  method_not_allowed: [405, 'Method not allowed'],
  request_timeout: [408, 'The request took too long to arrive'],
  conflict: [409, 'In conflict with what is stored'],
  mail_taken: [409, 'Mail address already in use'],
  already_member: [409, 'Already a member of the space'],
  last_superadmin: [409, 'A space needs a superadmin'],
  role_in_use: [409, 'The role is in use'],
  idempotency_key_running: [409, 'The first request with this key is still running'],
  idempotency_answer_erased: [409, 'The first answer to this key was erased'],
  cursor_expired: [410, 'Too old to go on from'],
  precondition_failed: [412, 'Changed in the meantime'],
  too_large: [413, 'The body is too large'],
  uri_too_long: [414, 'The address is too long'],
  unsupported_media_type: [415, 'Unsupported media type'],
  invalid_request: [422, 'The request is not valid'],
  idempotency_key_reused: [422, 'Idempotency key used for another request'],
  period_closed: [422, 'The period is closed'],
  rate_limited: [429, 'Too many requests'],
  headers_too_large: [431, 'The headers are too large'],
  internal: [500, 'Something went wrong on our side'],
  unavailable: [503, 'Not available at the moment'],
  too_expensive: [503, 'The request took too long'],
} as const

export type ProblemCode = keyof typeof problems

export const statusOf = (code: ProblemCode): number => problems[code][0]

/** One thing that is wrong with a request: where, why, and what was sent there. */
export interface Fault {
  location: string
  message: string
  value: unknown
}

/** A refusal. Thrown anywhere below an operation, it rolls the transaction back and becomes the answer. */
export class ApiError extends Error {
  readonly code: ProblemCode
  readonly faults: Fault[] | undefined
  readonly headers: Record<string, string>

  constructor(
    code: ProblemCode,
    detail: string,
    { faults, headers = {} }: { faults?: Fault[]; headers?: Record<string, string> } = {},
  ) {
    super(detail)
    this.code = code
    this.faults = faults
    this.headers = headers
  }
}

/** The same words for what does not exist and for what the caller may not see. */
export const notFound = (what: string) =>
  new ApiError('not_found', `There is no such ${what}, or it is not for you to see.`)

export const forbidden = (detail: string) => new ApiError('forbidden', detail)

/** A value that is well formed and still wrong, such as the id of a person from another space. */
export const invalid = (location: string, message: string, value: unknown) =>
  new ApiError('invalid_request', `${location} ${message}.`, { faults: [{ location, message, value }] })

export const Problem = Type.Object(
  {
    type: Type.String({ description: 'Address of the explanation of this kind of problem.' }),
    title: Type.String({ description: 'The kind of problem, in a few words.' }),
    status: Type.Integer({ description: 'The HTTP status.' }),
    code: Type.Enum(Object.keys(problems) as ProblemCode[], { description: 'Stable word for programs.' }),
    detail: Type.String({ description: 'One sentence that tells a person what to do.' }),
    instance: Type.String({ description: 'The request id; quote it when you ask for help.' }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          location: Type.String({ description: 'For example body.data.mail.' }),
          message: Type.String({ description: 'What is wrong there.' }),
          value: Type.Unknown({ description: 'What was sent there, shortened; null when nothing was.' }),
        }),
      ),
    ),
  },
  { title: 'Problem' },
)

export function problemBody(error: ApiError, requestId: string) {
  const [status, title] = problems[error.code]
  return {
    type: `/docs#problem-${error.code}`,
    title,
    status,
    code: error.code,
    detail: error.message,
    instance: requestId,
    ...(error.faults && { errors: error.faults.map(fault => ({ ...fault, value: shortened(fault.value) })) }),
  }
}

// Echoes enough to recognise the mistake, and never a whole document.
function shortened(value: unknown) {
  if (value === undefined || typeof value === 'object') return null
  return typeof value === 'string' && value.length > 100 ? `${value.slice(0, 100)}…` : value
}
