import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aContact } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, payment } from '../../test/money.ts'
import { carryOut } from '../../test/notes.ts'
import { aSpace, aUser, aUserPerRole, invalidAt, type Person, refusal } from '../../test/people.ts'
import { reindexContacts } from '../../test/search_index.ts'
import { valuesOf } from '../../test/values.ts'
import { areStrangers, compareGroup, differencesOf, strengthOf } from './comparison.ts'

const app = await startTestApp()

async function aManager() {
  return aUser(app, await aSpace(app), { role: 'manager' })
}
const list = async (who: Person, query = '') => (await app.as(who).get(`/v1/duplicates${query}`)).body
const idsOf = (groups: any[]) => groups.map(({ contacts }) => contacts.map(({ id }: { id: number }) => id))
const of = async (who: Person, id: number) => (await app.as(who).get(`/contacts/${id}/duplicates`)).body.data
const markNotDuplicates = (who: Person, ...contact_ids: number[]) =>
  app.as(who).post('/v1/duplicates/not_duplicates', { contact_ids })

const { superadmin, admin, manager } = await aUserPerRole(app, await aSpace(app, 'Space', 'fr'))

describe('duplicates', () => {
  test('are found by every reason, the surest first, without case and accents', async () => {
    const who = await aManager()
    const make = (contact: Record<string, unknown>) => aContactId(app, who, { firstname: '', ...contact })
    const name = { firstname: 'Hélène', surname: 'Dupont' }
    const plain = { firstname: 'helene', surname: 'DUPONT' }
    const born = [await make({ ...name, birthdate: '1980-02-03' }), await make({ ...plain, birthdate: '1980-02-03' })]
    const mail = [
      await make({ surname: 'A', mail: 'Same@example.org', black_list: true }),
      await make({ surname: 'B', mail: 'same@example.org' }),
    ]
    const mobile = [
      await make({ firstname: 'Max', surname: 'Cell', mobile: '06 12 34 56 78', address: { country: 'FR' } }),
      await make({ firstname: 'Max', surname: 'Cell', mobile: '+33612345678' }),
    ]
    const place = { street: 'Rue de la Paix', house_number: '2', city: 'Évry' }
    const address = [
      await make({ ...name, surname: 'Place', address: place }),
      await make({ ...plain, surname: 'Place', address: { ...place, city: 'Evry' } }),
    ]
    const phone = [
      await make({ surname: 'Home', phone: '+33155555555' }),
      await make({ surname: 'House', phone: '+33 1 55 55 55 55' }),
    ]
    await make({ ...name, birthdate: '1981-02-03' })
    const { data, next_cursor } = await list(who)
    assert.deepEqual(valuesOf(data, 'reason', 'strength'), [
      ['birthdate', 'strong'],
      ['mail', 'likely'],
      ['mobile', 'strong'],
      ['address', 'likely'],
      ['phone', 'possible'],
    ])
    assert.deepEqual(idsOf(data), [born, mail, mobile, address, phone])
    assert.deepEqual(valuesOf(data[1].contacts, 'black_list'), [true, false])
    assert.equal(next_cursor, null)
    assert.deepEqual(idsOf((await list(who, '?reason=mail')).data), [mail])
  })

  test('are as certain in the list as for each of the two', async () => {
    const who = await aManager()
    const phone = '+33155555555'
    const husband = { surname: 'Petit', phone, firstname: 'Jean', gender: 'M', birthdate: '1960-01-01' }
    const wife = { surname: 'Petit', phone, firstname: 'Marie', gender: 'F', birthdate: '1963-05-05' }
    const ids = [await aContactId(app, who, husband), await aContactId(app, who, wife)]
    const certainty = ({ strength, differences }: any) => [strength, differences]
    const expected = ['possible', ['firstname', 'gender', 'birthdate']]
    assert.deepEqual((await list(who)).data.map(certainty), [expected])
    for (const id of ids) assert.deepEqual((await of(who, id)).map(certainty), [expected])
  })

  test('are not listed if names and gender or birthdate differ, whatever number they share', async () => {
    const who = await aManager()
    const number = { mobile: '+33612345678', phone: '+33155555555' }
    const a = await aContactId(app, who, { ...number, firstname: 'Jean', surname: 'Petit', gender: 'M' })
    await aContactId(app, who, { ...number, firstname: 'Lea', surname: 'Grand', gender: 'F' })
    assert.deepEqual([(await list(who)).data, await of(who, a)], [[], []])
  })

  test('are also found by the address of a merged contact, while it is merged', async () => {
    const who = await aManager()
    const survivor = await aContactId(app, who, { firstname: 'Ann', surname: 'A', mail: 'a@example.org' })
    const gone = await aContactId(app, who, { surname: 'B', mail: 'B@example.org' })
    const { body } = await app.as(who).post(`/contacts/${survivor}/merge`, { contact_id: gone })
    assert.deepEqual((await list(who)).data, [])
    const late = await aContactId(app, who, { firstname: 'Ann', surname: 'A', mail: 'b@example.org' })
    for (const query of ['', '?reason=mail']) {
      const { data } = await list(who, query)
      assert.deepEqual(idsOf(data), [[survivor, late]])
      assert.deepEqual([data[0].reason, data[0].strength], ['mail', 'strong'])
    }
    assert.deepEqual((await list(who, '?reason=mobile')).data, [])
    for (const [one, other] of [
      [survivor, late],
      [late, survivor],
    ] as const)
      assert.deepEqual(
        (await of(who, one)).map(({ contact, reasons }: any) => [contact.id, reasons]),
        [[other, ['mail']]],
      )
    await app.as(who).post(`/v1/merges/${body.data.id}/undo`)
    assert.deepEqual(idsOf((await list(who)).data), [[gone, late]])
    assert.deepEqual(await of(who, survivor), [])
  })

  test('are paged, each group once', async () => {
    const who = await aManager()
    for (let index = 0; index < 7; index++) {
      await aContactId(app, who, { surname: `N${index}`, mail: `${index}@example.org` })
      await aContactId(app, who, { surname: `N${index}`, mail: `${index}@example.org`, mobile: `+3361234567${index}` })
      await aContactId(app, who, { surname: `M${index}`, mobile: `+3361234567${index}` })
    }
    const groups: any[] = []
    let cursor = ''
    for (let pages = 0; pages < 10; pages++) {
      const { data, next_cursor } = await list(who, `?limit=3${cursor && `&cursor=${cursor}`}`)
      groups.push(...data)
      if (next_cursor === null) break
      cursor = next_cursor
    }
    assert.equal(groups.length, 14)
    assert.equal(new Set(groups.map(({ reason, contacts }) => `${reason} ${contacts[0].id}`)).size, 14)
    assert.ok(!Buffer.from(cursor, 'base64url').toString().includes('@'), 'no personal data in an address')
  })

  test('show part of a large group, with its size', async () => {
    const who = await aManager()
    for (let index = 0; index < 23; index++)
      await aContactId(app, who, { surname: `${index}`, mail: 'office@example.org' })
    const [group] = (await list(who)).data
    assert.deepEqual([group.count, group.contacts.length], [23, 20])
  })

  test('are not proposed after they are marked as distinct, pair by pair, until that is undone', async () => {
    const who = await aManager()
    const same = { firstname: 'Jo', surname: 'Twin', mail: 'twins@example.org' }
    const a = await aContactId(app, who, same)
    const b = await aContactId(app, who, same)
    const c = await aContactId(app, who, same)
    assert.equal((await markNotDuplicates(who, b, a)).body.data.pairs, 1)
    const [group] = (await list(who)).data
    assert.deepEqual(group.not_duplicates, [[a, b]])
    const seen = (await of(who, a)).map(({ contact }: any) => contact.id)
    assert.deepEqual(seen, [c])
    assert.equal((await markNotDuplicates(who, a, b, c)).body.data.pairs, 3)
    assert.deepEqual((await list(who)).data, [])
    assert.deepEqual(await of(who, a), [])
    assert.equal((await app.as(who).delete(`/v1/duplicates/not_duplicates/${c}/${a}`)).status, 200)
    assert.equal((await app.as(who).delete(`/v1/duplicates/not_duplicates/${c}/${a}`)).status, 404)
    assert.equal((await list(who)).data.length, 1)
  })

  test('of one contact are listed with every reason', async () => {
    const who = await aManager()
    const same = { firstname: 'Jo', surname: 'One', mail: 'jo@example.org', birthdate: '1990-01-01' }
    const [a, b] = [await aContactId(app, who, same), await aContactId(app, who, same)]
    const other = await aContactId(app, who, { firstname: 'Jo', surname: 'Two', mail: 'JO@example.org' })
    assert.deepEqual(
      (await of(who, a)).map(({ contact, reasons, strength }: any) => [contact.id, reasons, strength]),
      [
        [b, ['birthdate', 'mail'], 'strong'],
        [other, ['mail'], 'likely'],
      ],
    )
  })

  test('do not include deleted, merged, restricted or empty contacts, or those of another space', async () => {
    const [who, other_space_user] = [await aManager(), await aManager()]
    const same = { firstname: 'Jo', surname: 'Two', mail: 'jo@example.org' }
    const [a, b] = [await aContactId(app, who, same), await aContactId(app, who, same)]
    await aContactId(app, other_space_user, same)
    await aContactId(app, who, { surname: '' })
    await aContactId(app, who, { surname: '' })
    assert.deepEqual(idsOf((await list(who)).data), [[a, b]])
    assert.deepEqual((await list(other_space_user)).data, [])
    await app.owner`update contacts set restricted_at = now() where id = ${b}`
    await reindexContacts(app.owner, who.space)
    assert.deepEqual([(await list(who)).data, await of(who, a)], [[], []])
    await app.owner`update contacts set restricted_at = null where id = ${b}`
    await reindexContacts(app.owner, who.space)
    const { id } = (await app.as(who).post(`/contacts/${a}/merge`, { contact_id: b })).body.data
    assert.deepEqual([(await list(who)).data, await of(who, a)], [[], []])
    await app.as(who).post(`/v1/merges/${id}/undo`)
    assert.deepEqual(await of(who, a), [], 'those whose merge was undone are distinct')
  })
})

