import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sendConcurrently } from '../../test/concurrency.ts'
import { aContact } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUser, aUserPerRole } from '../../test/people.ts'
import { reindexContacts } from '../../test/search_index.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const other_space_user = await aUser(app, await aSpace(app), { role: 'superadmin' })

const upsert = (data: unknown) =>
  app.as(cast.admin).send('POST', '/contacts/upsert', { body: JSON.stringify({ kind: 'contact', data }) })
const receiptOf = async (receipt: string) => (await app.as(cast.admin).get(`/contacts/upsert/${receipt}`)).body.data
const outcome = async (data: unknown) => {
  const { body, text } = await upsert(data)
  assert.ok(body.data?.receipt, text)
  return receiptOf(body.data.receipt)
}
const meets = async (contact: object, data: object) => {
  const { id } = await aContact(app, cast.admin, contact)
  const told = await outcome(data)
  return told.contact_id === id ? told.state : `${told.state} another`
}
const born = (year: number) => `${year}-03-04T00:00:00.000Z`

describe('matching', () => {
  test('by id, whatever else is sent', async () => {
    const [one, two] = [await aContact(app, cast.admin), await aContact(app, cast.admin, { mail: 'id@example.org' })]
    assert.deepEqual((await outcome({ id: one.id, mail: 'id@example.org' })).contact_id, one.id)
    assert.notEqual(one.id, two.id)
  })

  test('an id that is unknown, deleted or of another space is refused alike, and no contact is created', async () => {
    const [gone, foreign] = [await aContact(app, cast.admin), await aContact(app, other_space_user)]
    await app.as(cast.admin).delete(`/contacts/${gone.id}`)
    for (const id of [9_999_999, gone.id, foreign.id]) {
      const told = await outcome({ id, surname: 'Nobody' })
      const seen = [told.state, told.contact_id, told.reasons]
      assert.deepEqual(seen, ['refused', null, [`There is no contact ${id} in your space.`]])
    }
  })

  test('or else by mail in any case, without deleted contacts', async () => {
    assert.equal(await meets({ mail: 'Mail@Example.org' }, { mail: 'mAIL@example.ORG', surname: 'X' }), 'updated')
    const gone = await aContact(app, cast.admin, { mail: 'gone@example.org' })
    await app.as(cast.admin).delete(`/contacts/${gone.id}`)
    assert.equal((await outcome({ mail: 'gone@example.org' })).state, 'created')
  })

  test('a mail of another space matches no contact', async () => {
    await aContact(app, other_space_user, { mail: 'there@example.org' })
    assert.equal((await outcome({ mail: 'there@example.org' })).state, 'created')
  })

  test('by the mail of a merged contact, until the merge is undone; its id names the survivor', async () => {
    const survivor = await aContact(app, cast.admin, { surname: 'Kept', mail: 'kept@example.org' })
    const gone = await aContact(app, cast.admin, { surname: 'Gone', mail: 'Once@Example.org' })
    const merge = await app.as(cast.admin).post(`/contacts/${survivor.id}/merge`, { contact_id: gone.id })
    const told = await outcome({ mail: 'once@example.org', nationality: 'FR' })
    assert.deepEqual([told.state, told.contact_id], ['updated', survivor.id])
    const { reasons } = await outcome({ id: gone.id, nationality: 'BE' })
    assert.deepEqual(reasons, [`Contact ${gone.id} was merged into contact ${survivor.id}; send that id.`])
    const { body } = await app.as(cast.admin).get(`/v1/contacts/${survivor.id}`)
    assert.deepEqual([body.mail, body.nationality], ['kept@example.org', 'FR'])
    await app.as(cast.admin).post(`/v1/merges/${merge.body.data.id}/undo`)
    assert.equal((await outcome({ mail: 'once@example.org' })).contact_id, gone.id)
  })

  describe('matching by external ID', () => {
    const numbered = async (data: object) => {
      const sent = JSON.stringify({ kind: 'contact', by: 'external_id', data })
      const { body } = await app.as(cast.admin).send('POST', '/contacts/upsert', { body: sent })
      return receiptOf(body.data.receipt)
    }

    test('finds the contact that has it, or the survivor of one that had it; only on request', async () => {
      const survivor = await aContact(app, cast.admin, { external_id: 'n 1' })
      const gone = await aContact(app, cast.admin, { external_id: 'n 2' })
      assert.equal((await numbered({ external_id: 'n 2', mail: 'n2@example.org' })).contact_id, gone.id)
      await app.as(cast.admin).post(`/contacts/${survivor.id}/merge`, { contact_id: gone.id })
      const told = await numbered({ external_id: 'n 2', nationality: 'FR' })
      assert.deepEqual([told.state, told.contact_id], ['updated', survivor.id])
      const { body } = await app.as(cast.admin).get(`/v1/contacts/${survivor.id}`)
      assert.deepEqual([body.external_id, body.nationality], ['n 1', 'FR'])
      assert.equal((await outcome({ external_id: 'n 1' })).state, 'created')
    })

    test('two matches are ambiguous, one of another space is ignored, and without one the rest decides', async () => {
      for (const _ of [1, 2]) await aContact(app, cast.admin, { external_id: 'n 3' })
      assert.match((await numbered({ external_id: 'n 3' })).reasons[0], /^Several contacts fit/)
      await aContact(app, other_space_user, { external_id: 'n 4' })
      assert.equal((await numbered({ external_id: 'n 4' })).state, 'created')
      const { id } = await aContact(app, cast.admin, { mail: 'n5@example.org' })
      assert.equal((await numbered({ mail: 'n5@example.org' })).contact_id, id)
    })

    test('any other key than external_id is refused', async () => {
      const body = JSON.stringify({ kind: 'contact', by: 'surname', data: { surname: 'X' } })
      assert.equal((await app.as(cast.admin).send('POST', '/contacts/upsert', { body })).status, 422)
    })
  })

  test('contacts who share a mail are distinguished by name, or else the upsert is refused', async () => {
    const mail = 'family@example.org'
    const ann = await aContact(app, cast.admin, { mail, firstname: 'Ann', surname: 'Shared' })
    const bob = await aContact(app, cast.admin, { mail, firstname: 'Bob', surname: 'Shared' })
    assert.equal((await outcome({ mail, firstname: 'bob', surname: 'SHARED' })).contact_id, bob.id)
    const unclear = await outcome({ mail })
    assert.equal(unclear.state, 'refused')
    assert.match(unclear.reasons[0], new RegExp(`${ann.id}, ${bob.id}`))
  })

  const [in_brest, in_nantes, in_tours] = ['Brest', 'Nantes', 'Tours'].map(city => ({ address: { city } }))
  const lyons = (postal_code: string) => ({ address: { city: 'Lyons', postal_code } })
  const [old, young] = [
    { birthdate: born(1971), mail: 'old1971@example.org' },
    { birthdate: born(1971), mail: 'new1971@example.org' },
  ]
  for (const [story, contact, data, state] of [
    ['name and birthdate', { birthdate: born(1970) }, { birthdate: '1970-03-04' }, 'updated'],
    ['name and birthdate, with a new mail', old, young, 'updated'],
    ['another birthdate is another contact', { birthdate: born(1972) }, { birthdate: born(1973) }, 'created another'],
    ['a name alone is not enough', {}, {}, 'created another'],
    ['name and town', { address: { city: 'Montréal' } }, { address: { city: 'montreal' } }, 'updated'],
    ['name and postal code', { address: { postal_code: '69004' } }, { address: { postalcode: '69004' } }, 'updated'],
    ['the same town with another postal code is another place', lyons('1'), lyons('2'), 'created another'],
    [
      'place does not outweigh another birthdate',
      { birthdate: born(1974), ...in_brest },
      { birthdate: born(1975), ...in_brest },
      'created another',
    ],
    [
      'place does not outweigh another mail',
      { mail: 'a.nantes@example.org', ...in_nantes },
      { mail: 'b.nantes@example.org', ...in_nantes },
      'created another',
    ],
    ['place counts without a mail', { ...in_tours }, { mail: 'tours@example.org', ...in_tours }, 'updated'],
  ] as const)
    test(`or else by name: ${story}`, async () => {
      const name = { firstname: 'Élodie', surname: `Dupré ${story}` }
      assert.equal(await meets({ ...name, ...contact }, { ...name, ...data }), state)
    })

  test('or else by name without case and accents', async () => {
    const birthdate = born(1976)
    const told = await meets(
      { firstname: 'Élodie', surname: 'Dupré', birthdate },
      { firstname: 'ELODIE', surname: 'DUPRE', birthdate },
    )
    assert.equal(told, 'updated')
  })

  test('two contacts of the same name in the same place are ambiguous, and refused', async () => {
    const twin = { firstname: 'Twin', surname: 'Same', address: { city: 'Metz' } }
    const ids = [(await aContact(app, cast.admin, twin)).id, (await aContact(app, cast.admin, twin)).id]
    const told = await outcome(twin)
    assert.equal(told.state, 'refused')
    assert.match(told.reasons[0], new RegExp(ids.join(', ')))
  })
})

