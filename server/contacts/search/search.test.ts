import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aContact, aForm, answerTo } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUserPerRole, refusal } from '../../test/people.ts'
import { condition, queryOf, searchAs } from '../../test/search.ts'

const app = await startTestApp()
const cast = await aUserPerRole(app, await aSpace(app))
const { found, searched } = searchAs(app, cast.admin)
const names = async (query: unknown, more?: object) => (await found(query, more)).toSorted().join(' ')

const home = { street: 'Rue de la République', city: 'Saint-Étienne', postal_code: '42000', house_number: '12 bis' }
const [zoe, marc] = [
  { surname: 'Élan', firstname: 'Zoé', mail: 'Zoe.Elan@Example.org', birthdate: '1980-05-01', gender: 'F' },
  { surname: 'ELAND', firstname: 'Marc', mobile: '06 12 34 56 78', birthdate: '1990-12-31T23:30:00Z', gender: 'M' },
]
for (const contact of [
  { ...zoe, address: home },
  { ...marc, black_list: true },
  ...[
    {
      ...{ surname: 'Bélan', firstname: 'marc', external_id: 'X_1%', age_category: 3 },
      ...{ address: { city: 'Lyon', country: 'FR' } },
    },
  ],
  { surname: 'Çelik', married_name: "O'Neil \\ 50%", nationality: 'TR', age_category: 4 },
])
  await aContact(app, cast.admin, contact)
const everybody = 'Bélan ELAND Çelik Élan'

/** A promise, the attribute and the operator, the value or the ends of a range, and who is found. */
type Case = [promise: string, test: string, value: unknown, expected: string]

function conditionOf([, words, value]: Case) {
  const [attr, ope] = words.split(' ')
  return { attr, ope, ...(ope === 'range' ? (value as object) : value !== undefined && { value }) }
}

describe('one condition', () => {
  const cases: Case[] = [
    ['eql ignores case and accents, and is exact', 'surname eql', 'elan', 'Élan'],
    ['eql:strictdata does not', 'surname eql:strictdata', 'elan', ''],
    ['eql:strictdata finds the exact spelling', 'surname eql:strictdata', 'Élan', 'Élan'],
    ['not_eql finds all others', 'surname not_eql', 'ÉLAN', 'Bélan ELAND Çelik'],
    ['not_eql:strictdata includes other spellings', 'surname not_eql:strictdata', 'eland', everybody],
    ['contains finds a part', 'surname contains', 'ELAN', 'Bélan ELAND Élan'],
    ['contains:strictdata finds an exact part', 'surname contains:strictdata', 'LAN', 'ELAND'],
    ['contains with two letters works too', 'surname contains', 'él', everybody],
    ['not_contains', 'surname not_contains', 'elan', 'Çelik'],
    ['start_with', 'surname start_with', 'éla', 'ELAND Élan'],
    ['start_with one letter', 'surname start_with', 'ç', 'Çelik'],
    ['not_start_with', 'surname not_start_with', 'éla', 'Bélan Çelik'],
    ['any_of', 'surname any_of', ['celik', 'BELAN', 'nobody'], 'Bélan Çelik'],
    ['any_of with an empty list finds none', 'surname any_of', [], ''],
    ['none_of', 'surname none_of', ['celik', 'BELAN'], 'ELAND Élan'],
    ['eql empty is not_ext', 'mobile eql', '', 'Bélan Çelik Élan'],
    ['percent signs and underscores are literal', 'external_id contains', '_1%', 'Bélan'],
    ['and are not wildcards', 'external_id contains', '%', 'Bélan'],
    ['a backslash is literal', 'married_name contains', 'neil \\ 50%', 'Çelik'],
    ['mail is compared without case', 'mail eql', 'zoe.elan@example.ORG', 'Élan'],
    ['a gender is one letter', 'gender eql', 'm', 'ELAND'],
    ['gender any_of', 'gender any_of', ['F', 'O'], 'Élan'],
    ['address fields are found by their names', 'city eql', 'saint-etienne', 'Élan'],
    ['whether there is an address', 'address ext', undefined, 'Bélan Élan'],
    ['flags', 'black_list eql', true, 'ELAND'],
    ['flags that are not true', 'black_list not_eql', true, 'Bélan Çelik Élan'],
    ['numbers', 'age_category any_of', [3, 9], 'Bélan'],
    ['a range of numbers includes both ends', 'age_category range', { from: 3, to: 4 }, 'Bélan Çelik'],
    ['a range of texts too', 'postal_code range', { from: '42000', to: '42999' }, 'Élan'],
    ['a date is the whole day', 'birthdate eql', '1990-12-31', 'ELAND'],
    ['up to a date includes it', 'birthdate lte', '1990-12-31', 'ELAND Élan'],
    ['a timestamp with any offset is one instant', 'birthdate lte', '1991-01-01T00:29:00+01:00', 'Élan'],
    ['a missing birthdate is after no date', 'birthdate gte', '1900-01-01', 'ELAND Élan'],
    ['and is not equal to one', 'birthdate not_eql', '1980-05-01', 'Bélan ELAND Çelik'],
    ['a missing birthdate', 'birthdate not_ext', undefined, 'Bélan Çelik'],
    ['relative times', 'UpdatedAt gte', 'now-30d', everybody],
    ['relative times in the past', 'UpdatedAt lte', 'now-1y', ''],
    ['a range of relative times', 'CreatedAt range', { from: 'now-2w', to: 'now+1h' }, everybody],
  ]
  for (const one of cases)
    test(one[0], async () => {
      const query = queryOf(conditionOf(one))
      assert.equal(await names(query), one[3])
      const { body } = await app.as(cast.admin).post('/kpi', { advanced_search: { query } })
      assert.deepEqual(body, { status: 'success', data: { total: one[3].split(' ').filter(Boolean).length } })
    })
})

