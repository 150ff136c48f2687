import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { chapters } from '../../documentation/fields.ts'
import { records } from '../../documentation/records.ts'
import { isMail } from '../../fields.ts'
import { resourcesOf, version } from '../../resources.ts'
import { scopes } from '../../sign_in/clients.ts'
import { openapiOf } from './openapi.ts'

type Json = Record<string, any>

const document: Json = JSON.parse(JSON.stringify(openapiOf(resourcesOf(), version)))
const schemas: Json = document['components'].schemas
const operations: Json[] = Object.entries<Json>(document['paths']).flatMap(([path, methods]) =>
  Object.entries<Json>(methods).map(([method, operation]) => ({ path, method, ...operation })),
)
const reference = /^#\/components\/schemas\/(\w+)$/

/** Every body and answer, refusals included. */
const contents = operations.flatMap(({ operationId, requestBody, responses }) =>
  Object.entries<Json>({ body: requestBody, ...responses }).flatMap(([place, part]) =>
    Object.entries<Json>(part?.['content'] ?? {}).map(([media, { schema }]) => ({
      name: `${operationId} ${place} ${media}`,
      schema,
    })),
  ),
)

/** Every schema in the document, with its place. */
function* within(node: any, place: string): Generator<{ place: string; schema: Json }> {
  if (node === null || typeof node !== 'object') return
  if (!Array.isArray(node)) yield { place, schema: node }
  for (const [key, part] of Object.entries(node)) if (key !== 'examples') yield* within(part, `${place}.${key}`)
}

describe('schema names in the OpenAPI document', () => {
  test('exist for every body and every response', () => {
    assert.ok(contents.length > 1000)
    for (const { name, schema } of contents) assert.match(schema.$ref ?? '', reference, name)
  })

  test('all exist, and are all used', () => {
    const used = [...within(document, '')].flatMap(({ schema }) => reference.exec(schema['$ref'] ?? '')?.[1] ?? [])
    for (const name of used) assert.ok(schemas[name], name)
    for (const name of Object.keys(schemas)) assert.ok(used.includes(name), `${name} is used nowhere`)
  })

  test('differ in more than case, and are short', () => {
    const names = Object.keys(schemas)
    assert.equal(new Set(names.map(name => name.toLowerCase())).size, names.length)
    for (const name of names) {
      assert.match(name, /^[A-Z][A-Za-z0-9]+$/)
      assert.ok(name.length <= 40, name)
    }
  })

  test('are the expected ones', () => {
    const named = (operationId: string) => {
      const { requestBody, responses } = operations.find(operation => operation['operationId'] === operationId)!
      const [body, answer] = [requestBody, responses[200] ?? responses[202]].map(part =>
        Object.values<Json>(part?.content ?? {}).map(({ schema }) => reference.exec(schema.$ref)![1]),
      )
      return [...body!, ...answer!]
    }
    assert.deepEqual(named('teams.create'), ['TeamCreate', 'TeamResponse'])
    assert.deepEqual(named('teams.read'), ['TeamResponse'])
    assert.deepEqual(named('teams.list'), ['TeamList'])
    assert.deepEqual(named('contacts.replace'), ['ContactReplace', 'ContactMergePatch', 'ContactResponse'])
    assert.deepEqual(named('contacts.readBare'), ['Contact'])
    assert.deepEqual(named('transaction_bundles.create'), [
      'TransactionBundleCreate',
      'TransactionBundleCreateResponse',
    ])
    assert.deepEqual(named('search.search'), ['SearchRequest', 'SearchResponse'])
    assert.deepEqual(schemas['ActionCreate'].properties.data.properties.action.$ref, '#/components/schemas/NewAction')
    assert.deepEqual(schemas['ActionCreate'].properties.data.properties.Action.$ref, '#/components/schemas/NewAction')
  })

  test('cover every object with fields, except the content of `data`', () => {
    for (const { place, schema } of within(schemas, ''))
      if (Object.keys(schema['properties'] ?? {}).length > 0 && schema['type'] === 'object')
        assert.match(place, /^\.\w+(\.properties\.data)?$/, place)
  })
})

/** Every field of every component. */
const fields = Object.entries<Json>(schemas).flatMap(([owner, component]) =>
  [...within(component, '')].flatMap(({ schema }) =>
    schema['type'] === 'object'
      ? Object.entries<Json>(schema['properties'] ?? {}).map(([name, field]) => ({ owner, name, field }))
      : [],
  ),
)

