import { readFileSync } from 'node:fs'
import type { OperationName } from '../sdk/client.ts'
import { routes } from '../sdk/operations.ts'
import { UsageError } from './command.ts'
import { muster } from './environment.ts'
import { didYouMean } from './suggestions.ts'

/** A path or query parameter. */
export interface Field {
  name: string
  place: 'path' | 'query'
  about: string
  required: boolean
  flag: boolean
  choices: string[]
}

/** One operation of docs/openapi.json. */
export interface OperationInfo {
  name: OperationName
  about: string
  fields: Field[]
  /** The fields of its JSON body. */
  body: string[]
  isUpload: boolean
  takesMerge: boolean
  isGuarded: boolean
  answersJson: boolean
  needsToken: boolean
  /** Whether it is a paged list. */
  isList: boolean
}

interface SchemaObject {
  $ref?: string
  type?: string
  enum?: string[]
  properties?: Record<string, unknown>
}

interface ParameterObject {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: SchemaObject
}

interface BodyObject {
  content?: Record<string, { schema?: SchemaObject }>
}

interface OperationObject {
  operationId: OperationName
  summary: string
  /** Empty or missing for an operation that needs no token. */
  security?: object[]
  parameters?: ParameterObject[]
  requestBody?: BodyObject
  responses: Record<string, BodyObject>
}

interface OpenApiDocument {
  paths: Record<string, Record<string, OperationObject>>
  components: { schemas: Record<string, SchemaObject> }
}

export const readDocument = () =>
  JSON.parse(readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8')) as OpenApiDocument

type Resolve = (schema?: SchemaObject) => SchemaObject

/** All operations by name. */
export function readOperations(): Map<string, OperationInfo> {
  const { paths, components } = readDocument()
  const resolve: Resolve = (schema = {}) =>
    (schema.$ref ? components.schemas[schema.$ref.replace(/^.*\//, '')] : schema) ?? {}
  const described = Object.values(paths)
    .flatMap(methods => Object.values(methods))
    .filter(({ operationId }) => Object.hasOwn(routes, operationId))
    .map(operation => describe(operation, resolve))
  return new Map(described.sort((a, b) => (a.name < b.name ? -1 : 1)).map(operation => [operation.name, operation]))
}

function describe(
  { operationId, summary, security = [], parameters = [], requestBody, responses }: OperationObject,
  resolve: Resolve,
): OperationInfo {
  const content = requestBody?.content ?? {}
  const fields = parameters.flatMap(parameter => fieldOf(parameter, resolve))
  return {
    name: operationId,
    about: summary,
    fields,
    body: Object.keys(resolve(content['application/json']?.schema).properties ?? {}),
    isUpload: Object.keys(content).some(media => !/json|urlencoded/.test(media)),
    takesMerge: 'application/merge-patch+json' in content,
    isGuarded: parameters.some(({ name }) => name.toLowerCase() === 'if-match'),
    answersJson: 'application/json' in ((responses['200'] ?? responses['202'])?.content ?? {}),
    needsToken: security.length > 0,
    isList: fields.some(({ name }) => name === 'limit'),
  }
}

function fieldOf(parameter: ParameterObject, resolve: Resolve): Field[] {
  const { name, in: place, required = false, description = '', schema } = parameter
  if (place !== 'path' && place !== 'query') return []
  const choices = resolve(schema).enum ?? []
  const about = [description, choices.length > 0 && `One of ${choices.join(', ')}.`].filter(Boolean).join(' ')
  return [{ name, place, required, about, flag: schema.type === 'boolean', choices }]
}

/** Finds an operation by `contacts list`, `contacts.list` or `teams list-public`. */
export function findOperation(operations: Map<string, OperationInfo>, resource: string, verb: string): OperationInfo {
  const wanted = normalized(`${resource}.${verb}`)
  const found = [...operations.values()].find(({ name }) => normalized(name) === wanted)
  if (found) return found
  const verbs = verbsOf(operations, resource)
  if (verbs.length === 0) {
    const resources = resourcesOf(operations)
    throw new UsageError(
      `There is no resource "${resource}".${didYouMean(resource, resources)} "${muster} api" lists the resources.`,
    )
  }
  throw new UsageError(
    `There is no "${resource} ${verb}".${didYouMean(verb, verbs)} "${muster} api ${resource}" lists its operations.`,
  )
}

const normalized = (name: string) => name.replaceAll('-', '').toLowerCase()

/** `contacts.list` consists of `contacts` and `list`. */
function resourceAndVerb(name: string): [resource: string, verb: string] {
  const [resource = '', verb = ''] = name.split('.')
  return [resource, verb]
}

export const resourcesOf = (operations: Map<string, OperationInfo>) => [
  ...new Set([...operations.keys()].map(name => resourceAndVerb(name)[0])),
]

export const verbsOf = (operations: Map<string, OperationInfo>, resource: string) =>
  [...operations.keys()]
    .filter(name => name.startsWith(`${resource}.`))
    .map(name => kebabCase(resourceAndVerb(name)[1]))

export const kebabCase = (verb: string) => verb.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