describe('several conditions', () => {
  const [named_marc, elan] = [
    condition({ attr: 'firstname', ope: 'eql', value: 'marc' }),
    condition({ attr: 'surname', ope: 'contains', value: 'elan' }),
  ]
  const black = condition({ attr: 'black_list', ope: 'eql', value: true })
  const celik = condition({ attr: 'surname', ope: 'eql', value: 'celik' })

  test('$all needs every condition, $at_least_one needs one, on both levels', async () => {
    for (const [query, expected] of [
      [{ $all: [{ $all: [named_marc, elan] }] }, 'Bélan ELAND'],
      [{ $all: [{ $at_least_one: [black, celik] }] }, 'ELAND Çelik'],
      [{ $all: [{ $at_least_one: [black, celik] }, { $all: [named_marc] }] }, 'ELAND'],
      [{ $at_least_one: [{ $all: [named_marc, black] }, { $all: [celik] }] }, 'ELAND Çelik'],
    ] as const)
      assert.equal(await names(query), expected)
  })

  test('an empty $all matches every contact, an empty $at_least_one none', async () => {
    for (const query of [undefined, null, { $all: [] }, { $all: [{ $all: [] }] }, { $at_least_one: [{ $all: [] }] }])
      assert.equal((await searched(query)).total, 4, JSON.stringify(query))
    for (const query of [{ $at_least_one: [] }, { $all: [{ $at_least_one: [] }] }])
      assert.equal((await searched(query)).total, 0, JSON.stringify(query))
  })
})