/** What a field can hold, apart from null: texts, numbers, one of certain words, objects, or lists of these. */
function typesOf({ $ref, anyOf, enum: words, const: word, type, items }: Json): string[] {
  if ($ref) return typesOf(schemas[reference.exec($ref)?.[1] ?? ''])
  if (anyOf) return anyOf.flatMap(typesOf)
  if (words) return [words.join(' or ')]
  if (word !== undefined) return [String(word)]
  if (type === 'array') return typesOf(items ?? {}).map(item => `list of ${item}`)
  return type === 'null' ? [] : [type === 'integer' ? 'number' : (type ?? 'anything')]
}

/** The types in groups: two are in one group when some field takes both. */
function typeGroups(lists: string[][]): string[][] {
  return lists.reduce<string[][]>((groups, types) => {
    const joined = groups.filter(group => group.some(type => types.includes(type)))
    const others = groups.filter(group => !joined.includes(group))
    return [...others, [...new Set([...joined.flat(), ...types])]]
  }, [])
}

describe('descriptions exist', () => {
  const sentence = /^[A-Z`0-9][\s\S]*[.:!?`…]$/

  test('for operations, parameters and resources', () => {
    for (const { operationId, summary, parameters } of operations) {
      assert.match(summary, sentence, operationId)
      for (const { name, description } of parameters)
        assert.match(description ?? '', sentence, `${operationId} ${name}`)
    }
    for (const { name, description } of document['tags']) assert.match(description, sentence, name)
  })

  test('for fields', () => {
    const missing: string[] = []
    for (const { place, schema } of within(schemas, ''))
      for (const [name, field] of Object.entries<Json>(schema['properties'] ?? {}))
        if (typeof field === 'object' && schema['type'] === 'object' && !sentence.test(field['description'] ?? ''))
          missing.push(`${place.slice(1)} ${name}: ${field['description'] ?? 'nothing'}`)
    assert.deepEqual(missing, [])
  })

  test('and one sentence describes fields of one type; a field of another type has a sentence of its own', () => {
    const shared = new Map(chapters.flatMap(chapter => Object.entries(chapter).map(([name, [about]]) => [name, about])))
    const wrong = [...Map.groupBy(fields, ({ name }) => name)].flatMap(([name, all]) => {
      const uses = all.filter(({ field }) => shared.get(name) && field['description'] === shared.get(name))
      const groups = typeGroups(uses.map(({ field }) => typesOf(field)).map(types => (types[0] ? types : ['null'])))
      return groups.length > 1 ? [`${name}: ${groups.map(group => group.join('/')).join(', ')}`] : []
    })
    assert.deepEqual(wrong, [])
  })

  test('and a field with one meaning is described once', () => {
    const names = chapters.flatMap(chapter => Object.keys(chapter))
    assert.deepEqual(
      names.filter((name, index) => names.indexOf(name) !== index),
      [],
    )
    const known = new Set([...within(document, '')].flatMap(({ schema }) => Object.keys(schema['properties'] ?? {})))
    for (const { owner, name } of fields) known.add(`${owner}.${name}`)
    const parameters = new Set(operations.flatMap(({ parameters }) => parameters.map(({ name }: Json) => name)))
    assert.deepEqual(
      names.filter(name => !known.has(name) && !parameters.has(name)),
      [],
      'described, and no longer there',
    )
  })
})

