import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { countryNamed, countryOf, countryOfLocale } from './countries.ts'
import { isMailOrEmpty, phoneCountry, phoneKey } from './phone.ts'

describe('telephone numbers', () => {
  for (const [text, country, key] of [
    ['06 12 34 56 78', 'FR', '+33612345678'],
    ['06-12-34-56-78', 'FR', '+33612345678'],
    ['(0)6 12 34 56 78', 'FR', '+33612345678'],
    ['+33 (0)6 12 34 56 78', 'GB', '+33612345678'],
    ['0033612345678', 'FR', '+33612345678'],
    ['020 7946 0958', 'GB', '+442079460958'],
    ['07700 900123', 'GB', '+447700900123'],
    ['+1 212 555 0100', 'FR', '+12125550100'],
    ['0612345678', 'GB', ''],
    ['12', 'FR', ''],
    ['+999 123', 'FR', ''],
    ['call 06 12 34 56 78 after six', 'FR', ''],
    ['', 'FR', ''],
    ['1'.repeat(500), 'FR', ''],
  ] as const)
    test(`${text.slice(0, 40)} in ${country} is ${key || 'none'}`, () => assert.equal(phoneKey(text, country), key))

  test('any input has an empty key or an international number that is its own key', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[+0-9 ().-]{0,20}$/)), text => {
        const key = phoneKey(text, 'FR')
        assert.match(key, /^(\+\d{5,15})?$/)
        assert.equal(phoneKey(key, 'GB'), key)
      }),
      { numRuns: 500 },
    )
  })
})

describe('countries', () => {
  test('are recognised by two or three letters in any case', () => {
    for (const code of ['FR', 'fr', 'FRA', 'fra', ' Fr ']) assert.equal(countryOf(code), 'FR')
    for (const code of ['', 'F', 'XX', 'EU', 'UK', 'ZZZ', 'France', '33'])
      assert.equal(countryOf(code), undefined, code)
    const codes = { GBR: 'GB', DEU: 'DE', CHE: 'CH', ESP: 'ES', ZWE: 'ZW' }
    for (const [code, two] of Object.entries(codes)) assert.equal(countryOf(code), two)
  })

  test('are recognised by their names in several languages, except a name that two of them share', () => {
    const names = {
      ...{ FR: 'France, france, FRA, fr', DE: 'Germany, Allemagne, ALLEMAGNE', US: 'USA', GB: 'UK, Royaume-Uni' },
      ...{ CI: "Cote d’Ivoire, Côte d’Ivoire, Cote d'Ivoire", ES: 'España', NL: 'Pays-Bas', BE: ' Belgique ' },
      ...{ MA: 'Maroc', CZ: 'Czech Republic' },
    }
    for (const [country, list] of Object.entries(names))
      for (const name of list.split(', ')) assert.equal(countryNamed(name), country, name)
    for (const name of ['Congo', 'Atlantis', 'Corée', 'F', '33']) assert.equal(countryNamed(name), undefined, name)
  })

  test('the default country comes from the address, or else from the language of the space', () => {
    assert.equal(phoneCountry({ country: 'BEL' }, 'en'), 'BE')
    assert.equal(phoneCountry({ country: '' }, 'fr'), 'FR')
    assert.equal(phoneCountry(null, 'en'), 'GB')
    assert.deepEqual([countryOfLocale('fr-BE'), countryOfLocale('en-IE'), countryOfLocale('fr')], ['BE', 'IE', 'FR'])
  })
})

test('a mail address may be empty, or else must be valid', () => {
  for (const mail of ['', 'a@example.org', 'élise+x@exemple.fr']) assert.equal(isMailOrEmpty(mail), true, mail)
  for (const mail of ['a', 'a@b', '@example.org', 'a b@example.org', 'a@example..org'])
    assert.equal(isMailOrEmpty(mail), false, mail)
})
