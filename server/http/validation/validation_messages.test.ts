import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { resourcesOf } from '../../resources.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUser } from '../../test/people.ts'
import { messages } from './validation_messages.ts'

const app = await startTestApp()
const chief = await aUser(app, await aSpace(app), { role: 'superadmin' })

describe('a validation error is a sentence', () => {
  const contacts: [string, object][] = [
    ['gender must be one of M, F, O, or empty', { gender: 'X' }],
    ['mobile must be a text, not a number', { mobile: 12 }],
    ['black_list must be true or false, not a text', { black_list: 'yes' }],
    ['age_category must be a whole number, not a text', { age_category: '3' }],
    ['age_category must be a whole number', { age_category: 1.5 }],
    ['tags.0.name must be a text, not null', { tags: [{ name: null }] }],
    ['tags.0.name must be one line, and not blank', { tags: [{ name: ' ' }] }],
    ['address must be an object, not a text', { address: 'Lyon' }],
    [
      'birth_country must be a country, by its code of ISO 3166, such as FR, or by its name',
      { birth_country: 'Atlantis' },
    ],
  ]
  const of = (field: string, value: unknown) => ({
    kind: 'contact',
    data: { consents: [{ label: 'x', [field]: value }] },
  })
  const cases: [path: string, body: unknown, sentence: string, method?: string][] = [
    ...contacts.map(
      ([sentence, contact]) =>
        ['/contacts', { data: { contact } }, `body.data.contact.${sentence}`] as [string, object, string],
    ),
    [
      '/contacts/upsert',
      of('value', {}),
      'body.data.consents.0.value must be a text, a number or an array, not an object',
    ],
    ['/contacts/upsert', of('value', [true]), 'body.data.consents.0.value.0 must be a text or a number'],
    ['/contacts/upsert', { kind: 'person', data: {} }, 'body.kind must be "contact"'],
    [
      '/v1/exports/contacts.csv',
      { data: { reason: 'why', columns: ['mail', 'mail'] } },
      'body.data.columns must not have the same item twice, as items 0 and 1 are',
    ],
    ['/users/role', { data: { user_id: 1 } }, 'body.data.role_id is required', 'PATCH'],
    ['/contacts', { contact: {} }, 'body.data is required: send the fields in it, as {"data": {…}}'],
    ['/contacts', [], 'body must be a JSON object, such as {"data": {…}}'],
    [
      '/contacts',
      '{"data":{"contact":{"age_category":9007199254740993}}}',
      'body.data.contact.age_category must be a number of at most 9007199254740991; a larger one cannot be stored exactly',
    ],
  ]
  for (const [path, sent, sentence, method = 'POST'] of cases)
    test(sentence, async () => {
      const body = typeof sent === 'string' ? sent : JSON.stringify(sent)
      const answer = await app.as(chief).send(method, path, { body })
      assert.deepEqual([answer.status, answer.body.detail], [422, `${sentence}.`])
    })

  test('every schema keyword has a message of ours', () => {
    const said = [...Object.keys(messages), 'type', 'anyOf']
    // Keywords that never cause an error, and those about unknown fields, which are ignored.
    const silent =
      `default description title examples additionalProperties properties items patternProperties x-raw-json expects`.split(
        ' ',
      )
    const rules = new Set<string>()
    const patterns: { pattern: string; expects?: string; description?: string }[] = []
    for (const schema of sentSchemas()) {
      for (const rule of Object.keys(schema)) rules.add(rule)
      if (typeof schema.pattern === 'string') patterns.push({ ...schema, pattern: schema.pattern })
    }
    assert.deepEqual(
      [...rules].filter(rule => /^[a-z]/.test(rule) && ![...said, ...silent].includes(rule)),
      [],
    )
    for (const { pattern, expects, description } of patterns)
      if (!expects) assert.match(description!, /^(An?|One|Decimal) /, pattern)
  })
})

interface Schema {
  [keyword: string]: unknown
  pattern?: string
  expects?: string
  description?: string
}

/** Every schema of a request, with nested ones. */
function sentSchemas(): Schema[] {
  const definitions = resourcesOf().flatMap(({ operations }) =>
    Object.values(operations).map(({ definition }) => definition),
  )
  const parts = definitions.flatMap(({ params, query, body, merge, bodyExtras }) => [
    params,
    query,
    body,
    merge,
    bodyExtras,
  ])
  return parts.flatMap(part => Object.values(part ?? {}).flatMap(schemasIn))
}

function schemasIn(node: unknown): Schema[] {
  if (Array.isArray(node)) return node.flatMap(schemasIn)
  if (node === null || typeof node !== 'object') return []
  const parts = Object.entries(node).flatMap(([key, part]) =>
    /^(patternP|p)roperties$/.test(key) ? Object.values(part as object) : [part],
  )
  return [node as Schema, ...parts.flatMap(schemasIn)]
}