describe('concurrent upserts of the same new contact', () => {
  const people: [string, object[]][] = [
    ['by mail', [{ mail: 'together@example.org', tags: [{ name: 'a' }] }, { mail: 'TOGETHER@example.org' }]],
    ['by name and birthdate', [{ firstname: 'T', surname: 'Ogether', birthdate: born(1980) }]],
    [
      'by name and place',
      [
        { firstname: 'Ù', surname: 'Ogether', address: { city: 'Pau' } },
        { firstname: 'u', surname: 'OGETHER', address: { city: 'PAU' } },
      ],
    ],
    [
      'once with a mail and once without',
      [
        { mail: 'mixed@example.org', firstname: 'M', surname: 'Ixed', birthdate: born(1981) },
        { firstname: 'M', surname: 'Ixed', birthdate: born(1981) },
      ],
    ],
  ]
  for (const [story, sent] of people)
    test(`${story}: one contact`, async () => {
      const before = await app.owner`select count(*) from contacts`
      const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => upsert(sent[index % sent.length])))
      assert.ok(answers.every(({ status }) => status === 202))
      const after = await app.owner`select count(*) from contacts`
      assert.equal(after[0]!.count - before[0]!.count, 1)
      const ids = await Promise.all(answers.map(({ body }) => receiptOf(body.data.receipt)))
      assert.equal(new Set(ids.map(({ contact_id }) => contact_id)).size, 1)
      assert.equal(ids.filter(({ state }) => state === 'created').length, 1)
    })

  test('wait for each other', async () => {
    const data = { mail: 'wait@example.org', surname: 'Wait', firstname: 'W' }
    await upsert(data)
    await app.owner`delete from upsert_receipts where group_id = ${space}`
    await app.owner`update contacts set deleted_at = now() where group_id = ${space} and mail = ${data.mail}`
    await reindexContacts(app.owner, space)
    const answers = await sendConcurrently(
      app,
      sql => sql`select from contact_locks where group_id = ${space} for update`,
      [1, 2, 3, 4].map(() => () => upsert(data)),
    )
    assert.ok(answers.every(({ status }) => status === 202))
    const [row] =
      await app.owner`select count(*) from contacts where group_id = ${space} and mail = ${data.mail} and deleted_at is null`
    assert.equal(row!.count, 1)
  })
})
