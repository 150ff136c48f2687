import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { product, textOf } from '../../source_files.ts'
import { problems } from '../errors.ts'
import { patternMessage } from '../http/validation/validation_messages.ts'
import { resourcesOf } from '../resources.ts'
import { startTestApp } from '../test/harness.ts'
import { aSpace, aUser } from '../test/people.ts'
import { type SourceMessage, sourceMessages } from '../test/source_messages.ts'
import { french } from './fr/index.ts'
import { languageOf } from './language.ts'
import { msg } from './message.ts'
import { readStored, storedText } from './stored.ts'
import { translate, translateStored } from './translate.ts'

const source = sourceMessages(
  product.filter(file => file.startsWith('server/')),
  textOf,
)

/** The texts in the source, of patterns in schemas, and the titles of problems. */
const used = new Map<string, Pick<SourceMessage, 'file' | 'line'>>([
  ...Object.values(problems).map(([, title]) => [title, { file: 'server/errors.ts', line: 1 }] as const),
  ...patternTexts().map(text => [text, { file: 'the pattern of a schema', line: 0 }] as const),
  ...source.flatMap(({ file, line, template }) =>
    template === undefined ? [] : [[template, { file, line }] as const],
  ),
])

describe('every error speaks French', () => {
  test('the source writes texts in one piece, and tags those with values', () => {
    assert.deepEqual(
      source.filter(({ mistake }) => mistake),
      [],
    )
  })

  test('every text has a translation', () => {
    const missing = [...used].filter(([template]) => !(template in french))
    const lines = missing.map(([template, { file, line }]) => `  ${JSON.stringify(template)}: '', // ${file}:${line}`)
    assert.equal(missing.length, 0, `Add these to a file in server/messages/fr:\n${lines.join('\n')}`)
  })

  test('every translation is used', () => {
    assert.deepEqual(
      Object.keys(french).filter(template => !used.has(template)),
      [],
    )
  })

  test('a translation has the values of the text', () => {
    const indexes = (text: string) =>
      [...new Set([...text.matchAll(/\{(\d+)(?:[:}])/g)].map(([, index]) => index))].sort()
    for (const [template, translation] of Object.entries(french))
      assert.deepEqual(indexes(translation), indexes(template), template)
  })
})

describe('values', () => {
  test('are written as a French reader expects them', () => {
    assert.equal(
      translate(msg`must have at most ${20_000} characters`, 'fr'),
      'Ne dépassez pas 20\u202f000 caractères.',
    )
    assert.match(translate(msg`${'12.50 EUR'} are left`, 'fr'), /^Il reste 12,50\s€$/)
    assert.equal(
      translate(msg`Batch ${'B7'} is ${'closed'}; reopen it first.`, 'fr'),
      'La remise B7 est fermée : rouvrez-la d’abord.',
    )
    assert.equal(
      translate(msg`must be before today, ${'2026-05-01'}`, 'fr'),
      'Choisissez une date avant aujourd’hui (01/05/2026).',
    )
  })

  test('of a stored English text are found again', () => {
    assert.equal(
      translateStored('Contact 7 was merged into contact 12.', 'fr'),
      'Le contact 7 a été fusionné avec le contact 12.',
    )
    assert.equal(translateStored('Nothing that Muster wrote.', 'fr'), 'Nothing that Muster wrote.')
  })

  test('of a stored message are kept apart, and each reader gets it in their language', () => {
    const message = msg`The filter “${'Contact 7 is {0}'}” is in use.`
    const stored = storedText(message)
    assert.equal(readStored(stored, 'en'), String(message))
    const nested = storedText(msg`${'body.data.mail'} ${msg`must have at most ${20_000} characters`}.`)
    assert.match(readStored(nested, 'fr'), /20\u202f000 caractères/)
    assert.equal(readStored('{"template":', 'fr'), '{"template":')
    assert.equal(
      storedText('There is no such contact, or you cannot see it.'),
      'There is no such contact, or you cannot see it.',
    )
  })
})

describe('the language of a problem', async () => {
  const app = await startTestApp()
  const user = await aUser(app, await aSpace(app), { role: 'admin' })
  const problemIn = async (language: string | undefined, path = '/contacts/999999', init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' }
    const response = await fetch(`${app.url}${path}`, {
      ...init,
      headers: { ...headers, ...(language !== undefined && { 'accept-language': language }) },
    })
    return { response, body: (await response.json()) as Record<string, unknown> }
  }

  test('follows Accept-Language, with code, status and location unchanged', async () => {
    const contact = JSON.stringify({ data: { contact: { mail: 'nobody' } } })
    const [french, english] = await Promise.all(
      ['fr-CA, en;q=0.5', 'en'].map(language => problemIn(language, '/contacts', { method: 'POST', body: contact })),
    )
    assert.equal(french?.response.headers.get('content-language'), 'fr')
    assert.match(french?.response.headers.get('vary') ?? '', /Accept-Language/)
    assert.equal(french?.body['title'], 'La demande contient une erreur')
    assert.deepEqual(french?.body['errors'], [
      {
        location: 'body.data.contact.mail',
        message: 'Indiquez une adresse e-mail, comme nom@exemple.fr, ou laissez vide.',
        value: 'nobody',
      },
    ])
    for (const name of ['type', 'status', 'code']) assert.equal(french?.body[name], english?.body[name])
    assert.equal(english?.response.headers.get('content-language'), 'en')
  })

  test('is English without the header, and for a language that Muster does not have', async () => {
    for (const language of [undefined, 'de', 'fr;q=0, en', '*'])
      assert.equal((await problemIn(language)).body['detail'], 'There is no such contact, or you cannot see it.')
    assert.equal((await problemIn('fr')).body['detail'], 'Ce contact n’existe pas, ou vous ne pouvez pas le voir.')
  })

  test('is the one with the highest weight', () => {
    assert.equal(languageOf('en;q=0.4, de;q=0.9, fr;q=0.8'), 'fr')
    assert.equal(languageOf('fr;q=0.3, en-GB'), 'en')
    assert.equal(languageOf('frr, en;q=0.1'), 'en')
  })
})

function patternTexts() {
  const definitions = resourcesOf().flatMap(({ operations }) => Object.values(operations).map(one => one.definition))
  const parts = definitions.flatMap(({ params, query, body, merge, bodyExtras }) => [
    params,
    query,
    body,
    merge,
    bodyExtras,
  ])
  return [...new Set(parts.flatMap(patternsIn))]
}

function patternsIn(schema: unknown): string[] {
  if (schema === null || typeof schema !== 'object') return []
  const own =
    'pattern' in schema && typeof schema.pattern === 'string'
      ? [String(patternMessage(schema as Record<string, string>))]
      : []
  return [...own, ...Object.values(schema).flatMap(patternsIn)]
}
