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

/** Assigns each error to the field whose path fits best: the longest path, then the outermost. The others become messages. */
export function placeErrors(errors: RequestError[], fields: readonly string[]): PlacedErrors {
  const placed: PlacedErrors = { fields: {}, messages: [] }
  for (const { location, message } of errors) {
    const path = location.replace(/^(body|query|path)\./, '').replace(/^data\./, '')
    const field = fieldFor(path, fields)
    const before = field === undefined ? undefined : placed.fields[field]
    if (field === undefined) placed.messages.push(`${path} ${message}`)
    else placed.fields[field] = before === undefined ? message : `${before} · ${message}`
  }
  return placed
}

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