describe('marking as distinct', () => {
  test('invalid input and contacts of another space are refused', async () => {
    const [who, other_space_user] = [await aManager(), await aManager()]
    const [a, foreign] = [await aContactId(app, who), await aContactId(app, other_space_user)]
    const wrong = invalidAt('body.data.contact_ids')
    assert.deepEqual(refusal(await markNotDuplicates(who, a, foreign)), wrong)
    assert.deepEqual(refusal(await markNotDuplicates(who, a, a)), wrong)
    assert.deepEqual(refusal(await markNotDuplicates(who, a)), wrong)
    assert.equal((await app.as(who).get(`/contacts/${foreign}/duplicates`)).status, 404)
    const forged = Buffer.from('["luck",1]').toString('base64url')
    for (const query of ['limit=0', 'reason=luck', 'cursor=x', `cursor=${forged}`])
      assert.equal((await app.as(who).get(`/v1/duplicates?${query}`)).status, 422, query)
  })
})

type Compared = Parameters<typeof strengthOf>[1]
let made = 0
const aPerson = (wish: Partial<Compared> = {}) =>
  ({ id: ++made, surname_key: 'petit', firstname_key: 'jean', gender: '', birthdate: null, ...wish }) as Compared

const cases: [string, Parameters<typeof strengthOf>[0], Partial<Compared>, Partial<Compared>, string, string[]][] = [
  ['one name and mobile, a birthdate only once', ['mobile'], { birthdate: '1960' }, {}, 'strong', []],
  ['one name and mail address', ['mail'], {}, {}, 'strong', []],
  ['one name and address', ['address'], {}, {}, 'likely', []],
  ['one name and landline', ['phone'], {}, {}, 'likely', []],
  ['one name and landline, and one mobile', ['phone', 'mobile'], {}, {}, 'strong', []],
  ['a first name and its first letter', ['mobile'], { firstname_key: 'j' }, {}, 'likely', []],
  ['a first name only once', ['phone'], { firstname_key: '' }, {}, 'possible', []],
  ['two surnames with one mail address', ['mail'], { surname_key: 'grand' }, {}, 'likely', ['surname']],
  ['two surnames with one mobile', ['mobile'], { surname_key: 'grand' }, {}, 'possible', ['surname']],
  ['father and son', ['mobile'], { birthdate: '1960' }, { birthdate: '1990' }, 'possible', ['birthdate']],
  ['sisters', ['mail'], { firstname_key: 'eve' }, { firstname_key: 'ann' }, 'possible', ['firstname']],
  ['two genders with one birthdate', ['birthdate'], { gender: 'M' }, { gender: 'F' }, 'likely', ['gender']],
]
describe('two contacts are certain to be one person only if nothing differs:', () => {
  for (const [what, reasons, a, b, strength, differences] of cases)
    test(what, () => {
      const [one, other] = [aPerson(a), aPerson(b)]
      for (const pair of [[one, other] as const, [other, one] as const])
        assert.deepEqual([strengthOf(reasons, ...pair), differencesOf(...pair)], [strength, differences])
    })
})

