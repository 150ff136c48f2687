import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aContact, aForm, answerTo, patchContact } from '../../test/contacts.ts'
import { anAction, aVisit } from '../../test/field.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUser, aUserPerRole, invalidAt, type Person, refusal } from '../../test/people.ts'
import { queryOf } from '../../test/search.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)

const read = async (id: number, who: Person = cast.admin) =>
  (await app.as(who).get(`/contacts/${id}`)).body.data.contact
const upsert = (data: unknown, who: Person = cast.admin) =>
  app.as(who).send('POST', '/contacts/upsert', { body: JSON.stringify({ kind: 'contact', data }) })
const receiptOf = async ({ body }: { body: any }) =>
  (await app.as(cast.admin).get(`/contacts/upsert/${body.data.receipt}`)).body.data

const forms = {
  size: await aForm(app, cast.admin, { kind: 'custom_fields', type: 'numeric' }),
  joined: await aForm(app, cast.admin, { kind: 'custom_fields', type: 'date' }),
  consent: await aForm(app, cast.admin, { kind: 'consent' }),
  help: await aForm(app, cast.admin, { kind: 'survey', type: 'checkbox', values: ['Calls', 'Doors'] }),
  support: await aForm(app, cast.admin, { kind: 'level_of_support', type: 'select' }),
  old: await aForm(app, cast.admin, { kind: 'custom_fields', type: 'text' }),
}

let made = 0
/** A contact with a value in every field, and an answer to a form that was archived since. */
async function someone() {
  made++
  return aContact(app, cast.admin, {
    firstname: 'Élise',
    surname: `Dor ${made}`,
    married_name: 'Martin',
    gender: 'F',
    mail: `E${made}@Example.org`,
    ...{ birthdate: '1948-02-29', birth_city: 'Nîmes', birth_country: 'fra', birth_dept: '30', nationality: 'French' },
    ...{ mobile: '06 12 34 56 78', phone: 'none', phone_invalid: true, external_id: `x${made}`, nationbuilderid: 17 },
    ...{ age_category: 3, black_list: true },
    address: {
      ...{ street: 'Rue Haute', housenumber: '12 bis', city: 'Lyon', lattitude: '45.7', longitude: '4.8', score: 0.5 },
    },
    tags: [{ name: 'vip' }, { name: 'Élu' }],
    custom_fields: [
      answerTo(forms.size, undefined, '12,5'),
      answerTo(forms.joined, undefined, '2024-01-11'),
      ...(forms.old.archived ? [] : [answerTo(forms.old, undefined, 'kept')]),
    ],
    formdatas: [
      { ...answerTo(forms.consent, 'yes'), date: '2025-01-01', source: 'paper' },
      { ...answerTo(forms.help, 'Calls', 'Calls'), survey_id: 5 },
      { ...answerTo(forms.help, 'Doors', 'Doors'), survey_id: 5 },
      answerTo(forms.support, 'no', 'no'),
    ],
  })
}

const traces = async (id: number) => {
  const [row] = await app.owner`
    select c.version, c.updated_at, (select count(*) from events where group_id = ${space} and subject_id = ${id}) as events,
           (select count(*) from consent_history where contact_id = ${id}) as consents,
           (select array_agg(updated_at order by id) from contact_answers where contact_id = ${id}) as answers
    from contacts c where c.id = ${id}`
  return { ...row }
}

