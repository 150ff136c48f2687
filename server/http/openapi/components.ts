import { fieldDescription } from '../../documentation/fields.ts'
import type { JsonSchema } from '../json_schema.ts'

// Names of the schemas in the OpenAPI document. A schema with a title is a component of that name. Bodies and responses are named after resource and
// operation (TeamCreate, TeamList, TeamResponse), and a nested object after its parent and its field (TransactionBundleSummary).

/** `TransactionBundle` for `transaction_bundles`. */
export const recordNameOf = (resource: string) => singular(pascal(resource))

/** The name of a request body: `TeamCreate`, or `SearchRequest` if verb and resource are the same word. */
export function bodyNameOf(resource: string, verb: string, components: Components) {
  const record = recordNameOf(resource)
  const name = `${record}${pascal(verb)}`
  return record === pascal(verb) ? `${record}Request` : components.has(name) ? `${name}Request` : name
}

/** The name of a response: `TeamList`, `TeamResponse` for the record itself, `TeamRemoveResponse` for anything else. */
export function responseNameOf(resource: string, verb: string) {
  const record = recordNameOf(resource)
  if (verb === 'list') return `${record}List`
  return verb === 'read' || record === pascal(verb) ? `${record}Response` : `${record}${pascal(verb)}Response`
}

export const pascal = (word: string) =>
  word
    .split(/[^A-Za-z0-9]+/)
    .map(part => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')

// Words whose singular and plural are the same, or that stay plural.
const invariable = /(Statistics|Settings|Data|Infos|Details|Status|Address|Previous|Pages)$/

export function singular(word: string) {
  if (invariable.test(word)) return word
  if (/(ss|us|x|ch|sh)es$/.test(word)) return word.slice(0, -2)
  if (/ies$/.test(word)) return `${word.slice(0, -3)}y`
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word
}

export const hasFields = (schema: JsonSchema) => Object.keys(schema.properties ?? {}).length > 0

/** Collects the components of one document while its operations are described. */
export class Components {
  readonly #schemas = new Map<string, JsonSchema>()
  /** Names by schema text: a response that several operations of a resource share has one name. */
  readonly #names = new Map<string, string>()

  /** A reference to the schema: under its title, the name that the same schema already has in this resource, or `name`. */
  named(schema: JsonSchema, name: string, resource: string): JsonSchema {
    const whole = this.hoist(schema, name, resource)
    return '$ref' in whole && Object.keys(whole).length === 1 ? whole : this.#referenceTo(whole, name, resource)
  }

  /** The schema with every titled object inside it moved to the components. Its parts are named after `name`. */
  hoist(node: JsonSchema, name: string, resource: string): JsonSchema {
    const { title, default: usual, ...untitled } = node
    const own = typeof title === 'string' ? title : name
    const copy = this.#hoistParts(untitled, own, resource)
    // The default belongs to this field, not to the shared component.
    const whole = typeof title === 'string' ? this.#referenceTo(copy, title, '') : copy
    return usual === undefined ? whole : { ...whole, default: usual }
  }

  #hoistParts(node: JsonSchema, name: string, resource: string): JsonSchema {
    const copy: JsonSchema = { ...node }
    if (node.properties) {
      const fields = Object.entries(node.properties)
      copy.properties = Object.fromEntries(
        // `data` does not appear in names: TeamCreateUser, not TeamCreateDataUser.
        fields.map(([key, field]) => [
          key,
          this.field(field, key, key === 'data' ? name : `${name}${pascal(key)}`, resource, name),
        ]),
      )
      const { status, data } = copy.properties
      if (status?.const === 'success' && data) data.description ??= describeData(data)
    }
    if (node.anyOf) copy.anyOf = node.anyOf.map(choice => this.hoist(choice, name, resource))
    for (const key of ['items', 'additionalProperties'] as const)
      if (typeof node[key] === 'object') copy[key] = this.hoist(node[key], singular(name), resource)
    return unwrapSingleChoice(copy)
  }

  /** A field with a description: its own, that of the component it refers to, or the documented one for `owner` or for its name. */
  field(field: JsonSchema, key: string, name: string, resource: string, owner = ''): JsonSchema {
    const whole = this.hoist(field, name, resource)
    const extracted = key === 'data' ? whole : this.#extract(liftDescription(whole), name, resource)
    const { description = this.#descriptionOf(extracted) ?? fieldDescription(key, owner), ...silent } = extracted
    return description === undefined ? silent : { ...silent, description }
  }

  #descriptionOf(schema: JsonSchema): string | undefined {
    return schema.$ref && this.get(schema.$ref).description
  }

  /** Moves an object in a field, in a list, or in a union with null to a component of its own. */
  #extract(schema: JsonSchema, name: string, resource: string): JsonSchema {
    if (schema.type === 'array' && schema.items)
      return { ...schema, items: this.#extract(schema.items, singular(name), resource) }
    if (schema.anyOf) return { ...schema, anyOf: schema.anyOf.map(choice => this.#extract(choice, name, resource)) }
    if (!hasFields(schema)) return schema
    const { description, ...nameless } = schema
    const reference = this.#referenceTo(nameless, name, resource)
    return description === undefined ? reference : { ...reference, description }
  }

  #referenceTo(schema: JsonSchema, wanted: string, resource: string): JsonSchema {
    const text = JSON.stringify(schema)
    const known = resource === '' ? undefined : this.#names.get(`${resource} ${text}`)
    const name = known ?? wanted
    const before = this.#schemas.get(name)
    if (before && JSON.stringify(before) !== text)
      throw new Error(`two different schemas are called ${name}: give one of them another title`)
    this.#schemas.set(name, schema)
    if (resource !== '' && !known) this.#names.set(`${resource} ${text}`, name)
    return { $ref: `#/components/schemas/${name}` }
  }

  has(name: string) {
    return this.#schemas.has(name)
  }

  get(reference: string): JsonSchema {
    const schema = this.#schemas.get(reference.slice(reference.lastIndexOf('/') + 1))
    if (!schema) throw new Error(`there is no component ${reference}`)
    return schema
  }

  /** Adds keywords to a component, such as examples. */
  annotate(reference: string, more: JsonSchema) {
    Object.assign(this.get(reference), more)
  }

  sorted(): JsonSchema {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)))
  }
}

