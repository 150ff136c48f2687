import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Pool } from '../../db/pool/pool.ts'
import { aContact, aForm, answerTo } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUser, aUserPerRole, invalidAt, type Person, refusal } from '../../test/people.ts'
import { valuesOf } from '../../test/values.ts'
import { deleteOldReceipts } from './queries.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const other_space_user = await aUser(app, await aSpace(app), { role: 'superadmin' })

const upsert = (data: unknown, who: Person = cast.admin, headers: Record<string, string> = {}) =>
  app.as(who).send('POST', '/contacts/upsert', { body: JSON.stringify({ kind: 'contact', data }), headers })
const receiptOf = async (receipt: string) => (await app.as(cast.admin).get(`/contacts/upsert/${receipt}`)).body.data
const outcome = async (data: unknown) => {
  const { status, body, text } = await upsert(data)
  assert.equal(status, 202, text)
  return receiptOf(body.data.receipt)
}
const read = async (id: number) => (await app.as(cast.admin).get(`/v1/contacts/${id}`)).body
const everything = async () => [
  ...(await app.owner`
    select (select count(*) from contacts) as contacts, (select sum(version) from contacts) as versions, (select count(*) from contact_answers) as answers,
           (select count(*) from tags) as tags, (select count(*) from events) as events, (select count(*) from consent_history) as consents`),
]

describe('an upsert', () => {
  test('is answered 202 with a receipt, which has the result', async () => {
    const { status, body } = await upsert({ firstname: 'Ada', surname: 'Lovelace', mail: 'ada@example.org' })
    assert.equal(status, 202)
    assert.deepEqual(Object.keys(body), ['status', 'data'])
    assert.deepEqual(Object.keys(body.data), ['receipt'])
    const told = await receiptOf(body.data.receipt)
    const seen = { ...told, contact_id: 0 }
    assert.deepEqual(seen, { receipt: body.data.receipt, state: 'created', contact_id: 0, reasons: [] })
    const ada = { firstname: 'Ada', surname: 'Lovelace', mail: 'ada@example.org' }
    assert.partialDeepStrictEqual(await read(told.contact_id), ada)
  })

  test('changes only what is sent; answers and tags are added to existing ones', async () => {
    const [one, two] = [await aForm(app, cast.admin), await aForm(app, cast.admin)]
    const before = await aContact(app, cast.admin, {
      ...{ firstname: 'Only', surname: 'Sent', mail: 'only@example.org', mobile: '0612345678' },
      address: { city: 'Lyon', street: 'Rue Haute' },
      tags: [{ name: 'old' }],
      formdatas: [answerTo(one, 'yes'), answerTo(two, 'yes')],
    })
    const told = await outcome({
      mail: 'ONLY@example.org',
      address: { city: 'Nice' },
      tags: [{ name: 'new' }],
      forms: [{ id: two.id, value: 'no' }],
    })
    assert.deepEqual([told.state, told.contact_id], ['updated', before.id])
    const after = await read(before.id)
    assert.deepEqual([after.firstname, after.mobile, after.mail], ['Only', '0612345678', 'ONLY@example.org'])
    assert.deepEqual([after.address.city, after.address.street], ['Nice', 'Rue Haute'])
    assert.deepEqual(valuesOf(after.tags, 'name'), ['new', 'old'])
    assert.deepEqual(valuesOf(after.formdatas, 'form_ref_id'), [
      answerTo(one, 'yes').form_ref_id,
      answerTo(two, 'no').form_ref_id,
    ])
  })

  test('accepts answers of every kind by id or label, in their lists', async () => {
    const make = (kind: string, type = 'radio') => aForm(app, cast.admin, { kind, type, label: `Every ${kind}` })
    const consent = await make('consent')
    const custom = await make('custom_fields', 'numeric')
    const status = await make('level_of_support', 'select')
    const survey = await make('survey', 'checkbox')
    const task = await make('tasks', 'text')
    const presence = await make('presence_status', 'date')
    const told = await outcome({
      surname: 'Kinds',
      firstname: 'All',
      consents: [{ label: 'every CONSENT', value: 'YES' }],
      custom_fields: [{ id: custom.id, value: 12.5 }],
      status: [{ id: status.id, label: 'Every level_of_support', value: status.refvalues[1]!.id }],
      forms: [{ id: survey.id, value: ['yes', 'no'] }],
      actions: [{ id: task.id, value: 'leaflets' }],
      name_presences: [{ id: presence.id, value: '2026-05-01' }],
    })
    assert.deepEqual([told.state, told.reasons], ['created', []])
    const { formdatas, custom_fields } = await read(told.contact_id)
    const short = (list: any[]) =>
      list
        .map(({ form_id, form_ref_id, data }) => [form_id, form_ref_id, data])
        .sort((a, b) => a[0] - b[0] || a[1] - b[1])
    assert.deepEqual(short(custom_fields), [[custom.id, custom.refvalues[0]!.id, '12.5']])
    assert.deepEqual(short(formdatas), [
      [consent.id, consent.refvalues[0]!.id, 'yes'],
      [status.id, status.refvalues[1]!.id, 'no'],
      [survey.id, survey.refvalues[0]!.id, 'yes'],
      [survey.id, survey.refvalues[1]!.id, 'no'],
      [task.id, task.refvalues[0]!.id, 'leaflets'],
      [presence.id, presence.refvalues[0]!.id, '2026-05-01T00:00:00.000Z'],
    ])
    const [entry] = (await app.as(cast.admin).get(`/contacts/${told.contact_id}/consents`)).body.data.consents
    assert.deepEqual([entry.state, entry.source, entry.form_id], ['given', 'upsert', consent.id])
  })
})

