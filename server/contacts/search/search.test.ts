import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aContact } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUserPerRole } from '../../test/people.ts'
import { condition, queryOf, searchAs } from '../../test/search.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const { found, searched } = searchAs(app, cast.admin)

const home = { street: 'Rue de la République', city: 'Saint-Étienne', postal_code: '42000', house_number: '12 bis' }
for (const contact of [
  {
    surname: 'Élan',
    firstname: 'Zoé',
    mail: 'Zoe.Elan@Example.org',
    birthdate: '1980-05-01',
    gender: 'F',
    address: home,
  },
  {
    surname: 'ELAND',
    firstname: 'Marc',
    mobile: '06 12 34 56 78',
    birthdate: '1990-12-31T23:30:00Z',
    gender: 'M',
    black_list: true,
  },
  {
    surname: 'Bélan',
    firstname: 'marc',
    external_id: 'X_1%',
    age_category: 3,
    address: { city: 'Lyon', country: 'FR' },
  },
  { surname: 'Çelik', married_name: "O'Neil \\ 50%", nationality: 'TR', age_category: 4 },
])
  await aContact(app, cast.admin, contact)

describe('one condition', () => {
  const cases: [string, object, string[]][] = [
    ['eql ignores case and accents, and is exact', { attr: 'surname', ope: 'eql', value: 'elan' }, ['Élan']],
    ['eql:strictdata does not', { attr: 'surname', ope: 'eql:strictdata', value: 'elan' }, []],
    ['eql:strictdata finds the exact spelling', { attr: 'surname', ope: 'eql:strictdata', value: 'Élan' }, ['Élan']],
    ['not_eql finds all others', { attr: 'surname', ope: 'not_eql', value: 'ÉLAN' }, ['Bélan', 'ELAND', 'Çelik']],
    [
      'not_eql:strictdata includes other spellings',
      { attr: 'surname', ope: 'not_eql:strictdata', value: 'eland' },
      ['Bélan', 'ELAND', 'Çelik', 'Élan'],
    ],
    ['contains finds a part', { attr: 'surname', ope: 'contains', value: 'ELAN' }, ['Bélan', 'ELAND', 'Élan']],
    [
      'contains:strictdata finds an exact part',
      { attr: 'surname', ope: 'contains:strictdata', value: 'LAN' },
      ['ELAND'],
    ],
    [
      'contains with two letters works too',
      { attr: 'surname', ope: 'contains', value: 'él' },
      ['Bélan', 'ELAND', 'Çelik', 'Élan'],
    ],
    ['not_contains', { attr: 'surname', ope: 'not_contains', value: 'elan' }, ['Çelik']],
    ['start_with', { attr: 'surname', ope: 'start_with', value: 'éla' }, ['ELAND', 'Élan']],
    ['start_with one letter', { attr: 'surname', ope: 'start_with', value: 'ç' }, ['Çelik']],
    ['not_start_with', { attr: 'surname', ope: 'not_start_with', value: 'éla' }, ['Bélan', 'Çelik']],
    ['any_of', { attr: 'surname', ope: 'any_of', value: ['celik', 'BELAN', 'nobody'] }, ['Bélan', 'Çelik']],
    ['any_of with an empty list finds none', { attr: 'surname', ope: 'any_of', value: [] }, []],
    ['none_of', { attr: 'surname', ope: 'none_of', value: ['celik', 'BELAN'] }, ['ELAND', 'Élan']],
    ['ext', { attr: 'mail', ope: 'ext' }, ['Élan']],
    ['not_ext', { attr: 'mail', ope: 'not_ext' }, ['Bélan', 'ELAND', 'Çelik']],
    ['eql empty is not_ext', { attr: 'mobile', ope: 'eql', value: '' }, ['Bélan', 'Çelik', 'Élan']],
    ['percent signs and underscores are literal', { attr: 'external_id', ope: 'contains', value: '_1%' }, ['Bélan']],
    ['and are not wildcards', { attr: 'external_id', ope: 'contains', value: '%' }, ['Bélan']],
    ['a backslash is literal', { attr: 'married_name', ope: 'contains', value: 'neil \\ 50%' }, ['Çelik']],
    ['mail is compared without case', { attr: 'mail', ope: 'eql', value: 'zoe.elan@example.ORG' }, ['Élan']],
    ['a gender is one letter', { attr: 'gender', ope: 'eql', value: 'm' }, ['ELAND']],
    ['gender any_of', { attr: 'gender', ope: 'any_of', value: ['F', 'O'] }, ['Élan']],
    ['address fields are found by their names', { attr: 'city', ope: 'eql', value: 'saint-etienne' }, ['Élan']],
    ['in both spellings', { attr: 'postalcode', ope: 'start_with', value: '42' }, ['Élan']],
    ['house numbers', { attr: 'housenumber', ope: 'eql', value: '12 BIS' }, ['Élan']],
    ['streets', { attr: 'street', ope: 'eql', value: 'rue de la republique' }, ['Élan']],
    ['country codes', { attr: 'country', ope: 'eql', value: 'fr' }, ['Bélan']],
    ['whether there is an address', { attr: 'address', ope: 'ext' }, ['Bélan', 'Élan']],
    ['flags', { attr: 'black_list', ope: 'eql', value: true }, ['ELAND']],
    ['flags that are false', { attr: 'black_list', ope: 'eql', value: false }, ['Bélan', 'Çelik', 'Élan']],
    ['flags that are not true', { attr: 'black_list', ope: 'not_eql', value: true }, ['Bélan', 'Çelik', 'Élan']],
    ['numbers', { attr: 'age_category', ope: 'any_of', value: [3, 9] }, ['Bélan']],
    [
      'a range of numbers includes both ends',
      { attr: 'age_category', ope: 'range', from: 3, to: 4 },
      ['Bélan', 'Çelik'],
    ],
    ['a range of texts too', { attr: 'postal_code', ope: 'range', from: '42000', to: '42999' }, ['Élan']],
    ['a date is the whole day', { attr: 'birthdate', ope: 'eql', value: '1990-12-31' }, ['ELAND']],
    ['up to a date includes it', { attr: 'birthdate', ope: 'lte', value: '1990-12-31' }, ['ELAND', 'Élan']],
    [
      'a timestamp with any offset is one instant',
      { attr: 'birthdate', ope: 'lte', value: '1991-01-01T00:29:00+01:00' },
      ['Élan'],
    ],
    ['a missing birthdate is after no date', { attr: 'birthdate', ope: 'gte', value: '1900-01-01' }, ['ELAND', 'Élan']],
    [
      'and is not equal to one',
      { attr: 'birthdate', ope: 'not_eql', value: '1980-05-01' },
      ['Bélan', 'ELAND', 'Çelik'],
    ],
    ['a missing birthdate', { attr: 'birthdate', ope: 'not_ext' }, ['Bélan', 'Çelik']],
    ['relative times', { attr: 'UpdatedAt', ope: 'gte', value: 'now-30d' }, ['Bélan', 'ELAND', 'Çelik', 'Élan']],
    ['relative times in the past', { attr: 'UpdatedAt', ope: 'lte', value: 'now-1y' }, []],
    [
      'a range of relative times',
      { attr: 'CreatedAt', ope: 'range', from: 'now-2w', to: 'now+1h' },
      ['Bélan', 'ELAND', 'Çelik', 'Élan'],
    ],
  ]
  for (const [title, one, expected] of cases) {
    test(title, async () => {
      assert.deepEqual((await found(queryOf(one))).toSorted(), expected.toSorted())
      const { body } = await app.as(cast.admin).post('/kpi', { advanced_search: { query: queryOf(one) } })
      assert.deepEqual(body, { status: 'success', data: { total: expected.length } })
    })
  }
})