describe('a search', async () => {
  const cast = await aUserPerRole(app, await aSpace(app))
  const { found, searched } = searchAs(app, cast.admin)
  const form = await aForm(app, cast.admin, { values: ['yes', 'no', 'perhaps'] })
  const free = await aForm(app, cast.admin, { type: 'text', kind: 'custom_fields' })
  const size = await aForm(app, cast.admin, { type: 'numeric', kind: 'custom_fields' })
  const since = await aForm(app, cast.admin, { type: 'date', kind: 'custom_fields' })
  const ada = await aContact(app, cast.admin, {
    ...{ surname: 'Ada', mail: 'Ada.Lovelace@Example.org', age_category: 3, black_list: true },
    address: { street: 'Rue Haute', house_number: '12', postal_code: '69001', city: 'Lyon', country: 'FR', floor: '2' },
    tags: [{ name: 'Élu' }, { name: 'Vote 2026' }],
    formdatas: [answerTo(form, 'yes')],
    custom_fields: [
      answerTo(free, undefined, 'Déménage à Nîmes'),
      answerTo(size, undefined, '12,5'),
      answerTo(since, undefined, '2024-03-01'),
    ],
  })
  const bea = await aContact(app, cast.admin, {
    ...{ surname: 'Bea', mail: 'bea@example.org', age_category: 1222 },
    address: { street: 'Rue Basse', house_number: '7', postal_code: '75001', city: 'Paris', country: 'BE', floor: '1' },
    tags: [{ name: 'vote 2026' }],
    formdatas: [answerTo(form, 'no')],
    custom_fields: [answerTo(free, undefined, `${'x'.repeat(600)}needle`), answerTo(size, undefined, '3')],
  })
  // Sorted without case, her mail is between the other two.
  await aContact(app, cast.admin, { surname: 'Cleo', mail: 'BAZ@example.org' })
  const [yes, no, perhaps] = form.refvalues.map(({ id }) => id)
  const find = async (condition: object, more: object = {}) =>
    (await found(queryOf(condition), { sort_attr: 'surname', ...more })).join(' ')

  const cases: Case[] = [
    ['a tag by its name, without case and accents', 'tags eql', 'elu', 'Ada'],
    ['a tag, exactly', 'tags eql:strictdata', 'elu', ''],
    ['not having a tag', 'tags not_eql', 'elu', 'Bea Cleo'],
    ['any of several tags', 'tags any_of', ['elu', 'vote 2026'], 'Ada Bea'],
    ['none of several tags', 'tags none_of', ['élu', 'nothing'], 'Bea Cleo'],
    ['all of several tags', 'tags all_of', ['elu', 'VOTE 2026'], 'Ada'],
    ['a part of a tag', 'tags contains', '2026', 'Ada Bea'],
    ['the beginning of a tag', 'tags not_start_with', 'él', 'Bea Cleo'],
    ['having tags at all', 'tags ext', undefined, 'Ada Bea'],
    ['ids inside the value', 'form eql', { form_id: form.id, form_ref_ids: [no] }, 'Bea'],
    ['a number as a string', 'age_category eql', '1222', 'Bea'],
    ['numbers, some as strings', 'age_category any_of', ['3', 1222], 'Ada Bea'],
    ['a bound as a string', 'age_category gte', '4', 'Bea'],
    ['a range of strings', 'age_category range', { from: '3', to: '1000' }, 'Ada'],
    ['an id as a string', 'id eql', String(ada.id), 'Ada'],
    ['ids as strings', 'id none_of', [String(ada.id), String(bea.id)], 'Cleo'],
    ['a flag as a string', 'black_list eql', 'true', 'Ada'],
    ['a negated flag as a string', 'black_list not_eql', 'true', 'Bea Cleo'],
    ['a false flag as a string', 'black_list eql', 'false', 'Bea Cleo'],
    ['no donations, as a string', 'donation_count eql', '0', 'Ada Bea Cleo'],
    ['a sum as a string', 'donation_sum gte', '1', ''],
    ['a mail address without case, strictly', 'mail eql:strictdata', 'ada.lovelace@example.org', 'Ada'],
    ['a mail address in capitals, strictly', 'mail eql:strictdata', 'ADA.LOVELACE@EXAMPLE.ORG', 'Ada'],
    ['not a mail address with an accent, strictly', 'mail eql:strictdata', 'adà.lovelace@example.org', ''],
    ['the other mail addresses', 'mail not_eql:strictdata', 'ada.lovelace@example.org', 'Bea Cleo'],
    ['mails', 'mail any_of:strictdata', ['ada.lovelace@example.org', 'BEA@example.org'], 'Ada Bea'],
    ['a part of a mail address without case', 'mail contains:strictdata', 'LOVELACE', 'Ada'],
    ['the beginning of a mail address without case', 'mail start_with:strictdata', 'baz@', 'Cleo'],
    ['a mail address', 'mail eql', 'ada.lovelace@example.org', 'Ada'],
    ['another field with case, strictly', 'surname eql:strictdata', 'ada', ''],
  ]
  for (const one of cases)
    test(`finds ${one[0]}: ${one[1]}`, async () => assert.equal(await find(conditionOf(one)), one[3]))

  const [chosen, text] = [{ form_id: form.id }, { form_id: free.id }]
  const on_forms: [promise: string, test: string, more: object, expected: string][] = [
    ['a chosen answer', 'form any_of', { ...chosen, form_ref_ids: [yes, perhaps] }, 'Ada'],
    ['no such choice', 'form none_of', { ...chosen, form_ref_ids: [yes] }, 'Bea Cleo'],
    ['all of the choices', 'form all_of', { ...chosen, form_ref_ids: [yes, no] }, ''],
    ['having answered', 'form ext', chosen, 'Ada Bea'],
    ['not having answered', 'form not_ext', { form_id: since.id }, 'Bea Cleo'],
    ['a text answer', 'custom_fields eql', { ...text, value: 'demenage a nimes' }, 'Ada'],
    ['a text answer, exactly', 'custom_fields eql:strictdata', { ...text, value: 'demenage a nimes' }, ''],
    ['a part of a text answer', 'custom_fields contains', { ...text, value: 'NIMES' }, 'Ada'],
    ['a part of a long text answer', 'custom_fields contains', { ...text, value: 'needle' }, 'Bea'],
    ['the beginning of a text answer', 'custom_fields start_with', { ...text, value: 'dém' }, 'Ada'],
    ['numbers as numbers', 'custom_fields gte', { form_id: size.id, value: 4 }, 'Ada'],
    ['ranges of numbers', 'custom_fields range', { form_id: size.id, from: 2.5, to: 12.5 }, 'Ada Bea'],
    ['strings as numbers', 'custom_fields range', { form_id: `${size.id}`, from: '10', to: '12.5' }, 'Ada'],
    ['ids as strings', 'form ext', { form_id: `${form.id}`, form_ref_ids: [`${yes}`] }, 'Ada'],
    ['dates as dates', 'custom_fields range', { form_id: since.id, from: '2024-01-01', to: '2024-12-31' }, 'Ada'],
  ]
  for (const [promise, words, more, expected] of on_forms)
    test(`finds ${promise} to a form: ${words}`, async () => {
      const [attr, ope] = words.split(' ')
      assert.equal(await find({ attr, ope, ...more }), expected)
    })

  test('knows a field of the address as address.city, too, under each of its names, to search and to sort by', async () => {
    const by = { attr: 'id', ope: 'any_of', value: [ada.id, bea.id] }
    const sorted = async (sort_attr: string) => [
      await find(by, { sort_attr }),
      await find(by, { sort_attr, sort_asc: false }),
    ]
    for (const [part, value] of Object.entries({ city: 'lyon', postalcode: '69001', housenumber: '12', floor: '2' })) {
      assert.equal(await find({ attr: `address.${part}`, ope: 'eql', value }), 'Ada')
      const plainly = await sorted(part)
      assert.deepEqual(await sorted(`address.${part}`), plainly)
      assert.notEqual(plainly[0], plainly[1])
    }
  })

  test('is paged by a field of the address under that name, which saved filters, KPIs and exports know', async () => {
    const sorted = { sort_attr: 'address.city', per_page: 1 }
    const first = await searched(undefined, sorted)
    const second = await searched(undefined, { ...sorted, cursor: first.next_cursor })
    assert.deepEqual([first.contacts[0].surname, second.contacts[0].surname], ['Cleo', 'Ada'])
    const query = queryOf({ attr: 'address.city', ope: 'eql:strictdata', value: 'Lyon' })
    const filter = { name: 'Lyon', query, sort_attr: 'address.city' }
    const saved = await app.as(cast.admin).post('/v1/saved_filters', filter)
    assert.deepEqual([saved.status, saved.body.data.query, saved.body.data.sort_attr], [200, query, 'address.city'])
    assert.equal((await app.as(cast.admin).post('/kpi', { advanced_search: { query } })).body.data.total, 1)
    const options = { reason: 'a test', query, columns: ['surname'], include_do_not_contact: true }
    assert.equal((await app.as(cast.superadmin).post('/v1/exports/contacts.csv', options)).text.trim(), 'surname\nAda')
  })

  test('sorts by mail without case', async () => {
    const by_mail = { attr: 'id', ope: 'ext' }
    assert.equal(await find(by_mail, { sort_attr: 'mail' }), 'Ada Cleo Bea')
    assert.equal(await find(by_mail, { sort_attr: 'mail', sort_asc: false }), 'Bea Cleo Ada')
  })

  test('by tags and answers is refused to a user without the permission, who is shown none', async () => {
    for (const one of [
      { attr: 'tags', ope: 'eql', value: 'elu' },
      { attr: 'form', ope: 'not_ext', form_id: form.id },
    ])
      for (const path of ['/search', '/kpi']) {
        const refused = await app.as(cast.manager).post(path, { advanced_search: { query: queryOf(one) } })
        assert.deepEqual(refusal(refused), [403, 'forbidden'])
      }
    const { body } = await app.as(cast.manager).post('/search', { advanced_search: {} })
    assert.equal(body.data.contacts.length, 3)
    assert.ok(body.data.contacts.every((contact: any) => contact.tags.length === 0 && contact.formdatas.length === 0))
  })

  test('that shows tags and answers is audited, without its values', async () => {
    await searched(queryOf({ attr: 'surname', ope: 'eql', value: 'ada' }))
    const [entry] = await app.owner`
      select * from audit_log where kind = 'contacts.searched' and group_id = ${cast.admin.space} order by id desc limit 1`
    assert.equal(entry?.user_id, cast.admin.id)
    const { by, contacts } = entry?.details as { by: string[]; contacts: number[] }
    assert.deepEqual([by, contacts.length], [['surname'], 1])
    assert.doesNotMatch(JSON.stringify(entry), /\bada\b/i)
  })
})