test('a group is as certain as the two that are least alike, except pairs known to be different', () => {
  const [one, two, son] = [aPerson(), aPerson(), aPerson({ firstname_key: 'al' })]
  assert.deepEqual(compareGroup('mail', [one, two, son], []), { strength: 'possible', differences: ['firstname'] })
  const known: [number, number][] = [
    [one.id, son.id],
    [two.id, son.id],
  ]
  assert.deepEqual(compareGroup('mail', [one, two, son], known), { strength: 'strong', differences: [] })
})

test('people whose whole names and gender or birthdate differ are strangers', () => {
  const [one, other] = [aPerson({ gender: 'M' }), aPerson({ surname_key: 'grand', firstname_key: 'lea', gender: 'F' })]
  assert.equal(areStrangers(one, other), true)
  assert.equal(compareGroup('mobile', [one, other], []), undefined)
  assert.equal(areStrangers(one, { ...other, gender: '' }), false)
  assert.equal(areStrangers(one, { ...other, firstname_key: 'j' }), false)
})

const ask = (person: object, who: Person = admin) => app.as(who).post('/v1/similar_contacts', person)

async function similar(person: object, who: Person = admin) {
  const { status, body, text } = await ask(person, who)
  assert.equal(status, 200, text)
  return body.data.map(({ contact, reasons, strength }: any) => [contact.id, reasons, strength])
}

