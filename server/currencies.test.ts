import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currencies, currencyOfLocale } from './currencies.ts'
import { localeOfTimeZone, zonesByLocale } from './time_zone.ts'

test('a locale has the currency of its country, or of the country of its language, else euros', () => {
  const cases = {
    ...{
      'en-GB': 'GBP',
      'en-US': 'USD',
      'en-IE': 'EUR',
      'en-CA': 'CAD',
      'fr-CA': 'CAD',
      'fr-CH': 'CHF',
      'de-CH': 'CHF',
    },
    ...{ 'fr-FR': 'EUR', fr: 'EUR', en: 'EUR', 'fr-BE': 'EUR', 'fr-SN': 'XOF', 'pt-BR': 'BRL', 'pt-PT': 'EUR' },
    ...{ pl: 'PLN', sv: 'SEK', 'sv-FI': 'EUR', nb: 'NOK', de: 'EUR', 'fr-XX': 'EUR', xx: 'EUR' },
  }
  for (const [locale, currency] of Object.entries(cases)) assert.equal(currencyOfLocale(locale), currency, locale)
  for (const locale of zonesByLocale.keys()) assert.ok(currencies.includes(currencyOfLocale(locale)), locale)
})

test('a time zone has a locale of its country', () => {
  const zones = ['Europe/London', 'Europe/Zurich', 'America/New_York', 'America/Chicago']
  assert.deepEqual(zones.map(localeOfTimeZone), ['en-GB', 'de-CH', 'en-US', undefined])
})
