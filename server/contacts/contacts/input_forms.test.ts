import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aContact, aForm, patchContact } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUserPerRole, refusal } from '../../test/people.ts'

const app = await startTestApp()
const cast = await aUserPerRole(app, await aSpace(app))

const read = async (id: number) => (await app.as(cast.admin).get(`/contacts/${id}`)).body.data.contact
const upsert = (data: unknown) =>
  app.as(cast.admin).send('POST', '/contacts/upsert', { body: JSON.stringify({ kind: 'contact', data }) })
const receiptOf = async ({ body }: { body: any }) =>
  (await app.as(cast.admin).get(`/contacts/upsert/${body.data.receipt}`)).body.data

let made = 0
const someone = () =>
  aContact(app, cast.admin, {
    ...{
      firstname: 'Élise',
      surname: `Dor ${++made}`,
      mail: `e${made}@example.org`,
      birthdate: '1948-02-29',
      phone: '1',
    },
    ...{ address: { street: 'Rue Haute', city: 'Lyon' }, tags: [{ name: 'vip' }, { name: 'Élu' }] },
  })

describe('lenient input: null, empty values, numbers and names', () => {
  const texts = [
    'firstname',
    'surname',
    'married_name',
    'gender',
    'mail',
    'mobile',
    'phone',
    'nationality',
    'external_id',
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
      assert.deepEqual(
        (await read(contact.id)).custom_fields.map((one: any) => one.form_ref_id),
        [form_ref_id],
      )
    }
    const nothing = await upsert({ id: contact.id, custom_fields: [{ id: form.id, value: null }] })
    assert.deepEqual(refusal(nothing), [422, 'invalid_request', 'body.data.custom_fields.0.value'])
  })

  test('null for a text or a list, and an empty birthdate, mean no value', async () => {
    const empty = await aContact(app, cast.admin, nothing)
    assert.deepEqual(
      [empty.mail, empty.gender, empty.birthdate, empty.tags, empty.address.city],
      ['', '', null, [], ''],
    )
    const contact = await someone()
    const replaced = await app.as(cast.admin).patch(`/contacts/${contact.id}`, { contact: nothing })
    assert.equal(replaced.status, 200, replaced.text)
    const keep = ({ mail, birthdate, tags, custom_fields, address }: any) => [
      mail,
      birthdate,
      tags,
      custom_fields,
      address.street,
    ]
    assert.deepEqual(keep(replaced.body.data.contact), ['', null, [], [], ''])
    const other = await someone()
    const patched = await patchContact(app, cast.admin, other.id, {
      birthdate: '',
      mail: null,
      address: { city: null },
    })
    const { birthdate, mail, address, surname } = patched.body.data.contact
    assert.deepEqual([birthdate, mail, address.city, surname], [null, '', '', other.surname])
  })

  test('in an upsert null empties a text and adds nothing to a list', async () => {
    const { id } = await someone()
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
    for (const [name, code] of Object.entries({
      ...{
        France: 'FR',
        Allemagne: 'DE',
        germany: 'DE',
        'Côte d’Ivoire': 'CI',
        "Cote d'Ivoire": 'CI',
        USA: 'USA',
        UK: 'GB',
      },
      ...{
        'Royaume-Uni': 'GB',
        España: 'ES',
        'Pays-Bas': 'NL',
        ' Belgique ': 'BE',
        fra: 'fra',
        'Czech Republic': 'CZ',
      },
    }))
      assert.equal((await aContact(app, cast.admin, { birth_country: name })).birth_country, code, name)
    const { id } = await someone()
    assert.equal((await receiptOf(await upsert({ id, birth_country: 'Maroc' }))).state, 'updated')
    assert.equal((await read(id)).birth_country, 'MA')
    for (const name of ['Congo', 'Atlantis', 'Corée', 'F', '33']) {
      const place = 'body.data.contact.birth_country'
      const sent = { contact: { birth_country: name } }
      assert.deepEqual(refusal(await app.as(cast.admin).post('/contacts', sent)), [422, 'invalid_request', place])
      assert.deepEqual(refusal(await patchContact(app, cast.admin, id, sent.contact)), [422, 'invalid_request', place])
      assert.match(
        (await receiptOf(await upsert({ id, ...sent.contact }))).reasons[0],
        /birth_country must be a country/,
      )
    }
    assert.equal((await read(id)).birth_country, 'MA')
  })

  test('other types are still a 422', async () => {
    for (const [contact, place] of [
      [{ birthdate: 'soon' }, 'birthdate'],
      [{ birthdate: '1999-02-29' }, 'birthdate'],
      [{ black_list: null }, 'black_list'],
      [{ mail: 5 }, 'mail'],
      [{ tags: {} }, 'tags'],
      [{ address: { house_number: true } }, 'address.house_number'],
      [{ address: { score: 'high' } }, 'address.score'],
      [{ nationbuilderid: -1 }, 'nationbuilderid'],
    ] as const)
      assert.deepEqual(refusal(await app.as(cast.admin).post('/contacts', { contact })), [
        422,
        'invalid_request',
        `body.data.contact.${place}`,
      ])
  })
})