describe('contacts that may be a person who is about to be created', () => {
  test('are found by name, mail address and number, the most likely first', async () => {
    const names = { firstname: 'Zoé', surname: 'Trésorière' }
    const { id: namesake } = await aContact(app, admin, names)
    const { id: same } = await aContact(app, admin, { ...names, mail: 'zoe@example.org', mobile: '0612345678' })
    const { id: family } = await aContact(app, admin, { firstname: 'Max', surname: 'Trésorière', phone: '0612345678' })
    const sent = { firstname: 'zoe', surname: 'TRESORIERE', mail: 'ZOE@example.org', mobile: '+33 6 12 34 56 78' }
    assert.deepEqual(await similar(sent), [
      [same, ['mail', 'mobile', 'name'], 'strong'],
      [namesake, ['name'], 'possible'],
      [family, ['phone'], 'possible'],
    ])
    assert.deepEqual(await similar({ surname: 'Nobody at all' }), [])
    const [{ contact }] = (await ask({ mail: 'zoe@example.org' })).body.data
    assert.deepEqual([contact.id, contact.mail], [same, 'zoe@example.org'])
  })

  test('are asked for with values that can be stored: what creation refuses is refused, and invalid numbers are named', async () => {
    const person = { firstname: 'Zoé', surname: 'Trésorière', mail: 'pasbon' }
    const created = await app.as(admin).post('/contacts', { contact: person })
    assert.deepEqual(refusal(created), invalidAt('body.data.contact.mail'))
    assert.deepEqual(refusal(await ask(person)), invalidAt('body.data.mail'))
    const invalid = async (sent: object) => (await ask({ surname: 'Trésorière', ...sent })).body.invalid_numbers
    assert.deepEqual(await invalid({ mobile: '12', phone: 'none' }), ['mobile', 'phone'])
    assert.deepEqual(await invalid({ mobile: '06 12 34 56 78', phone: ' ' }), [])
  })

  test('are at most five', async () => {
    for (let n = 0; n < 7; n++) await aContact(app, admin, { firstname: 'Jean', surname: 'Martin' })
    assert.equal((await similar({ firstname: 'Jean', surname: 'Martin' })).length, 5)
  })

  test('are told apart by their last payment, for those who may see payments', async () => {
    const { id } = await aContact(app, admin, { firstname: 'Paula', surname: 'Payer' })
    for (const [date, amount] of [
      ['2026-02-01', 500],
      ['2026-03-01', 700],
    ] as const)
      await aBundle(app, admin, {
        transactions: [payment(id, { date, amount })],
        donations: [payment(id, { date, amount })],
      })
    const name = { firstname: 'Paula', surname: 'Payer' }
    const [{ last_payment }] = (await ask(name)).body.data
    assert.deepEqual([last_payment.date.slice(0, 10), last_payment.amount], ['2026-03-01', 700])
    assert.equal((await ask(name, manager)).body.data[0].last_payment, null)
  })

  test('are not those who are deleted or restricted, or of another space', async () => {
    const person = { firstname: 'Hidden', surname: 'Person', mail: 'hidden@example.org' }
    const { id } = await aContact(app, admin, person)
    const stranger = await aUser(app, await aSpace(app), { role: 'admin' })
    assert.deepEqual(await similar(person, stranger), [])
    await carryOut(app, superadmin, 'restriction', id)
    assert.deepEqual(await similar(person, superadmin), [])
    const { id: deleted } = await aContact(app, admin, { surname: 'Deleted' })
    await app.as(admin).delete(`/contacts/${deleted}`)
    assert.deepEqual(await similar({ surname: 'Deleted' }), [])
  })

  test('are refused without anything to compare', async () => {
    assert.deepEqual(refusal(await ask({})), invalidAt('body.data'))
    assert.deepEqual(refusal(await ask({ surname: '  ' })), invalidAt('body.data'))
    assert.deepEqual(refusal(await ask({ surname: 7 })), invalidAt('body.data.surname'))
  })
})
