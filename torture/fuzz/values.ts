import fc from 'fast-check'

/** A part of the OpenAPI document, such as a schema. */
// biome-ignore lint/suspicious/noExplicitAny: the OpenAPI document is read at many depths, and its schemas are checked elsewhere.
export type Json = Record<string, any>

/** A placeholder for a number literal that JSON.stringify cannot write. */
const asWritten = (text: string) => `@number ${text}@`

export const jsonText = (value: unknown): string =>
  (JSON.stringify(value) ?? '').replace(/"@number ([^@]+)@"/g, (_, text: string) => text)

const texts = [
  '',
  ' ',
  '0',
  '-1',
  '1.5',
  'null',
  'true',
  'NaN',
  'infinity',
  '-infinity',
  'now',
  '\0',
  'a\0b',
  '\ud800',
  '\u202egnp.exe',
  'İıſßﬁ',
  'e\u0301'.repeat(40),
  '👩‍👩‍👧‍👦'.repeat(30),
  '\n\r\t\v\u0085\u2028',
  "'; drop table contacts; --",
  "' or 1=1 --",
  '$1 $$ {} %s %n ::int \\',
  '%',
  '_',
  '\\',
  '"',
  '<script>alert(1)</script>',
  '{{7*7}}<%= 7 %>',
  '=1+1',
  '../../../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '0000-00-00',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59-23:59',
  '2024-02-30',
  '2024-02-29T24:00:00Z',
  '-000001-01-01T00:00:00Z',
  'P99999Y',
  'a@b',
  'a@b.c',
  `${'a'.repeat(64)}@${'b'.repeat(63)}.example.org`,
  '+33600000000',
  '+',
  'javascript:alert(1)',
  'http://169.254.169.254/',
  '#ffffff',
  'a'.repeat(201),
  'é'.repeat(501),
  'x'.repeat(20_001),
]

const numbers = [0, -1, 1, 1.5, -0.1, 1e21, 1e308, 2 ** 31, 2 ** 31 - 1, -(2 ** 31), 2 ** 53 - 1, 2 ** 53, -(2 ** 53)]
const written = [
  '1e400',
  '-1e400',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '1E2',
  '1.0',
  '-0',
  `${'9'.repeat(400)}`,
]

const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)])

/** Values that no field expects. */
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom<unknown>(...texts) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...numbers) },
  { weight: 2, arbitrary: fc.constantFrom(...written).map(asWritten) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], { id: null }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(deep(20), deep(40), Array(600).fill(1), Array(2000).fill('a')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.object({ maxDepth: 2, maxKeys: 4 }) },
)

/** Encoded parts of a path or a query, some of which are not valid UTF-8. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...texts.filter(text => text.length < 300)).map(escaped) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '%00',
      '%ff',
      '%',
      '%zz',
      '%E0%A4%A',
      '..%2f..',
      '%2e%2e',
      '1%20',
      '%2B1',
      '1e3',
      '0x1',
      '1;2',
      'a,b',
      '[]',
    ),
  },
  { weight: 2, arbitrary: fc.constantFrom(...numbers.map(String), ...written).map(escaped) },
  { weight: 1, arbitrary: fc.constantFrom('9'.repeat(499), 'a'.repeat(600)) },
)

function escaped(text: string) {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80'
}

/** A value that the schema allows. Ids are mostly those of existing rows. */
export function fitting(schema: Json, document: Json, ids: number[], name = ''): fc.Arbitrary<unknown> {
  const inner = (part: Json, its = name) => fitting(part, document, ids, its)
  if (schema.$ref) return inner(document.components.schemas[schema.$ref.split('/').at(-1)])
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((part: Json) => inner(part)))
  switch (schema.type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return numberOf(schema, ids, name)
    case 'string':
      return textOf(schema, name)
    case 'array':
      return fc.array(inner(schema.items ?? {}, name.replace(/s$/, '')), {
        minLength: Math.min(schema.minItems ?? 0, 20),
        maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? 3, 3)),
      })
    case 'object':
      return objectOf(schema, inner)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function objectOf(schema: Json, inner: (part: Json, name: string) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const fields = Object.entries<Json>(schema.properties ?? {}).map(([name, part]) => [name, inner(part, name)] as const)
  if (fields.length === 0)
    return fc.dictionary(fc.constantFrom('a', 'b', 'mail', '1'), fc.jsonValue({ maxDepth: 1 }), {
      maxKeys: 3,
      noNullPrototype: true,
    })
  return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [], noNullPrototype: true })
}

