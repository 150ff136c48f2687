import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Sql } from '../../db/sql.ts'
import { sendConcurrently } from '../../test/concurrency.ts'
import { aContact, aForm, answerTo, patchContact } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, verificationFindings } from '../../test/money.ts'
import { aSpace, aUser, aUserPerRole, invalidAt, refusal } from '../../test/people.ts'
import { valuesOf } from '../../test/values.ts'

const app = await startTestApp()
const space = await aSpace(app)
const holding = (id: number) => (sql: Sql) =>
  sql`select from contacts where group_id = ${space} and id = ${id} for update`
const cast = await aUserPerRole(app, space)
const other_space_user = await aUser(app, await aSpace(app), { role: 'superadmin' })
const custom = await aForm(app, cast.admin, { kind: 'custom_fields', type: 'text' })
const survey = await aForm(app, cast.admin)

const replace = (id: number | string, contact: unknown, headers?: Record<string, string>) =>
  app.as(cast.admin).patch(`/contacts/${id}`, { contact }, headers)
const read = async (id: number) => (await app.as(cast.admin).get(`/v1/contacts/${id}`)).body
const rowOf = async (id: number) => (await app.owner`select * from contacts where id = ${id}`)[0]!
const eventsOf = async (id: number) =>
  valuesOf(
    await app.owner`select kind from events where group_id = ${space} and subject_id = ${id} and kind like 'contact.%' order by id`,
    'kind',
  )

const full = {
  ...{ age_category: 3, birth_city: 'Nîmes', birth_country: 'FR', birthdate: '1948-02-29T00:00:00.000Z' },
  ...{ black_list: true, firstname: 'Élise', surname: 'Dor', married_name: 'Martin', gender: 'F' },
  ...{ mail: 'elise@example.org', mobile: '+33 6 12 34 56 78', phone: '0466000000', nationality: 'French' },
  external_id: 'crm-17',
  address: {
    ...{ house_number: '12', street: 'Rue Haute', city: 'Lyon', country: 'FR', latitude: '45.7' },
    ...{ longitude: '4.8' },
  },
  ...{ tags: [{ name: 'vip' }], custom_fields: [answerTo(custom, undefined, 'blue')] },
  ...{ formdatas: [answerTo(survey, 'yes')] },
}