describe('a contact that was read can be sent back unchanged', () => {
  const ways: Record<string, (contact: any) => Promise<{ status: number; text: string; body: any }>> = {
    'to replace it': contact => app.as(cast.admin).patch(`/contacts/${contact.id}`, { contact }),
    'as a merge patch': contact => patchContact(app, cast.admin, contact.id, contact),
    'as an upsert': contact => upsert(contact),
    'as an upsert without its id': ({ id: _, ...contact }) => upsert(contact),
  }
  for (const [way, send] of Object.entries(ways)) {
    test(`${way}, and nothing changes, also after a form was archived`, async () => {
      const contact = await someone()
      await app.as(cast.admin).patch(`/forms/${forms.old.id}`, { form: { archived: true } })
      const [before, shown, etag] = [await traces(contact.id), await read(contact.id), await etagOf(contact.id)]
      const answer = await send(shown)
      assert.ok([200, 202].includes(answer.status), answer.text)
      if (answer.status === 202) {
        const { state, contact_id, reasons } = await receiptOf(answer)
        assert.deepEqual([state, contact_id, reasons], ['updated', contact.id, []])
      }
      assert.deepEqual([await traces(contact.id), await read(contact.id)], [before, shown])
      assert.equal(await etagOf(contact.id), etag)
      await app.as(cast.admin).patch(`/forms/${forms.old.id}`, { form: { archived: false } })
    })
  }
  const etagOf = async (id: number) => (await app.as(cast.admin).get(`/contacts/${id}`)).headers.get('etag')

  test('as a new contact, by POST /contacts and by an upsert', async () => {
    const contact = await someone()
    const bare = ({ id, mail, surname, external_id, address, custom_fields, formdatas, tags, ...rest }: any) => {
      const { created_at, updated_at, CreatedAt, UpdatedAt, lastchange, ...same } = rest
      const { id: _, ...place } = address
      const short = (list: any[]) =>
        list.map(({ form_id, form_ref_id, data, date }) => ({ form_id, form_ref_id, data, date }))
      const names = tags.map(({ name }: any) => name)
      return { ...same, place, custom_fields: short(custom_fields), formdatas: short(formdatas), names }
    }
    const { body } = await app.as(cast.admin).post('/contacts', { contact })
    assert.notEqual(body.data.contact.id, contact.id)
    assert.deepEqual(bare(body.data.contact), bare(contact))
    const { id: _, ...other } = { ...contact, mail: 'somebody.else@example.org', surname: 'Else' }
    const { state, contact_id } = await receiptOf(await upsert(other))
    assert.equal(state, 'created')
    assert.deepEqual(bare(await read(contact_id)), bare(contact))
  })

  test('by users who see neither tags nor answers, also with a change, and they stay unchanged', async () => {
    const contact = await someone()
    const shown = await read(contact.id, cast.manager)
    assert.deepEqual([shown.tags, shown.custom_fields], [[], []])
    const lists = async () => {
      const { tags, custom_fields, formdatas, surname } = await read(contact.id)
      return { tags, custom_fields, formdatas, surname }
    }
    const nulls = { tags: null, formdatas: null, custom_fields: null }
    for (const sent of [shown, { ...shown, ...nulls }, { ...shown, surname: 'Back' }, { surname: 'Short' }]) {
      const { status, body } = await app.as(cast.manager).patch(`/contacts/${contact.id}`, { contact: sent })
      assert.deepEqual([status, body.data.contact.tags], [200, []])
      const { tags, custom_fields, formdatas } = contact
      assert.deepEqual(await lists(), { tags, custom_fields, formdatas, surname: sent.surname })
    }
    const before = await lists()
    assert.equal((await upsert(await read(contact.id, cast.manager), cast.manager)).status, 202)
    assert.equal((await patchContact(app, cast.manager, contact.id, { tags: [] })).status, 200)
    assert.deepEqual(await lists(), before)
  })

  test('and a change in any of its lists takes effect', async () => {
    const contact = await someone()
    const at = (list: any[], form_id: number) => list.find(answer => answer.form_id === form_id)
    at(contact.custom_fields, forms.size.id).data = '13'
    at(contact.formdatas, forms.support.id).form_ref_id = answerTo(forms.support, 'yes').form_ref_id
    assert.equal((await receiptOf(await upsert(contact))).state, 'updated')
    const after = await read(contact.id)
    assert.equal(at(after.custom_fields, forms.size.id).data, '13')
    assert.equal(at(after.formdatas, forms.support.id).form_ref_id, answerTo(forms.support, 'yes').form_ref_id)
    await upsert({ ...after, status: [{ id: forms.support.id, value: 'no' }] })
    const again = at((await read(contact.id)).formdatas, forms.support.id)
    assert.equal(again.form_ref_id, answerTo(forms.support, 'no').form_ref_id, 'what is said by name is newer')
  })

  test('an incomplete answer, or one to a form of an unknown kind, changes nothing', async () => {
    const { id } = await someone()
    for (const [answer, place] of [
      [{ form_id: forms.size.id, data: '1' }, 'form_ref_id'],
      [{ form_id: forms.size.id, form_ref_id: 1 }, 'data'],
      [{ id: forms.size.id }, 'value'],
      [{ form_id: 'x', form_ref_id: 1, data: '' }, 'form_id'],
    ] as const)
      assert.deepEqual(
        refusal(await upsert({ id, custom_fields: [answer] })),
        invalidAt(`body.data.custom_fields.0.${place}`),
      )
    const unknown = { id, custom_fields: [{ form_id: 9_000_000, form_ref_id: 1, data: '' }] }
    const { state, reasons } = await receiptOf(await upsert(unknown))
    assert.deepEqual([state, reasons.length], ['refused', 1])
    assert.deepEqual(refusal(await upsert({ formdatas: [answerTo(forms.help)] }, cast.manager)), [403, 'forbidden'])
  })
})

