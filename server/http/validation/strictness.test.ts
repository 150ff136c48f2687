import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { attributeNames } from '../../contacts/search/engine/attributes.ts'
import { currencies } from '../../currencies.ts'
import { durationOf } from '../../fields.ts'
import { resourcesOf, version } from '../../resources.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUser } from '../../test/people.ts'
import { openapiOf } from '../openapi/openapi.ts'

// The server accepts what the OpenAPI document allows and refuses what it forbids, so that clients can validate before they send.

type Json = Record<string, any>

const app = await startTestApp()
const superadmin = await aUser(app, await aSpace(app), { role: 'superadmin' })
const ask = app.as(superadmin)
const document: Json = JSON.parse(JSON.stringify(openapiOf(resourcesOf(), version)))
const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema({ ...document, $id: 'https://muster/openapi' })
const schemas = document['components'].schemas as Json

const allowedBy = (schema: Json) => {
  const check = ajv.compile(
    JSON.parse(JSON.stringify(schema).replaceAll('#/components', 'https://muster/openapi#/components')),
  )
  return (value: unknown) => check(value)
}

/** Sends each value, and returns the answers that contradict the schema. */
async function contradictions(
  values: readonly string[],
  schema: Json,
  send: (value: string) => Promise<{ status: number }>,
) {
  const isAllowed = allowedBy(schema)
  const found: string[] = []
  let allowed = 0
  for (const value of new Set(values)) {
    const { status } = await send(value)
    allowed += Number(isAllowed(value))
    if (status >= 500 || (status !== 422) !== isAllowed(value))
      found.push(`${JSON.stringify(value)}: ${status}, ${isAllowed(value)}`)
  }
  assert.ok(allowed > 0, 'some are allowed')
  return found
}

const sample = (from: fc.Arbitrary<string>, numRuns: number) => fc.sample(from, { seed: 19, numRuns })
const cased = (words: readonly string[]) =>
  fc
    .constantFrom(...words)
    .chain(word =>
      fc.constantFrom(word, word.toLowerCase(), word.toUpperCase(), `${word} `, word.slice(0, -1), `${word}x`),
    )

describe('the schema is as strict as the server', () => {
  test('for currencies', async () => {
    const values = [
      ...sample(cased(currencies), 60),
      ...sample(fc.string({ maxLength: 4 }), 20),
      'EUR',
      'XXX',
      'ſEK',
      '',
    ]
    const { currency } = schemas['DonationPriceCreate'].properties.data.properties
    const send = (value: string) => ask.post('/v1/donation_prices', { name: 'Monthly', amount: 500, currency: value })
    assert.deepEqual(await contradictions(values, currency, send), [])
  })

  test('for every currency, in any case', () => {
    const isAllowed = allowedBy({ $ref: '#/components/schemas/Currency' })
    for (const code of currencies) assert.ok(isAllowed(code) && isAllowed(code.toLowerCase()), code)
  })

  test('for the sort attributes of a search', async () => {
    const values = [...attributeNames, ...sample(cased(attributeNames), 40), ...sample(fc.string(), 20), 'constructor']
    const { sort_attr } = schemas['AdvancedSearch'].properties
    const send = (value: string) => ask.post('/search', { advanced_search: { sort_attr: value, per_page: 1 } })
    assert.deepEqual(await contradictions(values, sort_attr, send), [])
  })

  test('for the sort attributes of a saved filter', async () => {
    const values = [...sample(cased(attributeNames), 30), 'tags', 'surname']
    const { sort_attr } = schemas['SavedFilterCreate'].properties.data.properties
    const send = (value: string) => ask.post('/v1/saved_filters', { name: 'F', query: { $all: [] }, sort_attr: value })
    assert.deepEqual(await contradictions(values, sort_attr, send), [])
  })

  test('for durations', () => {
    const isAllowed = allowedBy(schemas['MembershipPrice'].properties.duration)
    const iso = fc.stringMatching(/^P(\d{0,4}Y)?(\d{0,5}M)?(\d{0,5}W)?(\d{0,6}D)?$/)
    const words = fc.stringMatching(/^\d{0,5} {0,2}([Yy][Ee]ar|an|AN|month|Mois|week|semainE|day|JOUR|hour)[sS]?$/)
    fc.assert(
      fc.property(fc.oneof(iso, words, fc.string({ maxLength: 6 })), text => {
        assert.equal(isAllowed(text), text === '' || durationOf(text) !== undefined, text)
      }),
      { seed: 19, numRuns: 2000 },
    )
  })
})

describe('the schema of a cursor is as strict as the server', () => {
  const lists = Object.entries<Json>(document['paths']).flatMap(([path, { get }]) =>
    (get?.parameters ?? [])
      .filter(({ name, in: place }: Json) => name === 'cursor' && place === 'query')
      .map(({ schema }: Json) => ({ path, schema })),
  )

  test('for every list with a cursor', () => {
    assert.ok(lists.length > 12)
    for (const { path, schema } of lists) assert.ok(schema.pattern, path)
  })

  for (const { path, schema } of lists.filter(({ path }) => !path.includes('{')))
    test(`at ${path}`, async () => {
      const near = fc.constantFrom(...'0 1 01 -1 1.5 . 1.2 YQ.1 YQ.YQ.1 WzFd mail.3 1.'.split(' '), '', ' 1')
      const values = [
        ...sample(fc.stringMatching(new RegExp(schema.pattern)), 25),
        ...sample(near, 20),
        ...sample(fc.string({ maxLength: 12 }), 10),
      ].filter(value => value.length <= schema.maxLength)
      // A cursor of an order belongs to the list in this order.
      const byName = ['/contacts', '/v1/transaction_batches']
      const byWord = ['/v1/transaction_bundles', '/v1/ledger']
      const order = (value: string) => {
        if (byName.includes(path) && value.includes('.')) return '&sort=name'
        const [word] = /^(date|amount)(?=\.)/.exec(value) ?? []
        return word && byWord.includes(path) ? `&sort=${word}` : ''
      }
      const send = (value: string) => ask.get(`${path}?cursor=${encodeURIComponent(value)}${order(value)}`)
      const sent = values.filter(value => value.isWellFormed() && !value.includes('\0'))
      assert.deepEqual(await contradictions(sent, schema, send), [])
    })
})

test('control characters are refused, although the pattern spells them as ranges', () => {
  const pattern = new RegExp(schemas['Team'].properties.name.pattern)
  const wrong: string[] = []
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue
    const text = `a${String.fromCodePoint(code)}b`
    if (pattern.test(text) === /\p{Cc}/u.test(text)) wrong.push(`U+${code.toString(16)}`)
  }
  assert.deepEqual(wrong, [])
})
