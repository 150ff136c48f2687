import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { resourcesOf } from '../../resources.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUser } from '../../test/people.ts'
import { messages } from './validation_messages.ts'

const app = await startTestApp()
const admin = await aUser(app, await aSpace(app), { role: 'admin' })
const chief = await aUser(app, admin.space, { role: 'superadmin' })

describe('a validation error is a sentence', () => {
  const contact = { contact: {} as object }
  const cases: [string, string, unknown, string][] = [
    ['/contacts', 'POST', { contact: { gender: 'X' } }, 'contact.gender must be one of M, F, O, or empty'],
    ['/contacts', 'POST', { contact: { mobile: 12 } }, 'contact.mobile must be a text, not a number'],
    ['/contacts', 'POST', { contact: { black_list: 'yes' } }, 'contact.black_list must be true or false, not a text'],
    [
      '/contacts',
      'POST',
      { contact: { age_category: '3' } },
      'contact.age_category must be a whole number, not a text',
    ],
    ['/contacts', 'POST', { contact: { age_category: 1.5 } }, 'contact.age_category must be a whole number'],
    ['/contacts', 'POST', { contact: { tags: [{ name: null }] } }, 'contact.tags.0.name must be a text, not null'],
    [
      '/contacts',
      'POST',
      { contact: { tags: [{ name: ' ' }] } },
      'contact.tags.0.name must be one line, and not blank',
    ],
    ['/contacts', 'POST', { contact: { address: 'Lyon' } }, 'contact.address must be an object, not a text'],
    [
      '/contacts',
      'POST',
      { contact: { birth_country: 'Atlantis' } },
      'contact.birth_country must be a country, by its code of ISO 3166, such as FR, or by its name',
    ],
    [
      '/contacts/upsert',
      'POST',
      { consents: [{ label: 'x', value: {} }] },
      'consents.0.value must be a text, a number or an array, not an object',
    ],
    [
      '/contacts/upsert',
      'POST',
      { consents: [{ label: 'x', value: [true] }] },
      'consents.0.value.0 must be a text or a number',
    ],
    [
      '/v1/exports/contacts.csv',
      'POST',
      { reason: 'why', columns: ['mail', 'mail'] },
      'columns must not have the same item twice, as items 0 and 1 are',
    ],
    ['/users/role', 'PATCH', { user_id: 1 }, 'role_id is required'],
  ]
  for (const [path, method, data, sentence] of cases)
    test(sentence, async () => {
      const body = JSON.stringify({ kind: 'contact', data })
      const answer = await app.as(chief).send(method, path, { body })
      assert.deepEqual([answer.status, answer.body.detail], [422, `body.data.${sentence}.`])
    })

  for (const [body, sentence] of [
    [JSON.stringify(contact), 'body.data is required: send the fields in it, as {"data": {…}}.'],
    ['[]', 'body must be a JSON object, such as {"data": {…}}.'],
    [JSON.stringify({ kind: 'person', data: {} }), 'body.kind must be "contact".'],
    [
      '{"data":{"contact":{"age_category":9007199254740993}}}',
      'body.data.contact.age_category must be a number of at most 9007199254740991; a larger one cannot be stored exactly.',
    ],
  ] as const)
    test(sentence, async () => {
      const path = body.includes('person') ? '/contacts/upsert' : '/contacts'
      assert.equal((await app.as(admin).send('POST', path, { body })).body.detail, sentence)
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