describe('several conditions', () => {
  const [marc, elan] = [
    condition({ attr: 'firstname', ope: 'eql', value: 'marc' }),
    condition({ attr: 'surname', ope: 'contains', value: 'elan' }),
  ]
  const black = condition({ attr: 'black_list', ope: 'eql', value: true })
  const celik = condition({ attr: 'surname', ope: 'eql', value: 'celik' })

  test('$all needs every condition, $at_least_one needs one, on both levels', async () => {
    assert.deepEqual((await found({ $all: [{ $all: [marc, elan] }] })).toSorted(), ['Bélan', 'ELAND'])
    assert.deepEqual((await found({ $all: [{ $at_least_one: [black, celik] }] })).toSorted(), ['ELAND', 'Çelik'])
    assert.deepEqual((await found({ $all: [{ $at_least_one: [black, celik] }, { $all: [marc] }] })).toSorted(), [
      'ELAND',
    ])
    assert.deepEqual((await found({ $at_least_one: [{ $all: [marc, black] }, { $all: [celik] }] })).toSorted(), [
      'ELAND',
      'Çelik',
    ])
  })

  test('an empty $all matches every contact, an empty $at_least_one none', async () => {
    for (const query of [undefined, null, { $all: [] }, { $all: [{ $all: [] }] }, { $at_least_one: [{ $all: [] }] }])
      assert.equal((await searched(query)).total, 4, JSON.stringify(query))
    for (const query of [{ $at_least_one: [] }, { $all: [{ $at_least_one: [] }] }])
      assert.equal((await searched(query)).total, 0, JSON.stringify(query))
  })
})