describe('unknown forms and values', () => {
  test('change nothing, and the receipt has the reason', async () => {
    const survey = await aForm(app, cast.admin, { label: 'Known' })
    const consent = await aForm(app, cast.admin, { kind: 'consent', label: 'Known consent' })
    const numeric = await aForm(app, cast.admin, { kind: 'custom_fields', type: 'numeric', label: 'Shoe size' })
    const gone = await aForm(app, cast.admin, { label: 'Gone' })
    const foreign = await aForm(app, other_space_user, { label: 'Foreign' })
    await aForm(app, cast.admin, { label: 'Twice' })
    await aForm(app, cast.admin, { label: 'twice' })
    await app.as(cast.admin).delete(`/forms/${gone.id}`)
    const contact = await aContact(app, cast.admin, { mail: 'unchanged@example.org' })
    const person = { mail: 'unchanged@example.org', surname: 'Changed', tags: [{ name: 'never made' }] }
    for (const [lists, reason] of [
      [{ forms: [{ id: 9_999_999, value: 'yes' }] }, /^forms\.0: no form for forms has the id 9999999/],
      [{ forms: [{ id: foreign.id, value: 'yes' }] }, /^forms\.0: no form for forms has the id/],
      [{ forms: [{ id: gone.id, value: 'yes' }] }, /^forms\.0: no form for forms has the id/],
      [{ forms: [{ label: 'Nothing', value: 'yes' }] }, /no form for forms has the label “Nothing”/],
      [{ forms: [{ label: 'Twice', value: 'yes' }] }, /several forms for forms/],
      [{ forms: [{ value: 'yes' }] }, /name the form/],
      [{ consents: [{ id: survey.id, value: 'yes' }] }, /^consents\.0: no form for consents/],
      [{ forms: [{ id: survey.id, value: 'perhaps' }] }, /“perhaps” is no value of the form “Known”/],
      [{ forms: [{ id: survey.id, value: consent.refvalues[0]!.id }] }, /is no value of the form “Known”/],
      [{ forms: [{ id: survey.id, value: ['yes', 'no'] }] }, /takes one answer/],
      [{ custom_fields: [{ id: numeric.id, value: 'large' }] }, /the answer to “Shoe size” must be a number/],
      [{ forms: [{ id: survey.id, value: 'yes' }], consents: [{ id: consent.id, value: 'never' }] }, /^consents\.0/],
      [
        {
          forms: [
            { id: survey.id, value: 'yes' },
            { id: survey.id, value: 'no' },
          ],
        },
        /takes one answer/,
      ],
      [{ birth_country: 'XX' }, /birth_country must be a country, by its code/],
    ] as const) {
      const before = await everything()
      const told = await outcome({ ...person, ...lists })
      assert.deepEqual([told.state, told.contact_id], ['refused', null], JSON.stringify(lists))
      assert.match(told.reasons[0], reason)
      assert.deepEqual(await everything(), before)
    }
    assert.deepEqual(await read(contact.id), contact)
  })

  test('every reason is reported', async () => {
    const told = await outcome({
      surname: 'X',
      forms: [
        { label: 'none', value: '1' },
        { label: 'neither', value: '1' },
      ],
    })
    assert.equal(told.reasons.length, 2)
  })

  test('an upsert without data is refused', async () => {
    assert.equal((await outcome({})).state, 'refused')
  })
})