describe('an answer to a date form', () => {
  test('is a timestamp, however it was sent, and the same day sent again is no change', async () => {
    const day = '2024-01-11T00:00:00.000Z'
    for (const data of ['2024-01-11', '2024-01-11T00:00:00Z', '2024-01-11T01:00:00+01:00', day]) {
      const contact = await aContact(app, cast.admin, { custom_fields: [answerTo(forms.joined, undefined, data)] })
      assert.equal(contact.custom_fields[0].data, day)
      await patchContact(app, cast.admin, contact.id, {
        custom_fields: [answerTo(forms.joined, undefined, '2024-01-11')],
      })
      assert.deepEqual(await read(contact.id), contact)
    }
    const wrong = { custom_fields: [answerTo(forms.joined, undefined, '11/01/2024')] }
    assert.equal((await app.as(cast.admin).post('/contacts', { contact: wrong })).status, 422)
  })

  test('is found by either format, by ranges, and not by another day', async () => {
    const { id } = await aContact(app, cast.admin, { custom_fields: [answerTo(forms.joined, undefined, '1999-07-03')] })
    const text = await aForm(app, cast.admin, { kind: 'custom_fields', type: 'text' })
    const written = await aContact(app, cast.admin, { custom_fields: [answerTo(text, undefined, '1999-07-03')] })
    const found = async (form_id: number, condition: object) => {
      const query = queryOf({ attr: 'custom_fields', form_id, ...condition })
      const { body, text } = await app.as(cast.admin).post('/search', { advanced_search: { query } })
      assert.ok(body.data, text)
      return body.data.contacts.map((contact: any) => contact.id)
    }
    for (const condition of [
      { ope: 'eql', value: '1999-07-03' },
      { ope: 'eql', value: '1999-07-03T00:00:00.000Z' },
      { ope: 'eql:strictdata', value: '1999-07-03' },
      { ope: 'any_of', value: ['1950-01-01', '1999-07-03T02:00:00+02:00'] },
      { ope: 'all_of', value: ['1999-07-03'] },
      { ope: 'start_with', value: '1999-07-03' },
      { ope: 'range', from: '1999-07-03', to: '1999-07-03' },
      { ope: 'lte', value: '1999-07-03T00:00:00.000Z' },
    ])
      assert.deepEqual(await found(forms.joined.id, condition), [id], JSON.stringify(condition))
    assert.deepEqual(await found(forms.joined.id, { ope: 'eql', value: '1999-07-04' }), [])
    assert.deepEqual(await found(text.id, { ope: 'eql', value: '1999-07-03' }), [written.id])
  })

  test('is a timestamp also when it is given at a door', async () => {
    const { id } = await anAction(app, cast.admin)
    const form = await aForm(app, cast.admin, { type: 'date' })
    const contact = await aContact(app, cast.admin)
    const said = [answerTo(form, undefined, '2026-05-01')]
    const visit = await aVisit(app, cast.admin, id, { contact_id: contact.id, formdatas: said })
    assert.equal(visit.formdatas[0].data, '2026-05-01T00:00:00.000Z')
    const after = await read(contact.id)
    assert.equal(after.formdatas[0].data, '2026-05-01T00:00:00.000Z')
    assert.deepEqual(after.action_ids, [id], 'and the contact is part of the action')
  })
})

describe('the last editor of a contact, and its actions', () => {
  test('are shown; actions only to users who see them', async () => {
    const contact = await someone()
    assert.deepEqual([contact.lastchangeuserid, contact.user_contact_id, contact.action_ids], [cast.admin.id, null, []])
    await patchContact(app, cast.superadmin, contact.id, { surname: 'Changed' })
    assert.equal((await read(contact.id)).lastchangeuserid, cast.superadmin.id)
    const hidden = await anAction(app, cast.admin, { public: false })
    await aVisit(app, cast.admin, hidden.id, { contact_id: contact.id })
    assert.deepEqual((await read(contact.id)).action_ids, [hidden.id])
    await app.as(cast.superadmin).post('/roles', { name: 'Reader', permissions: ['contacts:read'] })
    const reader = await aUser(app, space, { role: 'Reader' })
    assert.deepEqual((await read(contact.id, reader)).action_ids, [])
  })
})

const somebody = () =>
  aContact(app, cast.admin, {
    firstname: 'Élise',
    surname: `Dor ${++made}`,
    mail: `e${made}@example.org`,
    birthdate: '1948-02-29',
    phone: '1',
    ...{ address: { street: 'Rue Haute', city: 'Lyon' }, tags: [{ name: 'vip' }, { name: 'Élu' }] },
  })

