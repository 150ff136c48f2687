/** A part of the OpenAPI document, which is written by our own code and not checked again here. */
// biome-ignore lint/suspicious/noExplicitAny: the pages walk an OpenAPI document, which is valid by its own test
export type Json = Record<string, any>

export interface DescribedOperation {
  name: string
  method: string
  path: string
  operation: Json
}

export const operationsIn = ({ paths }: Json): DescribedOperation[] =>
  Object.entries<Json>(paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({
      name: operation['operationId'],
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )

export interface Content {
  media: string
  schema: Json
}

/** The body of a request; where several media types are accepted, the first. */
export const bodyOf = (operation: Json): Content | undefined => firstOf(operation['requestBody']?.content)

/** The body of a successful response. */
export function answerOf({ responses }: Json): Content {
  const content = firstOf((responses[200] ?? responses[202]).content)
  if (!content) throw new Error('every operation has a response')
  return content
}

function firstOf(content: Json | undefined): Content | undefined {
  const [first] = Object.entries<Json>(content ?? {})
  return first && { media: first[0], schema: first[1]['schema'] }
}

export const recordOf = (schema: Json | undefined): string => schema?.['$ref']?.split('/').at(-1) ?? ''

export const exampleIn = ({ components }: Json, { schema }: Content): unknown =>
  components.schemas[recordOf(schema)]?.examples?.[0]

export const isEnvelope = (schema: Json | undefined) => Boolean(schema?.['properties']?.data)

/** The records that operations refer to, without the envelopes, which are shown with each operation. */
export function recordsIn(document: Json): [string, Json][] {
  const contents = operationsIn(document).flatMap(({ operation }) => [bodyOf(operation), answerOf(operation)])
  const whole = new Set(contents.map(content => recordOf(content?.schema)))
  return Object.entries<Json>(document['components'].schemas).filter(
    ([name, schema]) => !(whole.has(name) && isEnvelope(schema)),
  )
}

/** The records that these operations refer to, also through others. */
export function recordsOf(operations: DescribedOperation[], document: Json): [string, Json][] {
  const found = new Set<string>()
  const collect = (node: unknown) => {
    if (node === null || typeof node !== 'object') return
    const name = recordOf(node)
    if (name && !found.has(name)) {
      found.add(name)
      collect(document['components'].schemas[name])
    }
    for (const [key, part] of Object.entries(node)) if (key !== 'examples') collect(part)
  }
  for (const { operation } of operations) {
    collect(bodyOf(operation)?.schema)
    collect(answerOf(operation).schema)
    collect(operation['parameters'])
  }
  return recordsIn(document).filter(([name]) => found.has(name))
}

/** Whether it changes data: some operations that only read have a body, and are no GET. */
export const isWrite = ({ method, operation }: DescribedOperation) =>
  method !== 'GET' && !operation['x-access']?.permission?.endsWith(':read')

/** Whether the SDK and the command line have it. They leave out what is for browsers. */
export const isForPrograms = ({ operation }: DescribedOperation) =>
  !/^text\/(html|css|javascript)$/.test(answerOf(operation).media)