describe('replacing a contact', () => {
  test('clears fields that are left out, and keeps those that only the server sets', async () => {
    const made = await aContact(app, cast.admin, full)
    const item = { amount: 1, contact_id: made.id }
    await aBundle(app, cast.admin, { transactions: [item], memberships: [item] })
    assert.equal((await rowOf(made.id)).version, 2, 'a membership number counts as a change')
    const { status, body } = await replace(made.id, { surname: 'Alone' })
    assert.equal(status, 200)
    const { contact } = body.data
    const blank = await aContact(app, cast.admin, { surname: 'Alone' })
    const { id, created_at, CreatedAt, updated_at, UpdatedAt, lastchange, ...others } = contact
    const { membership_code, membership_number, ...rest } = others
    assert.deepEqual([id, created_at, CreatedAt], [made.id, made.created_at, made.created_at])
    assert.deepEqual([UpdatedAt, lastchange, membership_code], [updated_at, updated_at, `${membership_number}`])
    assert.ok(membership_number > 0 && updated_at > made.updated_at)
    assert.partialDeepStrictEqual(blank, rest)
    assert.deepEqual(contact, await read(made.id))
  })

  test('every change increments the version, and emits an event', async () => {
    const { id } = await aContact(app, cast.admin, full)
    assert.equal((await rowOf(id)).version, 1)
    await replace(id, { ...full, tags: [] })
    await replace(id, { ...full, tags: [], formdatas: [answerTo(survey, 'no')] })
    await patchContact(app, cast.admin, id, { black_list: false })
    assert.equal((await rowOf(id)).version, 4)
    assert.deepEqual(await eventsOf(id), ['contact.created', 'contact.updated', 'contact.updated', 'contact.updated'])
    await app.as(cast.admin).delete(`/contacts/${id}`)
    assert.equal((await eventsOf(id)).at(-1), 'contact.deleted')
  })

  test('an unchanged answer keeps its id and timestamps; another answer to the same form replaces it', async () => {
    const made = await aContact(app, cast.admin, full)
    const { contact } = (await replace(made.id, { ...full, surname: 'Other' })).body.data
    assert.deepEqual([contact.formdatas, contact.custom_fields], [made.formdatas, made.custom_fields])
    const changed = (await replace(made.id, { ...full, formdatas: [answerTo(survey, 'no')] })).body.data.contact
    assert.equal(changed.formdatas.length, 1)
    const seen = [changed.formdatas[0].id, changed.formdatas[0].CreatedAt]
    assert.deepEqual(seen, [made.formdatas[0].id, made.formdatas[0].CreatedAt])
    assert.notEqual(changed.formdatas[0].form_ref_id, made.formdatas[0].form_ref_id)
  })

  test('a change to either spelling of an address field takes effect', async () => {
    const made = await aContact(app, cast.admin, { address: { house_number: '12', postal_code: '69001' } })
    for (const [part, value] of [
      ['housenumber', '14'],
      ['house_number', '16'],
      ['postalcode', '69002'],
    ] as const) {
      const { address } = (await replace(made.id, { address: { ...(await read(made.id)).address, [part]: value } }))
        .body.data.contact
      assert.equal(address[part], value)
      assert.equal(address.id, made.address.id)
    }
    const { address } = await read(made.id)
    assert.deepEqual([address.house_number, address.housenumber, address.postal_code], ['16', '16', '69002'])
    // Clearing either spelling clears the field.
    await patchContact(app, cast.admin, made.id, { address: { ...address, housenumber: null } })
    assert.equal((await read(made.id)).address.house_number, '')
  })

  test('a contact with another id is refused', async () => {
    const [one, two] = [await aContact(app, cast.admin, full), await aContact(app, cast.admin, { surname: 'Other' })]
    assert.deepEqual(refusal(await replace(two.id, one)), invalidAt('body.data.contact.id'))
    const refused = await patchContact(app, cast.admin, two.id, { id: one.id })
    assert.deepEqual(refusal(refused), invalidAt('body.data.contact.id'))
    assert.deepEqual(await read(two.id), two)
  })

  test('or patching it: invalid input is named and changes nothing; an unknown or foreign contact is a 404', async () => {
    const made = await aContact(app, cast.admin, full)
    const patch = (id: number, contact: unknown) => patchContact(app, cast.admin, id, contact)
    for (const [contact, location] of [
      [null, ''],
      [{ surname: 7 }, '.surname'],
      [{ mail: 'nope' }, '.mail'],
      [{ address: { city: false } }, '.address.city'],
      [{ formdatas: [{ form_id: 1, data: '' }] }, '.formdatas.0.form_ref_id'],
      [{ formdatas: [{ form_id: 9_999_999, form_ref_id: 1, data: '' }] }, '.formdatas.0.form_id'],
    ] as const)
      for (const send of [replace, patch])
        assert.deepEqual(refusal(await send(made.id, contact)), invalidAt(`body.data.contact${location}`))
    const refused = await app.as(other_space_user).patch(`/contacts/${made.id}`, { contact: {} })
    for (const answer of [refused, await replace(9_999_999, {}), await patch(9_999_999, {})])
      assert.deepEqual(refusal(answer), [404, 'not_found'])
    assert.deepEqual(await read(made.id), made)
  })

  test('a merge patch under the key of a replacement is another request', async () => {
    const { id } = await aContact(app, cast.admin)
    const key = { 'idempotency-key': 'replace-once' }
    assert.equal((await replace(id, { surname: 'Once' }, key)).status, 200)
    const refused = await patchContact(app, cast.admin, id, { surname: 'Once' }, key)
    assert.deepEqual(refusal(refused), [422, 'idempotency_key_reused'])
  })
})