/** In a union with null, moves the description of the other choice to the field. */
function liftDescription(schema: JsonSchema): JsonSchema {
  const choices = schema.anyOf ?? []
  const [said, ...more] = choices.filter(choice => choice.description && !choice.$ref)
  if (!said || more.length > 0 || schema.description) return schema
  const { description, ...silent } = said
  return { ...schema, anyOf: choices.map(choice => (choice === said ? silent : choice)), description }
}

// A union of one schema exists only to give it another description.
function unwrapSingleChoice({ anyOf, ...others }: JsonSchema): JsonSchema {
  if (!anyOf) return others
  return anyOf.length === 1 ? { ...anyOf[0], ...others } : { ...others, anyOf }
}

/** What the `data` of a response holds. */
function describeData({ $ref, items, properties = {} }: JsonSchema) {
  if ($ref) return `The ${wordsOf($ref)}.`
  if (items?.$ref) return `The ${pluralOf(wordsOf(items.$ref))}.`
  const names = Object.keys(properties)
  if (names.includes('message')) return 'A sentence that confirms the change, and its details.'
  if (names.length > 0)
    return `An object with ${new Intl.ListFormat('en-GB').format(names.map(name => `\`${name}\``))}.`
  return items ? 'A list of records.' : 'A sentence that confirms the change.'
}

const pluralOf = (words: string) =>
  /[^aeiou]y$/.test(words) ? `${words.slice(0, -1)}ies` : `${words}${/(s|x|ch|sh)$/.test(words) ? 'es' : 's'}`

/** `transaction bundle` for a reference to `TransactionBundle`. */
const wordsOf = ($ref: string) =>
  $ref
    .slice($ref.lastIndexOf('/') + 1)
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