describe('lenient input: null, empty values, numbers and names', () => {
  const texts = [
    ...['firstname', 'surname', 'married_name', 'gender', 'mail', 'mobile', 'phone', 'nationality', 'external_id'],
  ]
  const nothing = {
    ...Object.fromEntries([...texts, 'birth_city', 'birth_country', 'birth_dept'].map(name => [name, null])),
    ...{ birthdate: '', nationbuilderid: null, tags: null, custom_fields: null, formdatas: null },
    address: { street: null, housenumber: null, city: null, score: null },
  }

  test('null for the text of a chosen answer, or for an unused key of an answer, is ignored', async () => {
    const form = await aForm(app, cast.admin, { type: 'radio', kind: 'custom_fields' })
    const [yes, no] = form.refvalues
    const chosen = { form_id: form.id, form_ref_id: yes!.id, data: null }
    const contact = await aContact(app, cast.admin, { custom_fields: [chosen] })
    const answer = contact.custom_fields[0]!
    assert.deepEqual([answer.form_ref_id, answer.data], [yes!.id, ''])
    for (const [sent, form_ref_id] of [
      [{ ...chosen, form_ref_id: no!.id, id: null, value: null, label: null }, no!.id],
      [{ ...chosen, id: 0 }, yes!.id],
      [{ id: form.id, label: null, value: no!.value }, no!.id],
      [{ id: null, label: form.label, value: yes!.value }, yes!.id],
    ] as const) {
      const response = await upsert({ id: contact.id, custom_fields: [sent] })
      assert.equal(response.status, 202, response.text)
      assert.equal((await receiptOf(response)).state, 'updated')
      const seen = (await read(contact.id)).custom_fields.map((one: any) => one.form_ref_id)
      assert.deepEqual(seen, [form_ref_id])
    }
    const nothing = await upsert({ id: contact.id, custom_fields: [{ id: form.id, value: null }] })
    assert.deepEqual(refusal(nothing), invalidAt('body.data.custom_fields.0.value'))
  })

  test('null for a text or a list, and an empty birthdate, mean no value', async () => {
    const empty = await aContact(app, cast.admin, nothing)
    const seen = [empty.mail, empty.gender, empty.birthdate, empty.tags, empty.address.city]
    assert.deepEqual(seen, ['', '', null, [], ''])
    const { id } = await somebody()
    const replaced = await app.as(cast.admin).patch(`/contacts/${id}`, { contact: nothing })
    assert.equal(replaced.status, 200, replaced.text)
    const { mail, birthdate, tags, custom_fields, address } = replaced.body.data.contact
    assert.deepEqual([mail, birthdate, tags, custom_fields, address.street], ['', null, [], [], ''])
    const other = await somebody()
    const patched = await patchContact(app, cast.admin, other.id, {
      birthdate: '',
      mail: null,
      address: { city: null },
    })
    const contact = { birthdate: null, mail: '', surname: other.surname, address: { city: '' } }
    assert.partialDeepStrictEqual(patched.body.data.contact, contact)
  })

  test('in an upsert null empties a text and adds nothing to a list', async () => {
    const { id } = await somebody()
    const lists = { tags: null, consents: null, custom_fields: null, formdatas: null }
    const { state } = await receiptOf(await upsert({ id, phone: null, birthdate: '', ...lists }))
    const after = await read(id)
    assert.deepEqual([state, after.phone, after.birthdate, after.tags.length], ['updated', '', null, 2])
    const bare = { mail: null, surname: `New ${++made}`, firstname: null, tags: null }
    assert.equal((await receiptOf(await upsert(bare))).state, 'created')
  })

  test('a number is accepted where a part of an address is a text', async () => {
    const address = { house_number: 12, postalcode: 75001, floor: 0, latitude: 48.86, longitude: -2.5 }
    const contact = await aContact(app, cast.admin, { address })
    assert.partialDeepStrictEqual(contact.address, {
      ...{ house_number: '12', housenumber: '12', postal_code: '75001', floor: '0', location: '48.86,-2.5' },
    })
    const patched = await patchContact(app, cast.admin, contact.id, { address: { housenumber: 14 } })
    assert.equal(patched.body.data.contact.address.house_number, '14')
    const person = { surname: 'Placed', firstname: `P${++made}`, address: { postal_code: 69001 } }
    const first = await receiptOf(await upsert(person))
    assert.deepEqual([first.state, (await receiptOf(await upsert(person))).contact_id], ['created', first.contact_id])
  })

  test('a country name becomes its code; an unknown or ambiguous name is a 422', async () => {
    for (const [name, code] of [
      ['Allemagne', 'DE'],
      ['USA', 'USA'],
      [' Belgique ', 'BE'],
      ['fra', 'fra'],
    ])
      assert.equal((await aContact(app, cast.admin, { birth_country: name })).birth_country, code, name)
    const { id } = await somebody()
    assert.equal((await receiptOf(await upsert({ id, birth_country: 'Maroc' }))).state, 'updated')
    const sent = { birth_country: 'Congo' }
    const place = 'body.data.contact.birth_country'
    assert.deepEqual(refusal(await patchContact(app, cast.admin, id, sent)), invalidAt(place))
    assert.match((await receiptOf(await upsert({ id, ...sent }))).reasons[0], /birth_country must be a country/)
    assert.equal((await read(id)).birth_country, 'MA')
  })
})
