import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { aContactId } from '../../test/money.ts'
import { aSpace, aUser, invalidAt, type Person, refusal } from '../../test/people.ts'
import { reindexContacts } from '../../test/search_index.ts'
import { valuesOf } from '../../test/values.ts'

const app = await startTestApp()

async function aManager() {
  return aUser(app, await aSpace(app), { role: 'manager' })
}
const list = async (who: Person, query = '') => (await app.as(who).get(`/v1/duplicates${query}`)).body
const idsOf = (groups: any[]) => groups.map(({ contacts }) => contacts.map(({ id }: { id: number }) => id))
const of = async (who: Person, id: number) => (await app.as(who).get(`/contacts/${id}/duplicates`)).body.data
const markNotDuplicates = (who: Person, ...contact_ids: number[]) =>
  app.as(who).post('/v1/duplicates/not_duplicates', { contact_ids })

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

  const mobile = '+33612345678'
  for (const [about, one, other, strength, differences] of [
    [
      'a couple with one telephone',
      { firstname: 'Jean', phone: '+33155555555', gender: 'M', birthdate: '1960-01-01' },
      { firstname: 'Marie', phone: '+33155555555', gender: 'F', birthdate: '1963-05-05' },
      'possible',
      ['firstname', 'gender', 'birthdate'],
    ],
    [
      'a father and a son of one name with one mobile',
      { firstname: 'Jean', mobile, birthdate: '1960-01-01' },
      { firstname: 'Jean', mobile, birthdate: '1990-01-01' },
      ...(['possible', ['birthdate']] as const),
    ],
    [
      'sisters with one mail address',
      { firstname: 'Eve', mail: 'us@example.org' },
      { firstname: 'Ann', mail: 'us@example.org' },
      ...(['possible', ['firstname']] as const),
    ],
    [
      'one name and birthdate, two genders',
      { firstname: 'Dominique', birthdate: '1960-01-01', gender: 'M' },
      { firstname: 'Dominique', birthdate: '1960-01-01', gender: 'F' },
      ...(['likely', ['gender']] as const),
    ],
    ['a first name and its first letter', { firstname: 'J', mobile }, { firstname: 'Jean', mobile }, 'likely', []],
    [
      'one name and mobile, a birthdate only once',
      { firstname: 'Jean', mobile, birthdate: '1960-01-01' },
      { firstname: 'Jean', mobile },
      ...(['strong', []] as const),
    ],
  ] as const)
    test(`are certain only if nothing differs: ${about}`, async () => {
      const who = await aManager()
      const a = await aContactId(app, who, { surname: 'Petit', ...one })
      const b = await aContactId(app, who, { surname: 'Petit', ...other })
      const [group] = (await list(who)).data
      assert.deepEqual([group.strength, group.differences], [strength, differences])
      for (const id of [a, b]) {
        const [candidate] = await of(who, id)
        assert.deepEqual([candidate.strength, candidate.differences], [strength, differences])
      }
    })

  test('are not listed if names and gender or birthdate differ, whatever number they share', async () => {
    const who = await aManager()
    const number = { mobile: '+33612345678', phone: '+33155555555' }
    const a = await aContactId(app, who, { ...number, firstname: 'Jean', surname: 'Petit', gender: 'M' })
    await aContactId(app, who, { ...number, firstname: 'Lea', surname: 'Grand', gender: 'F' })
    assert.deepEqual([(await list(who)).data, await of(who, a)], [[], []])
  })

  test('of a group are as certain as the two that are least alike', async () => {
    const who = await aManager()
    const same = { firstname: 'Jo', surname: 'Petit', mail: 'jo@example.org' }
    await aContactId(app, who, same)
    const [b, c] = [await aContactId(app, who, same), await aContactId(app, who, { ...same, firstname: 'Al' })]
    assert.equal((await list(who)).data[0].strength, 'possible')
    await app.as(who).delete(`/contacts/${c}`)
    assert.equal((await list(who)).data[0].strength, 'strong')
    assert.equal((await of(who, b))[0].strength, 'strong')
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
    await app.as(who).post(`/contacts/${a}/merge`, { contact_id: b })
    assert.deepEqual([(await list(who)).data, await of(who, a)], [[], []])
  })

  test('whose merge was undone are marked as distinct', async () => {
    const who = await aManager()
    const same = { firstname: 'Jo', surname: 'Again', mail: 'again@example.org' }
    const [a, b] = [await aContactId(app, who, same), await aContactId(app, who, same)]
    const { id } = (await app.as(who).post(`/contacts/${a}/merge`, { contact_id: b })).body.data
    await app.as(who).post(`/v1/merges/${id}/undo`)
    assert.deepEqual(await of(who, a), [])
  })
})

describe('refusals', () => {
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
