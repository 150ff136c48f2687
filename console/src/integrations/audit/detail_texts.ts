/** One line of the details of an audit entry: the keys that lead to it, and its value. */
export interface Detail {
  keys: string[]
  value: unknown
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value before and after a change. */
export const isChange = (value: unknown): value is { from: unknown; to: unknown } =>
  isObject(value) && 'from' in value && 'to' in value && Object.keys(value).length === 2

/** Keys that only hold lines of their own. */
const outer = new Set(['changed'])

/** The details of an audit entry as lines; empty values and a second line of the same name are left out. */
export function detailLines(details: Record<string, unknown>): Detail[] {
  if (isChange(details)) return [{ keys: [], value: details }]
  const lines = Object.entries(details).flatMap(([key, value]) => {
    const nested = isObject(value) && !isChange(value) ? detailLines(value) : undefined
    const names = outer.has(key) ? [] : [key]
    if (nested) return nested.map(line => ({ ...line, keys: [...names, ...line.keys] }))
    return isBlank(value) ? [] : [{ keys: [key], value }]
  })
  const names = lines.map(({ keys }) => keys.join('.'))
  return lines.filter((_, index) => names.lastIndexOf(names[index] ?? '') === index)
}

const isBlank = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isChange(value) && isBlank(value.from) && isBlank(value.to))

interface Formats {
  month: (value: string) => string
  day: (value: string) => string
  instant: (value: string) => string
  number: (value: number) => string
  /** The word for a code of the API, such as a permission. */
  word: (value: string) => string
  label: (key: string) => string
  change: (from: string, to: string) => string
  yes: string
  no: string
  none: string
}

/** A value of the details in words. */
export function detailText(key: string, value: unknown, formats: Formats): string {
  const textOf = (one: unknown) => detailText(key, one, formats)
  if (isChange(value))
    return isBlank(value.from) ? textOf(value.to) : formats.change(textOf(value.from), textOf(value.to))
  if (isBlank(value)) return formats.none
  if (Array.isArray(value)) return value.map(textOf).join(isObject(value[0]) ? '; ' : ', ')
  if (isObject(value))
    return Object.entries(value)
      .map(([name, one]) => `${formats.label(name)} ${detailText(name, one, formats)}`)
      .join(' · ')
  return plainText(key, value, formats)
}

/** Numbers that only identify something are written without separators. */
const identifiers = /_ids?$|^(year|forms|contacts|rank)$/

function plainText(key: string, value: unknown, formats: Formats) {
  if (typeof value === 'boolean') return value ? formats.yes : formats.no
  if (typeof value === 'number') return identifiers.test(key) ? String(value) : formats.number(value)
  const text = String(value)
  if (/^\d{4}-\d\d$/.test(text)) return formats.month(text)
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formats.day(text)
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return formats.instant(text)
  return formats.word(text)
}
