/** One error of a refused request: the path of the value, such as `body.data.team.users.1.id`, and what is wrong with it. */
export interface RequestError {
  location: string
  message: string
}

export interface PlacedErrors {
  /** By the name of the form field. */
  fields: Record<string, string>
  /** Errors that belong to no field of the form. */
  messages: string[]
}

/** The name of a field that shows the errors of no other field. */
export const any_field = '*'

type JoinSentence = (field: string, message: string) => string

const joinWithColon: JoinSentence = (field, message) => `${field}: ${message}`

/**
 * Assigns each error to the field whose path fits best: the longest path, then the outermost. The others become messages with the name of
 * the field, if `names` has it.
 */
export function placeErrors(
  errors: RequestError[],
  fields: readonly string[],
  names: Record<string, string> = {},
  join = joinWithColon,
): PlacedErrors {
  const placed: PlacedErrors = { fields: {}, messages: [] }
  for (const { location, message } of errors) {
    const path = pathOf(location)
    const field = fieldFor(path, fields)
    const before = field === undefined ? undefined : placed.fields[field]
    if (field === undefined) placed.messages.push(sentenceOf(path, message, names, join))
    else placed.fields[field] = before === undefined ? asSentence(message) : `${before} ${asSentence(message)}`
  }
  return { ...placed, messages: [...new Set(placed.messages)] }
}

/** The path of a value within the record: `contact.mail` for `body.data.contact.mail`. */
export const pathOf = (location: string) => location.replace(/^(body|query|path)\./, '').replace(/^data\./, '')

/** Whether a text starts with the path of a value, which only programmers can read. */
export const beginsWithLocation = (text: string, errors: RequestError[]) =>
  errors.some(({ location }) => location !== '' && text.startsWith(location))

/** The message as a sentence with the name of its field, or without if the name is not known. English messages continue the name: "must be…". */
export function sentenceOf(
  path: string,
  message: string,
  names: Record<string, string>,
  join: JoinSentence = joinWithColon,
): string {
  const steps = path.toLowerCase().split('.')
  const name = steps.findLast(step => Object.hasOwn(names, step))
  if (name === undefined) return asSentence(message)
  const text = withFullStop(message)
  const continuesName = /^\p{Ll}/u.test(text)
  return continuesName ? `${names[name]} ${text}` : join(names[name] ?? '', text)
}

/** Below its field the message stands alone: it begins with a capital and ends with a full stop. */
function asSentence(message: string) {
  const text = withFullStop(message)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

const withFullStop = (message: string) => (/[.!?…]$/.test(message) ? message : `${message}.`)

function fieldFor(path: string, fields: readonly string[]): string | undefined {
  const [best] = fields
    .map(field => ({ field, depth: field.split('.').length, start: startOf(field, path) }))
    .filter(({ start }) => start >= 0)
    .sort((one, other) => other.depth - one.depth || one.start - other.start)
  return best?.field ?? fields.find(field => field === any_field)
}

/** Where the steps of the field begin within the path, or -1. The API spells some names with a capital. */
function startOf(field: string, path: string) {
  const steps = path.toLowerCase().split('.')
  const wanted = field.toLowerCase().split('.')
  return steps.findIndex((_, start) => wanted.every((step, index) => steps[start + index] === step))
}

/** The paths of all fields in the values of a form. A list counts as one field. */
export function fieldPaths(values: object, prefix = ''): string[] {
  return Object.entries(values).flatMap(([name, value]: [string, unknown]) =>
    isGroup(value) ? fieldPaths(value, `${prefix}${name}.`) : [`${prefix}${name}`],
  )
}

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