function numberOf({ minimum = -(2 ** 53) + 1, maximum = 2 ** 53 - 1, type }: Json, ids: number[], name: string) {
  const range = { min: minimum, max: maximum }
  const small = fc.integer({ min: Math.max(minimum, -1000), max: Math.max(minimum, Math.min(maximum, 1000)) })
  const any = type === 'integer' ? fc.integer(range) : fc.double({ ...range, noNaN: true })
  const known = ids.filter(id => id >= minimum && id <= maximum)
  const usual = /(^|_)ids?$/.test(name) && known.length > 0 ? fc.constantFrom(...known) : small
  return fc.oneof({ weight: 6, arbitrary: usual }, small, fc.constantFrom<number>(minimum, maximum), any)
}

const words = [
  'Curie',
  'Ada',
  'a',
  'été',
  'Rue de la Paix',
  '12',
  'EUR',
  'fr',
  'card',
  '0601020304',
  '{}',
  '名前',
  "O'Neill",
  'a,b;c "d"',
]

function textOf(
  { format, pattern, minLength = 0, maxLength = 200, default: usual }: Json,
  name: string,
): fc.Arbitrary<unknown> {
  const fits = (text: string) =>
    text.length >= minLength && text.length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(text))
  const plain = words.filter(fits)
  if (format === 'date-time')
    return fc
      .date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true })
      .map(date => date.toISOString())
  if (format?.startsWith('email') || /mail/.test(name))
    return fc.integer({ min: 1, max: 99_999 }).map(number => `fuzz${number}@example.org`)
  if (format === 'currency') return fc.constantFrom('EUR', 'chf', 'USD')
  if (format === 'time-zone') return fc.constantFrom('UTC', 'Europe/Paris', 'Pacific/Apia')
  if (format === 'length-of-time') return fc.constantFrom('', 'P1Y', '18 months', '1 an', 'P9999M')
  const choices: fc.Arbitrary<unknown>[] = []
  if (plain.length > 0) choices.push(fc.constantFrom(...plain))
  if (usual !== undefined) choices.push(fc.constant(usual))
  if (pattern && choices.length === 0) choices.push(fc.stringMatching(new RegExp(pattern, 'u'), { maxLength }))
  else choices.push(fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 30)) }))
  return fc.oneof(...choices)
}

/** The value with one place replaced, removed, extended or duplicated. */
export function harmed(value: unknown): fc.Arbitrary<unknown> {
  const places = placesIn(value)
  return fc
    .tuple(
      fc.constantFrom(...places),
      hostile,
      fc.constantFrom('replace', 'replace', 'replace', 'leave out', 'add', 'double'),
    )
    .map(([place, nasty, way]) => changedAt(value, place, way, nasty))
}

type Place = (string | number)[]

export function placesIn(value: unknown, here: Place = []): Place[] {
  if (value === null || typeof value !== 'object') return [here]
  return [here, ...Object.entries(value).flatMap(([key, part]) => placesIn(part, [...here, key]))]
}

export const valueAt = (value: unknown, place: Place): unknown =>
  place.reduce<unknown>((part, key) => (part as Json | undefined)?.[key], value)

export function changedAt(value: unknown, [key, ...rest]: Place, way: string, put: unknown): unknown {
  if (key === undefined) return way === 'add' && value && typeof value === 'object' ? added(value, put) : put
  const copy: Json = Array.isArray(value) ? [...value] : { ...(value as object) }
  if (rest.length > 0 || way === 'add') copy[key] = changedAt(copy[key], rest, way, put)
  else if (way === 'leave out') delete copy[key]
  else if (way === 'double' && Array.isArray(copy)) copy.push(copy[Number(key)])
  else copy[key] = put
  return copy
}

const added = (value: object, put: unknown) =>
  Array.isArray(value) ? [...value, put] : { ...value, unknown_field: put }