describe('the request', () => {
  test('that is not valid is refused at its place', async () => {
    for (const [sent, place] of [
      ['{"data":{}}', 'body.kind'],
      ['{"kind":"user","data":{}}', 'body.kind'],
      ['{"kind":"contact"}', 'body.data'],
      ['{"kind":"contact","data":{"mail":"nope"}}', 'body.data.mail'],
      ['{"kind":"contact","data":{"surname":7}}', 'body.data.surname'],
      ['{"kind":"contact","data":{"id":"7"}}', 'body.data.id'],
      ['{"kind":"contact","data":{"forms":[{"id":1}]}}', 'body.data.forms.0.value'],
      ['{"kind":"contact","data":{"tags":[{"name":""}]}}', 'body.data.tags.0.name'],
    ] as const) {
      const answer = await app.as(cast.admin).send('POST', '/contacts/upsert', { body: sent })
      assert.deepEqual(refusal(answer), invalidAt(place))
    }
  })

  test('a value that is no text, number or list of them is a 422', async () => {
    for (const value of [true, null, {}, [], [[]]]) {
      const [status, code, place] = refusal(await upsert({ forms: [{ id: 1, value }] }))
      assert.deepEqual([status, code], [422, 'invalid_request'])
      assert.match(place ?? '', /^body\.data\.forms\.0\.value/)
    }
  })

  test('tags and answers need the permission for sensitive data, other fields do not', async () => {
    const form = await aForm(app, cast.admin)
    assert.equal((await upsert({ surname: 'Plain' }, cast.manager)).status, 202)
    assert.deepEqual(refusal(await upsert({ surname: 'X', tags: [{ name: 'x' }] }, cast.manager)), [403, 'forbidden'])
    const refused = await upsert({ surname: 'X', forms: [{ id: form.id, value: 'yes' }] }, cast.manager)
    assert.deepEqual(refusal(refused), [403, 'forbidden'])
    assert.deepEqual(refusal(await upsert({ surname: 'X' }, cast.user)), [403, 'forbidden'])
  })

  test('receipts are deleted after three months, and not before', async () => {
    const [old, young] = [
      (await upsert({ surname: 'Old' })).body.data.receipt,
      (await upsert({ surname: 'Young' })).body.data.receipt,
    ]
    await app.owner`update upsert_receipts set created_at = now() - interval '91 days' where receipt = ${old}`
    await app.owner`update upsert_receipts set created_at = now() - interval '89 days' where receipt = ${young}`
    const worker = new Pool({ url: app.database_url, role: 'muster_worker', connections: 1 })
    await worker.write({}, deleteOldReceipts)
    await worker.end()
    assert.deepEqual(refusal(await app.as(cast.admin).get(`/contacts/upsert/${old}`)), [404, 'not_found'])
    assert.equal((await receiptOf(young)).state, 'created')
  })
})