describe('concurrent changes', () => {
  test('If-Match accepts the ETag of either read, and refuses an old one', async () => {
    const { id } = await aContact(app, cast.admin)
    for (const path of [`/v1/contacts/${id}`, `/contacts/${id}`]) {
      const etag = (await app.as(cast.admin).get(path)).headers.get('etag')!
      const answer = await replace(id, { surname: path }, { 'if-match': etag })
      assert.equal(answer.status, 200, answer.text)
      assert.deepEqual(refusal(await replace(id, {}, { 'if-match': etag })), [412, 'precondition_failed'])
      const refused = await patchContact(app, cast.admin, id, {}, { 'if-match': etag })
      assert.deepEqual(refusal(refused), [412, 'precondition_failed'])
      const wrong = await app.as(cast.admin).delete(`/contacts/${id}`, { 'if-match': etag })
      assert.deepEqual(refusal(wrong), [412, 'precondition_failed'])
      assert.equal((await app.as(cast.admin).get(`/contacts/${id}`)).headers.get('etag'), answer.headers.get('etag'))
    }
  })

  test('one of four concurrent changes of the same version succeeds, and one of four deletions', async () => {
    const { id } = await aContact(app, cast.admin)
    const etag = (await app.as(cast.admin).get(`/contacts/${id}`)).headers.get('etag')!
    const change = (surname: string) => () => replace(id, { surname }, { 'if-match': etag })
    const changes = await sendConcurrently(app, holding(id), ['a', 'b', 'c', 'd'].map(change))
    assert.deepEqual(changes.map(({ status }) => status).sort(), [200, 412, 412, 412])
    const remove = () => app.as(cast.admin).delete(`/contacts/${id}`)
    const deletions = await sendConcurrently(app, holding(id), [remove, remove, remove, remove])
    assert.deepEqual(deletions.map(({ status }) => status).sort(), [200, 404, 404, 404])
  })

  test('concurrent merge patches of different fields all succeed', async () => {
    const { id } = await aContact(app, cast.admin)
    const patches = [{ surname: 'S' }, { firstname: 'F' }, { address: { city: 'Lyon' } }, { tags: [{ name: 'T' }] }]
    const answers = await sendConcurrently(
      app,
      holding(id),
      patches.map(patch => () => patchContact(app, cast.admin, id, patch)),
    )
    assert.deepEqual(valuesOf(answers, 'status'), [200, 200, 200, 200])
    const { surname, firstname, address, tags } = await read(id)
    assert.deepEqual([surname, firstname, address.city, tags[0].name], ['S', 'F', 'Lyon', 'T'])
  })
})

describe('the name of a contact in payments', () => {
  test('a changed name shows in every payment, and the books still verify', async () => {
    const { id } = await aContact(app, cast.admin, { firstname: 'Marie', surname: 'Sklodowska' })
    const item = { amount: 1, contact_id: id }
    const bundle = await aBundle(app, cast.admin, { transactions: [item], memberships: [item], donations: [item] })
    await patchContact(app, cast.admin, id, { surname: 'Curie "née"' })
    const shown = (await app.as(cast.admin).get(`/v1/transaction_bundles/${bundle.id}`)).body.data
    for (const { contact } of [...shown.memberships, ...shown.donations])
      assert.deepEqual([contact.firstname, contact.surname], ['Marie', 'Curie "née"'])
    assert.ok(shown.UpdatedAt > bundle.UpdatedAt, 'a client that reads changes since then must see it')
    const again = await app.as(cast.admin).patch(`/v1/transaction_bundles/${bundle.id}`, { transactions: [item] })
    assert.equal(again.body.data.donations[0].contact.surname, 'Curie "née"')
    assert.deepEqual(await verificationFindings(app, space), [])
  })

  test('a payment and a change of name at the same time are consistent in the end', async () => {
    const { id } = await aContact(app, cast.admin, { surname: 'Before' })
    const item = { amount: 1, contact_id: id }
    const answers = await sendConcurrently(app, holding(id), [
      () => app.as(cast.admin).post('/v1/transaction_bundles', { transactions: [item], donations: [item] }),
      () => patchContact(app, cast.admin, id, { surname: 'After' }),
      () => app.as(cast.admin).post('/v1/transaction_bundles', { transactions: [item], donations: [item] }),
    ])
    assert.deepEqual(valuesOf(answers, 'status'), [200, 200, 200])
    const { data } = (await app.as(cast.admin).get(`/v1/transaction_bundles?contact_id=${id}`)).body
    const seen = data.map(({ donations }: any) => donations[0].contact.surname)
    assert.deepEqual(seen, ['After', 'After'])
  })
})

