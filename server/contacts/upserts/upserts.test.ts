import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Pool } from '../../db/pool/pool.ts'
import { sendConcurrently } from '../../test/concurrency.ts'
import { aContact, aForm, answerTo } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUser, aUserPerRole, invalidAt, type Person, refusal } from '../../test/people.ts'
import { reindexContacts } from '../../test/search_index.ts'
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
    const ada = { firstname: 'Ada', surname: 'Lovelace', mail: 'ada@example.org' }
    const { status, body } = await upsert(ada)
    assert.equal(status, 202)
    const told = await receiptOf(body.data.receipt)
    const { receipt } = body.data
    assert.deepEqual({ ...told, contact_id: 0 }, { receipt, state: 'created', contact_id: 0, reasons: [] })
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

  test('are all reported; an upsert without data is refused', async () => {
    const forms = ['none', 'neither'].map(label => ({ label, value: '1' }))
    assert.equal((await outcome({ surname: 'X', forms })).reasons.length, 2)
    assert.equal((await outcome({})).state, 'refused')
  })
})

describe('the request', () => {
  test('that is not valid is refused at its place', async () => {
    for (const [sent, place] of [
      ['{"data":{}}', 'body.kind'],
      ['{"kind":"user","data":{}}', 'body.kind'],
      ['{"kind":"contact"}', 'body.data'],
      ['{"kind":"contact","by":"surname","data":{"surname":"X"}}', 'body.by'],
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

  test('or else by mail in any case, without contacts that are deleted or of another space', async () => {
    assert.equal(await meets({ mail: 'Mail@Example.org' }, { mail: 'mAIL@example.ORG', surname: 'X' }), 'updated')
    const gone = await aContact(app, cast.admin, { mail: 'gone@example.org' })
    await app.as(cast.admin).delete(`/contacts/${gone.id}`)
    await aContact(app, other_space_user, { mail: 'there@example.org' })
    for (const mail of ['gone@example.org', 'there@example.org'])
      assert.equal((await outcome({ mail })).state, 'created')
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
    ['name without case and accents', old, { ...young, firstname: 'ELODIE' }, 'updated'],
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
