import { readFileSync } from 'node:fs'
import type { OperationName } from '../sdk/client.ts'
import { routes } from '../sdk/operations.ts'
import { UsageError } from './command.ts'
import { didYouMean } from './suggestions.ts'

/** A field of the path or the query, as the command line takes it. */
export interface Field {
  name: string
  place: 'path' | 'query'
  about: string
  required: boolean
  flag: boolean
  choices: string[]
}

/** One operation, as its document describes it. */
export interface OperationInfo {
  name: OperationName
  about: string
  fields: Field[]
  /** The fields of its body, when it has one. */
  body: string[]
  isUpload: boolean
  takesMerge: boolean
  isGuarded: boolean
  answersJson: boolean
  /** Whether it is a list that goes on from page to page. */
  isList: boolean
}

type Json = Record<string, any>

/** Every operation, by its name. */
export function readOperations(): Map<string, OperationInfo> {
  const file = new URL('../docs/openapi.json', import.meta.url)
  const { paths, components } = JSON.parse(readFileSync(file, 'utf8')) as Json
  const resolve = (schema: Json = {}): Json =>
    schema['$ref'] ? components.schemas[schema['$ref'].split('/').at(-1)] : schema
  const described = Object.values(paths as Json)
    .flatMap(methods => Object.values(methods as Json) as Json[])
    .filter(({ operationId }) => Object.hasOwn(routes, operationId))
    .map(operation => describe(operation, resolve))
  return new Map(described.sort((a, b) => (a.name < b.name ? -1 : 1)).map(operation => [operation.name, operation]))
}

type Resolve = (schema?: Json) => Json

function describe(
  { operationId, summary, parameters = [], requestBody, responses }: Json,
  resolve: Resolve,
): OperationInfo {
  const content = (requestBody?.content ?? {}) as Json
  const fields = (parameters as Json[])
    .filter(({ in: place }) => place === 'path' || place === 'query')
    .map(field => fieldOf(field, resolve))
  return {
    name: operationId,
    about: summary,
    fields,
    body: Object.keys(resolve(content['application/json']?.schema)['properties'] ?? {}),
    isUpload: 'text/csv' in content,
    takesMerge: 'application/merge-patch+json' in content,
    isGuarded: (parameters as Json[]).some(({ name }) => name.toLowerCase() === 'if-match'),
    answersJson: 'application/json' in ((responses['200'] ?? responses['202'])?.content ?? {}),
    isList: fields.some(({ name }) => name === 'limit'),
  }
}

function fieldOf({ name, in: place, required = false, description = '', schema }: Json, resolve: Resolve): Field {
  const choices = (resolve(schema)['enum'] ?? []) as string[]
  const about = [description, choices.length > 0 && `One of ${choices.join(', ')}.`].filter(Boolean).join(' ')
  return { name, place, required, about, flag: schema.type === 'boolean', choices }
}

/** `contacts list`, `contacts.list` or `teams list-public`: the operation that is meant. */
export function findOperation(operations: Map<string, OperationInfo>, resource: string, verb: string): OperationInfo {
  const wanted = normalized(`${resource}.${verb}`)
  const found = [...operations.values()].find(({ name }) => normalized(name) === wanted)
  if (found) return found
  const verbs = verbsOf(operations, resource)
  if (verbs.length === 0) {
    const resources = resourcesOf(operations)
    throw new UsageError(
      `There is no resource "${resource}".${didYouMean(resource, resources)} "muster api" lists what there is.`,
    )
  }
  throw new UsageError(
    `There is no "${resource} ${verb}".${didYouMean(verb, verbs)} "muster api ${resource}" lists what there is.`,
  )
}

const normalized = (name: string) => name.replaceAll('-', '').toLowerCase()

export const resourcesOf = (operations: Map<string, OperationInfo>) => [
  ...new Set([...operations.keys()].map(name => name.split('./')[0]!)),
]

export const verbsOf = (operations: Map<string, OperationInfo>, resource: string) =>
  [...operations.keys()].filter(name => name.startsWith(`${resource}.`)).map(name => kebabCase(name.split('./')[1]!))

/** As one types: `listPublic` is `list-public`. */
export const kebabCase = (verb: string) => verb.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