describe('every example', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajv.addFormat('date-time', text => !Number.isNaN(Date.parse(text)) && text.includes('T'))
  ajv.addFormat('email', isMail)
  ajv.addSchema({ ...document, $id: 'https://muster/openapi' })

  test('exists for bodies and responses, and is valid', () => {
    for (const name of new Set(contents.map(({ schema }) => reference.exec(schema.$ref)![1]!))) {
      const { examples } = schemas[name]
      assert.equal(examples?.length, 1, name)
      const check = ajv.getSchema(`https://muster/openapi#/components/schemas/${name}`)!
      assert.ok(check(examples[0]), `${name}: ${ajv.errorsText(check.errors)}`)
    }
  })

  test('of a parameter is valid, and exists where the parameter is required', () => {
    const parameters = operations.flatMap(({ operationId, parameters }) =>
      parameters.map((parameter: Json) => ({ ...parameter, place: `${operationId} ${parameter['name']}` })),
    )
    for (const { place, required, schema, example } of parameters) {
      if (required) assert.notEqual(example, undefined, place)
      if (example === undefined) continue
      const check = ajv.compile(schema.$ref ? { $ref: `https://muster/openapi${schema.$ref}` } : schema)
      assert.ok(check(example), `${place}: ${ajv.errorsText(check.errors)}`)
    }
  })

  test('has values only for existing fields', () => {
    const unknown = Object.entries(records).flatMap(([record, values]) => {
      const fields = [schemas[record]?.properties ?? {}, schemas[record]?.properties?.data?.properties ?? {}]
      const names = fields.flatMap(Object.keys)
      return Object.keys(values)
        .filter(name => !names.includes(name) && schemas[record])
        .map(name => `${record}.${name}`)
    })
    assert.deepEqual(unknown, [])
  })

  test('has no empty text where users would write one', () => {
    const { team } = schemas['TeamCreate'].examples[0].data
    assert.equal(team.name, 'Lyon North')
    const [transaction] = schemas['TransactionBundleCreate'].examples[0].data.transactions
    assert.deepEqual([transaction.amount, transaction.currency], [5400, 'EUR'])
    assert.equal(schemas['Contact'].examples[0].mail, 'lea.marchand@example.org')
  })

  test('is consistent: order and rank of a role match its type, and no field appears twice', () => {
    const orders: Json = { custom: 0, superadmin: 1, admin: 2, manager: 3, user: 4 }
    for (const { schema } of contents)
      for (const { place, schema: part } of within(schemas[reference.exec(schema.$ref)![1]!].examples[0], '')) {
        if (!('order' in part)) continue
        assert.equal(part['order'], orders[part['type'] ?? part['name']], place)
        assert.ok(part['rank'] >= 10 && part['rank'] <= 40, place)
      }
    const { address, custom_fields } = schemas['UpsertCreate'].examples[0].data
    assert.deepEqual(Object.keys(custom_fields[0]), ['id', 'value'])
    assert.equal(address.house_number, '12 bis')
    for (const other of ['housenumber', 'postalcode', 'lattitude']) assert.ok(!(other in address), other)
  })
})

describe('generic tools', () => {
  test('accept every pattern, without a flag', () => {
    for (const { place, schema } of within(document, '')) {
      if (typeof schema['pattern'] !== 'string') continue
      assert.doesNotThrow(() => new RegExp(schema['pattern']), place)
      assert.doesNotMatch(schema['pattern'], /\\p\{|\(\?[<=!]|\\[AZzk]/, place)
    }
  })

  test('know every format', () => {
    for (const { place, schema } of within(document, ''))
      if (typeof schema['format'] === 'string') assert.match(schema['format'], /^(date-time|email)$/, place)
  })

  test('find no union of a single schema, and no security on webhook calls', () => {
    for (const { place, schema } of within(document, ''))
      if (Array.isArray(schema['anyOf'])) assert.ok(schema['anyOf'].length > 1, place)
    for (const { post } of Object.values<Json>(document['webhooks'])) assert.deepEqual(post.security, [])
  })

  test('find no keyword of our own validator', () => {
    for (const { place, schema } of within(document, '')) assert.ok(!('expects' in schema), place)
  })
})

describe('the authentication schemes', () => {
  const { token, oauth } = document['components'].securitySchemes

  test('are a bearer token, and the OAuth flows with every scope', () => {
    assert.equal(token.scheme, 'bearer')
    const { authorizationCode, clientCredentials } = oauth.flows
    assert.deepEqual(Object.keys(authorizationCode.scopes).sort(), [...scopes].sort())
    assert.equal(authorizationCode.authorizationUrl, '/oauth/authorize')
    assert.equal(clientCredentials.tokenUrl, '/oauth/token')
    for (const about of Object.values<string>(authorizationCode.scopes)) assert.match(about, /\.$/)
  })

  test('are stated for every operation, with the scope it needs', () => {
    for (const { operationId, security, 'x-access': access } of operations) {
      if (access === 'anyone') assert.deepEqual(security, [], operationId)
      else assert.deepEqual(security, [{ token: [] }, { oauth: access === 'member' ? [] : [access.permission] }])
    }
  })
})
