import { fieldDescription } from '../../documentation/fields.ts'
import type { Resource } from '../operation.ts'

type Json = Record<string, any>

// How the schemas of the OpenAPI document get their names. A schema with a title is a component of that name. Bodies and answers are named after
// resource and operation (TeamCreate, TeamList, TeamResponse), and an object inside another after the other and its field (TransactionBundleSummary).

/** `transaction_bundles` as one of them: `TransactionBundle`. */
export const recordNameOf = (resource: string) => singular(pascal(resource))

/** The name of a request body: `TeamCreate`, or `SearchRequest` where the verb says no more than the resource. */
export function bodyNameOf(resource: string, verb: string, titles: Set<string>) {
  const record = recordNameOf(resource)
  const name = `${record}${pascal(verb)}`
  return record === pascal(verb) ? `${record}Request` : titles.has(name) ? `${name}Request` : name
}

/** The name of an answer: `TeamList`, `TeamResponse` for the record itself, `TeamRemoveResponse` for anything else. */
export function answerNameOf(resource: string, verb: string) {
  const record = recordNameOf(resource)
  if (verb === 'list') return `${record}List`
  return verb === 'read' || record === pascal(verb) ? `${record}Response` : `${record}${pascal(verb)}Response`
}

export const pascal = (word: string) =>
  word
    .split(/[^A-Za-z0-9]+/)
    .map(part => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')

// Words that are the same for one and for many.
const invariable = /(Statistics|Settings|Data|Infos|Details|Status|Address|Previous|Pages)$/

export function singular(word: string) {
  if (invariable.test(word)) return word
  if (/(ss|us|x|ch|sh)es$/.test(word)) return word.slice(0, -2)
  if (/ies$/.test(word)) return `${word.slice(0, -3)}y`
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word
}

/** Every title that a schema of these resources has. */
export function titlesIn(resources: Resource[]): Set<string> {
  const found = new Set<string>()
  const seen = new Set<object>()
  const walk = (node: unknown): void => {
    if (node === null || typeof node !== 'object' || seen.has(node)) return
    seen.add(node)
    if (isSchema(node) && 'title' in node) found.add(String(node.title))
    for (const part of Object.values(node)) walk(part)
  }
  for (const { operations } of resources)
    for (const { definition } of Object.values(operations)) {
      const { body, merge, bodyExtras, query, returns } = definition
      walk([body, merge, bodyExtras, query, returns.schema])
    }
  return found
}

export const hasFields = (schema: Json) => Object.keys(schema['properties'] ?? {}).length > 0

const isSchema = (node: Json) => ['type', 'anyOf', 'enum', 'const'].some(key => key in node)

/** The components of one document, collected while its operations are described. */
export class Components {
  readonly #schemas = new Map<string, Json>()
  /** Names by what they stand for, so that an answer that several operations share has one name. */
  readonly #names = new Map<string, string>()
  readonly #spellings = new Map<string, string>()

  /** A reference to a schema under this name, or under its own title, or under the name that the same schema has in this resource. */
  named(schema: Json, name: string, resource: string): Json {
    const whole = this.hoist(schema, name, resource)
    return '$ref' in whole && Object.keys(whole).length === 1 ? whole : this.#referenceTo(whole, name, resource)
  }

  /** The schema with every object inside it moved to the components. `name` is what its parts are named after. */
  hoist(node: any, name: string, resource: string): any {
    if (Array.isArray(node)) return node.map(part => this.hoist(part, name, resource))
    if (node === null || typeof node !== 'object') return node
    if (!isSchema(node)) {
      const parts = Object.entries(node).map(([key, part]) => [key, this.hoist(part, name, resource)])
      return Object.fromEntries(parts)
    }
    const { title, default: usual, ...untitled } = node
    const own = typeof title === 'string' ? title : name
    const copy = this.#partsHoisted(untitled, own, resource)
    // A default belongs to the field, and not to every field of that kind.
    const whole = typeof title === 'string' ? this.#referenceTo(copy, title, '') : copy
    return usual === undefined ? whole : { ...whole, default: usual }
  }

  #partsHoisted(node: Json, name: string, resource: string): Json {
    const copy: Json = { ...node }
    if (node['properties']) {
      const fields = Object.entries(node['properties'] as Json)
      copy['properties'] = Object.fromEntries(
        // What is under `data` is named as if it stood bodyExtras it: TeamCreateUser, not TeamCreateDataUser.
        fields.map(([key, field]) => [
          key,
          this.field(field, key, key === 'data' ? name : `${name}${pascal(key)}`, resource),
        ]),
      )
      if (node['properties'].status?.const === 'success') copy['properties'].data.description ??= 'The result.'
    }
    for (const key of ['anyOf', 'items', 'additionalProperties'])
      if (node[key] && typeof node[key] === 'object')
        copy[key] = this.hoist(node[key], key === 'anyOf' ? name : singular(name), resource)
    return unwrapSingleChoice(tupleAsArray(copy))
  }

  /** A field of this name, with a sentence about it: its own, the usual one, or that of the component it refers to. */
  field(field: Json, key: string, name: string, resource: string): Json {
    const whole = this.hoist(field, name, resource)
    const apart = key === 'data' ? whole : this.#apart(liftDescription(whole), name, resource)
    const { description = fieldDescription(key) ?? this.#about(apart), ...silent } = apart
    return description === undefined ? silent : { ...silent, description }
  }

  #about(schema: Json): string | undefined {
    return schema['$ref'] && this.get(schema['$ref'])['description']
  }

  /** An object in a field is a component of its own; so is one in a list, or bodyExtras null. */
  #apart(schema: Json, name: string, resource: string): Json {
    if (schema['type'] === 'array' && schema['items'])
      return { ...schema, items: this.#apart(schema['items'], singular(name), resource) }
    if (schema['anyOf']) {
      const choices = schema['anyOf'] as Json[]
      if (choices.filter(hasFields).length !== 1) return schema
      return { ...schema, anyOf: choices.map(choice => this.#apart(choice, name, resource)) }
    }
    if (!hasFields(schema)) return schema
    const { description, ...nameless } = schema
    const reference = this.#referenceTo(nameless, name, resource)
    return description === undefined ? reference : { ...reference, description }
  }

  #referenceTo(schema: Json, wanted: string, resource: string): Json {
    const text = JSON.stringify(schema)
    const known = resource === '' ? undefined : this.#names.get(`${resource} ${text}`)
    const name = known ?? wanted
    const spelled = this.#spellings.get(name.toLowerCase())
    if (spelled !== undefined && (spelled !== name || JSON.stringify(this.#schemas.get(name)) !== text))
      throw new Error(`two schemas of the interface are called ${name} and ${spelled}: give one of them another title`)
    this.#spellings.set(name.toLowerCase(), name)
    this.#schemas.set(name, schema)
    if (resource !== '' && !known) this.#names.set(`${resource} ${text}`, name)
    return { $ref: `#/components/schemas/${name}` }
  }

  get(reference: string): Json {
    return this.#schemas.get(reference.split('/').at(-1)!)!
  }

  /** Adds to a component what does not belong to its shape, such as examples. */
  annotate(reference: string, more: Json) {
    Object.assign(this.get(reference), more)
  }

  sorted(): Json {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)))
  }
}

/** What is said of the one choice bodyExtras null is said of the field. */
function liftDescription(schema: Json): Json {
  const choices = (schema['anyOf'] ?? []) as Json[]
  const [said, ...more] = choices.filter(choice => choice['description'] && !choice['$ref'])
  if (!said || more.length > 0 || schema['description']) return schema
  const { description, ...silent } = said
  return { ...schema, anyOf: choices.map(choice => (choice === said ? silent : choice)), description }
}

// A union of one schema only gives it a description of its own.
function unwrapSingleChoice({ anyOf, ...others }: Json): Json {
  if (!anyOf) return others
  return anyOf.length === 1 ? { ...anyOf[0], ...others } : { ...others, anyOf }
}

// A row of values, each with a schema of its own, was spelled in a way that OpenAPI 3.1 no longer knows. Its length says the rest.
function tupleAsArray({ additionalItems: _, ...schema }: Json): Json {
  if (schema['type'] !== 'array' || !Array.isArray(schema['items'])) return schema
  const [first, ...others] = schema['items'] as Json[]
  const alike = others.every(other => JSON.stringify(other) === JSON.stringify(first))
  return { ...schema, items: alike ? first : { anyOf: schema['items'] } }
}