describe('deleting a contact', () => {
  test('removes it from all reads, and its payments stay', async () => {
    const { id } = await aContact(app, cast.admin, { firstname: 'Gone', surname: 'Away' })
    const item = { amount: 5, contact_id: id }
    const bundle = await aBundle(app, cast.admin, { transactions: [item], donations: [item] })
    const { status, body } = await app.as(cast.manager).delete(`/contacts/${id}`)
    assert.deepEqual([status, body.data], [200, { message: 'The contact was deleted.', contact_id: id }])
    for (const path of [`/v1/contacts/${id}`, ...['', '/consents', '/timeline'].map(part => `/contacts/${id}${part}`)])
      assert.deepEqual(refusal(await app.as(cast.admin).get(path)), [404, 'not_found'])
    assert.deepEqual(refusal(await replace(id, {})), [404, 'not_found'])
    assert.deepEqual(refusal(await app.as(cast.admin).delete(`/contacts/${id}`)), [404, 'not_found'])
    const kept = (await app.as(cast.admin).get(`/v1/transaction_bundles/${bundle.id}`)).body.data
    assert.equal(kept.donations[0].contact.surname, 'Away')
    assert.deepEqual(await verificationFindings(app, space), [])
  })
})

const patched = async (id: number, patch: object) => {
  const { status, body, text } = await patchContact(app, cast.admin, id, patch)
  assert.equal(status, 200, text)
  assert.deepEqual(body.data.contact, await read(id))
  return body.data.contact
}

describe('a merge patch', () => {
  test('changes what is sent and nothing else; an array is replaced as a whole, and an empty patch changes nothing', async () => {
    const tags = [{ name: 'a' }, { name: 'b' }]
    const made = await aContact(app, cast.admin, { firstname: 'A', surname: 'B', mail: 'a@example.org', tags })
    assert.deepEqual(await patched(made.id, {}), made)
    const { updated_at, UpdatedAt, lastchange, ...after } = await patched(made.id, { firstname: 'C' })
    assert.partialDeepStrictEqual(made, { ...after, firstname: 'A' })
    assert.equal(after.firstname, 'C')
    const replaced = (await patched(made.id, { tags: [{ name: 'B' }, { name: 'c' }] })).tags
    assert.deepEqual(valuesOf(replaced, 'name'), ['b', 'c'])
    assert.equal(replaced[0].id, made.tags[1].id)
  })

  test('null clears a field, a part of the address, the address and a list', async () => {
    const made = await aContact(app, cast.admin, {
      ...{ surname: 'B', birthdate: '1980-01-01', gender: 'F', age_category: 4, black_list: true },
      address: { city: 'Lyon', street: 'Rue Haute' },
      tags: [{ name: 't' }],
      formdatas: [answerTo(survey)],
    })
    const cleared = { surname: null, birthdate: null, gender: null, age_category: null, black_list: null }
    const after = await patched(made.id, { ...cleared, address: { street: null }, tags: null, formdatas: null })
    assert.partialDeepStrictEqual(after, {
      ...{ surname: '', birthdate: null, gender: '', age_category: 0, black_list: false },
    })
    assert.deepEqual([after.address.city, after.address.street, after.tags, after.formdatas], ['Lyon', '', [], []])
    assert.equal(after.address.id, made.address.id)
    assert.equal((await patched(made.id, { address: null })).address, null)
    const again = (await patched(made.id, { address: { city: 'Nice' } })).address
    assert.notEqual(again.id, made.address.id)
    assert.deepEqual([again.city, again.street], ['Nice', ''])
  })

  test('accepts a charset in its media type; other media types, and merge patches elsewhere, are refused', async () => {
    const { id } = await aContact(app, cast.admin)
    const charset = { 'content-type': 'Application/Merge-Patch+JSON; charset=utf-8' }
    assert.equal((await patchContact(app, cast.admin, id, { surname: 'C' }, charset)).status, 200)
    const body = '{"data":{"contact":{}}}'
    const plain = await app
      .as(cast.admin)
      .send('PATCH', `/contacts/${id}`, { body, headers: { 'content-type': 'text/plain' } })
    assert.deepEqual(refusal(plain), [415, 'unsupported_media_type'])
    assert.match(plain.body.detail, /merge-patch/)
    const headers = { 'content-type': 'application/merge-patch+json' }
    const elsewhere = await app.as(cast.admin).send('PATCH', `/users/${cast.user.id}`, { body, headers })
    assert.deepEqual(refusal(elsewhere), [415, 'unsupported_media_type'])
  })
})
