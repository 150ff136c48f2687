import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { writtenNumber } from './src/components/intl_formats.ts'
import { setSpaceTimeZone, spaceDay } from './src/components/space_day.ts'
import { timeText } from './src/components/times.ts'
import { regionFor } from './src/translations/region.ts'

const evening = new Date('2026-11-08T20:53:00Z')
const day = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
const moment = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const
/** No-break and narrow spaces differ between versions of the tables of languages. */
const plain = (text: string) => text.replace(/\s/gu, ' ')

describe('dates and numbers', () => {
  // The language of the page, what the browser prefers, and a day as it is then written.
  for (const [language, preferred, region, written] of [
    ['en', ['en-GB', 'en'], 'en-GB', '8 Nov 2026'],
    ['en', ['en-US', 'en'], 'en-US', 'Nov 8, 2026'],
    ['en', ['en-IE'], 'en-IE', '8 Nov 2026'],
    ['en', ['de-DE', 'de'], 'en-DE', '8 Nov 2026'],
    ['en', ['de'], 'en-DE', '8 Nov 2026'],
    ['en', ['fr-FR', 'en-GB'], 'en-GB', '8 Nov 2026'],
    ['fr', ['fr-FR', 'fr'], 'fr-FR', '8 nov. 2026'],
    ['fr', ['fr'], 'fr', '8 nov. 2026'],
    ['fr', ['en-GB'], 'fr-GB', '8 nov. 2026'],
  ] as const)
    test(`of a page in ${language} are those of ${region} in a browser that prefers ${preferred.join(', ')}`, () => {
      assert.equal(regionFor(language, preferred), region)
      assert.equal(plain(timeText(region, day, evening)), written)
    })

  test('have the language of the page where the browser says nothing that is known', () => {
    for (const preferred of [[], ['not a language']]) assert.equal(regionFor('en', preferred), 'en')
  })

  test('have French hours in French', () => {
    assert.equal(plain(timeText('fr-FR', moment, evening)), '8 nov. 2026, 20 h 53')
    assert.equal(plain(timeText('en-GB', moment, evening)), '8 Nov 2026, 20:53')
    assert.equal(plain(timeText('fr-FR', { ...moment, timeStyle: 'medium' }, evening)), '8 nov. 2026, 20:53:00')
  })

  test('have a true minus sign below zero', () => {
    const pounds = { style: 'currency', currency: 'GBP' } as const
    for (const [region, written] of [
      ['en-GB', '−£12.34'],
      ['fr-FR', '−12,34 £GB'],
    ] as const)
      assert.equal(plain(writtenNumber(region, -12.34, pounds)), written)
    assert.equal(writtenNumber('en-GB', -0.07, { style: 'percent' }), '−7%')
    assert.equal(writtenNumber('en-GB', -1234), '−1,234')
  })
})

test('payments have their day in the time zone of the space, and a bare date stays as it is', () => {
  setSpaceTimeZone('Europe/Paris')
  assert.equal(spaceDay('2026-10-21T23:52:00.000Z'), '2026-10-22')
  assert.equal(spaceDay('2026-10-21T00:00:00.000Z'), '2026-10-21')
  setSpaceTimeZone('America/Toronto')
  assert.equal(spaceDay('2027-01-01T04:59:59.999Z'), '2026-12-31')
  assert.equal(spaceDay('2026-10-21'), '2026-10-21')
})
