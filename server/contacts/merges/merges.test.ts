import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Sql } from '../../db/sql.ts'
import { sendConcurrently, sendInOrder } from '../../test/concurrency.ts'
import { aContact, aFormWithValueIds, readContact } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { allContacts, anImport, runImport, runImportStep } from '../../test/imports.ts'
import {
  aBundle,
  aContactId,
  bundleAt,
  changeTransactionSettings,
  historyOf,
  payment,
  verificationFindings,
} from '../../test/money.ts'
import { aSpace, aUser, invalidAt, refusal } from '../../test/people.ts'
import { valuesOf } from '../../test/values.ts'
import { contactReferences } from '../core/references.ts'

const app = await startTestApp()
const space = await aSpace(app)
const admin = await aUser(app, space, { role: 'admin' })
const manager = await aUser(app, space, { role: 'manager' })
const other_space_user = await aUser(app, await aSpace(app), { role: 'superadmin' })
const ask = app.as(admin)
const merge = (id: number, contact_id: number, fields?: object, as = admin) =>
  app.as(as).post(`/contacts/${id}/merge`, { contact_id, ...(fields && { fields }) })
const read = (id: number) => readContact(app, admin, id)
const names = (tags: { name: string }[]) => tags.map(({ name }) => name)

describe('a merge', () => {
  test('fills empty fields of the survivor, keeps the others, takes what is chosen, and keeps an opt-out', async () => {
    const survivor = await aContactId(app, admin, { firstname: 'Marie', surname: 'Curie', mail: 'marie@example.org' })
    const other = await aContactId(app, admin, {
      ...{ firstname: 'Maria', surname: 'Skłodowska', mail: 'maria@example.org', mobile: '0612345678' },
      ...{ birthdate: '1867-11-07', gender: 'F', address: { street: 'Rue Cuvier', city: 'Paris', country: 'FR' } },
      ...{ external_id: 'X-1', black_list: true },
    })
    const { status, body, text } = await merge(survivor, other, { surname: 'gone', mail: 'survivor' })
    assert.equal(status, 200, text)
    const taken = ['address', 'birthdate', 'black_list', 'external_id', 'gender', 'mobile', 'surname']
    assert.deepEqual(body.data.fields.sort(), taken)
    assert.partialDeepStrictEqual(await read(survivor), {
      ...{ firstname: 'Marie', surname: 'Skłodowska', mail: 'marie@example.org', mobile: '0612345678' },
      ...{ birthdate: '1867-11-07T00:00:00.000Z', gender: 'F', external_id: 'X-1', black_list: true },
      ...{ address: { street: 'Rue Cuvier', city: 'Paris' } },
    })
  })

  test('keeps the tags and answers of both; where one answer is allowed, the survivor’s stays', async () => {
    const survey = await aFormWithValueIds(app, admin)
    const consent = await aFormWithValueIds(app, admin, { kind: 'consent' })
    const boxes = { type: 'checkbox', kind: 'custom_fields', values: ['a', 'b', 'c'] }
    const choices = await aFormWithValueIds(app, admin, boxes)
    const answer = (form: { id: number; refs: number[] }, ref: number, date?: string) => ({
      form_id: form.id,
      form_ref_id: form.refs[ref],
      data: '1',
      ...(date && { date }),
    })
    const survivor = await aContactId(app, admin, {
      tags: [{ name: 'one' }, { name: 'both' }],
      formdatas: [answer(survey, 0), answer(consent, 0, '2025-01-01')],
      custom_fields: [answer(choices, 0), answer(choices, 1)],
    })
    const other = await aContactId(app, admin, {
      tags: [{ name: 'both' }, { name: 'two' }],
      formdatas: [answer(survey, 1), answer(consent, 1, '2026-01-01')],
      custom_fields: [answer(choices, 1), answer(choices, 2)],
    })
    const { body } = await merge(survivor, other)
    const contact = await read(survivor)
    assert.deepEqual(names(contact.tags), ['both', 'one', 'two'])
    const chosen = (list: any[], { id }: { id: number }) =>
      list.filter(({ form_id }) => form_id === id).map(({ form_ref_id }) => form_ref_id)
    assert.deepEqual(chosen(contact.formdatas, survey), [survey.refs[0]])
    assert.deepEqual(chosen(contact.custom_fields, choices), choices.refs)
    assert.deepEqual(chosen(contact.formdatas, consent), [consent.refs[1]], 'the later consent stands')
    assert.deepEqual([body.data.answers, body.data.tags], [2, 1])
  })

  test('moves payments, records it in their history, and keeps every seal valid', async () => {
    const [survivor, other] = [await aContactId(app, admin, { firstname: 'Stays' }), await aContactId(app, admin)]
    const bundle = await aBundle(app, admin, {
      transactions: [payment(other), payment(survivor)],
      memberships: [payment(other)],
      donations: [payment(other)],
    })
    const { body } = await merge(survivor, other)
    const after = (await ask.get(bundleAt(bundle.id))).body.data
    const items = [...after.transactions, ...after.memberships, ...after.donations]
    assert.ok(items.every(({ contact_id }) => contact_id === survivor))
    assert.equal(after.memberships[0].contact.firstname, 'Stays')
    assert.deepEqual(body.data.transactions, [bundle.transactions[0].id])
    const told = (await historyOf(app, admin, bundle.id)).filter(({ source }) => source.merge_id === body.data.id)
    const moves = told.map(({ kind, old, new: now }) => [kind, old.contact_id, now.contact_id])
    const expected = ['transaction', 'membership', 'donation'].map(kind => [kind, other, survivor])
    assert.deepEqual(moves, expected)
    assert.deepEqual(await verificationFindings(app, space), [])
  })

  test('is possible in a closed period and a closed batch, since no amount changes', async () => {
    const there = await aUser(app, await aSpace(app), { role: 'admin' })
    const [survivor, other] = [await aContactId(app, there), await aContactId(app, there)]
    const { transactions } = await aBundle(app, there, { transactions: [payment(other, { date: '2024-05-01' })] })
    const batch = (await app.as(there).post('/v1/transaction_batches', { expected_count: 1, expected_amount: 1000 }))
      .body
    const path = `/v1/transaction_batches/${batch.data.id}`
    await app.as(there).post(`${path}/transactions`, { transaction_ids: [transactions[0].id] })
    await app.as(there).post(`${path}/close`)
    await changeTransactionSettings(app, there, {
      open_periods: { now: { start: '2026-01-01T00:00:00Z', end: '2026-12-31T23:59:59Z', open: true } },
    })
    const { status, body } = await merge(survivor, other, undefined, there)
    assert.equal(status, 200)
    assert.deepEqual(body.data.transactions, [transactions[0].id])
    assert.equal((await app.as(there).post(`/v1/merges/${body.data.id}/undo`)).status, 200)
    assert.deepEqual(await verificationFindings(app, there.space), [])
  })

  test('gives the survivor the lower membership number, and the other one is never used again', async () => {
    const [early, late] = [await aContactId(app, admin), await aContactId(app, admin)]
    await aBundle(app, admin, { transactions: [payment(early)], memberships: [payment(early), payment(late)] })
    const [first, second] = [(await read(early)).membership_number, (await read(late)).membership_number]
    await merge(late, early)
    const survivor = await read(late)
    assert.equal(survivor.membership_number, first)
    assert.equal(survivor.membership_code, String(first))
    const next = await aContactId(app, admin)
    await aBundle(app, admin, { transactions: [payment(next)], memberships: [payment(next)] })
    assert.equal((await read(next)).membership_number, second + 1)
    assert.deepEqual(await verificationFindings(app, space), [])
  })

  test('answers a request for the old ID with the survivor, also after a second merge', async () => {
    const first = await aContactId(app, admin)
    const second = await aContactId(app, admin)
    const third = await aContactId(app, admin)
    await merge(second, first)
    await merge(third, second)
    const { status, body, headers } = await ask.get(`/contacts/${first}`)
    assert.equal(status, 404)
    assert.deepEqual([body.detail, body.errors[0].value], [`Contact ${first} was merged into contact ${third}.`, third])
    assert.equal(headers.get('link'), `</contacts/${third}>; rel="canonical"`)
    const paid = await ask.post('/v1/transaction_bundles', { transactions: [payment(first)] })
    assert.deepEqual(paid.body.errors[0].message, `was merged into contact ${second}`)
  })

  test('is in the audit log and emits events', async () => {
    const [survivor, other] = [await aContactId(app, admin), await aContactId(app, admin)]
    await merge(survivor, other)
    const entries = await app.owner`select kind, details from audit_log
        where group_id = (select group_id from contacts where id = ${survivor}) and subject_id = ${survivor}`
    assert.ok(entries.some(({ kind, details }) => kind === 'contact.merged' && details.gone_id === other))
    const kinds = await app.owner`select kind from events
        where group_id = (select group_id from contacts where id = ${survivor}) and subject_id in (${survivor}, ${other}) and kind <> 'contact.created'`
    assert.deepEqual(kinds.map(({ kind }) => kind).sort(), ['contact.deleted', 'contact.merged'])
  })
})

describe('a merge is refused', () => {
  test('with itself, with an unknown contact, with one of another space, and with one that is merged already, and with no side', async () => {
    const [contact, foreign] = [await aContactId(app, admin), await aContactId(app, other_space_user)]
    const merged = await aContactId(app, admin)
    assert.deepEqual(refusal(await merge(contact, merged, { surname: 'mine' })), invalidAt('body.data.fields.surname'))
    assert.equal(
      (await merge(contact, merged, { membership_number: 'gone' })).status,
      200,
      'an unknown field is dropped',
    )
    for (const gone of [contact, 9_999_999, foreign, merged])
      assert.deepEqual(refusal(await merge(contact, gone)), invalidAt('body.data.contact_id'))
    for (const survivor of [foreign, 9_999_999])
      assert.deepEqual(refusal(await merge(survivor, contact)), [404, 'not_found'])
  })

  test('to users who may not write payments, when there are some', async () => {
    const [one, two, three] = [await aContactId(app, admin), await aContactId(app, admin), await aContactId(app, admin)]
    await aBundle(app, admin, { transactions: [payment(two)] })
    const { status, body } = await merge(one, two, undefined, manager)
    assert.deepEqual([status, body.code], [403, 'forbidden'])
    const { data } = (await merge(two, one, undefined, manager)).body
    assert.equal(data.survivor_id, two)
    assert.equal((await merge(two, three, undefined, manager)).status, 200)
  })
})

describe('the list of merges', () => {
  test('is newest first, with the names of both, filtered by contact, and paged', async () => {
    const one = await aContactId(app, admin, { firstname: 'Zoé', surname: 'Stays' })
    const two = await aContactId(app, admin, { firstname: 'Zoe', surname: 'Goes' })
    const three = await aContactId(app, admin)
    const [a, b] = [(await merge(one, two)).body.data, (await merge(one, three)).body.data]
    const all = (await ask.get(`/v1/merges?contact_id=${one}`)).body
    assert.deepEqual(all.data, [b, a])
    const first = (await ask.get(`/v1/merges?contact_id=${one}&limit=1`)).body
    assert.deepEqual(first.data, [b])
    const next = (await ask.get(`/v1/merges?contact_id=${one}&limit=1&cursor=${first.next_cursor}`)).body
    assert.deepEqual(next.data, [a])
    assert.deepEqual((await ask.get(`/v1/merges/${a.id}`)).body.data, a)
    assert.deepEqual(a.survivor, { id: one, firstname: 'Zoé', surname: 'Stays' })
    assert.deepEqual(a.gone, { id: two, firstname: 'Zoe', surname: 'Goes' })
    assert.deepEqual((await app.as(other_space_user).get('/v1/merges')).body.data, [])
    assert.deepEqual(refusal(await ask.get('/v1/merges?cursor=abc')), invalidAt('query.cursor'))
  })
})

test('every column that refers to a contact is handled', async () => {
  const columns = await app.owner<{ name: string }[]>`
    select k.conrelid::regclass || '.' || a.attname as name
    from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey) and a.attname <> 'group_id'
    where k.contype = 'f' and k.confrelid = 'contacts'::regclass`
  assert.deepEqual(columns.map(({ name }) => name).sort(), Object.keys(contactReferences).sort())
})

describe('keys of a merged contact', () => {
  const none = { created: 0, updated: 0, unchanged: 0, repeated: 0, refused: 0 }
  const countsOf = (tally: any) => Object.fromEntries(Object.keys(none).map(name => [name, tally[name]]))

  test('an import finds the survivor by the mail or ID of the absorbed contact, until the merge is undone', async () => {
    const admin = await aUser(app, await aSpace(app), { role: 'admin' })
    const one = { surname: 'Curie', mail: 'marie@example.org', external_id: 'A-1' }
    const other = { surname: 'Curie', mail: 'Maria@Old.example', external_id: 'B-1' }
    const survivor = await aContact(app, admin, one)
    const middle = await aContact(app, admin, { surname: 'Curie', mail: 'middle@example.org' })
    const gone = await aContact(app, admin, other)
    const first = await app.as(admin).post(`/contacts/${middle.id}/merge`, { contact_id: gone.id })
    const second = await app.as(admin).post(`/contacts/${survivor.id}/merge`, { contact_id: middle.id })
    const file = 'mail,external_id,ville\nmaria@old.example,B-1,Paris\nmarie@example.org,A-1,Paris\n'
    const { id } = await anImport(app, admin, file, { match: 'mail' })
    const { check } = await runImportStep(app, admin, id, 'check')
    const { run } = await runImportStep(app, admin, id, 'run')
    assert.deepEqual([countsOf(check), countsOf(run)], Array(2).fill({ ...none, updated: 1, repeated: 1 }))
    const { run: again } = await runImport(app, admin, 'external_id,prénom\nB-1,Marya\n')
    assert.deepEqual(countsOf(again), { ...none, updated: 1 })
    const now = await readContact(app, admin, survivor.id)
    assert.partialDeepStrictEqual(now, { ...one, firstname: 'Marya', address: { city: 'Paris' } })
    assert.equal((await allContacts(app, admin)).length, 1)
    const heir = await aContact(app, admin, { surname: 'Heir', mail: 'maria@old.example' })
    await runImport(app, admin, 'mail,prénom\nmaria@old.example,New\n')
    const firstnames = [await readContact(app, admin, heir.id), await readContact(app, admin, survivor.id)]
    assert.deepEqual(valuesOf(firstnames, 'firstname'), ['New', 'Marya'], 'who has an address today comes first')
    await app.as(admin).delete(`/contacts/${heir.id}`)
    for (const { body } of [second, first]) await app.as(admin).post(`/v1/merges/${body.data.id}/undo`)
    const { run: later } = await runImport(app, admin, 'mail,prénom\nmaria@old.example,Maria\n')
    assert.deepEqual(countsOf(later), { ...none, updated: 1 })
    assert.equal((await readContact(app, admin, gone.id)).firstname, 'Maria')
    assert.equal((await readContact(app, admin, survivor.id)).firstname, 'Marya')
  })
})

const holding = (id: number) => (sql: Sql) =>
  sql`select from contacts where group_id = ${space} and id = ${id} for update`
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()

describe('concurrent merges', () => {
  test('two merges of one contact into two others: one succeeds', async () => {
    const [gone, one, two] = [await aContactId(app, admin), await aContactId(app, admin), await aContactId(app, admin)]
    await aBundle(app, admin, { transactions: [payment(gone)] })
    const answers = await sendConcurrently(app, holding(gone), [() => merge(one, gone), () => merge(two, gone)])
    assert.deepEqual(statuses(answers), [200, 422])
  })

  test('two contacts into each other: one succeeds, and one contact is left', async () => {
    const [one, two] = [await aContactId(app, admin), await aContactId(app, admin)]
    const answers = await sendConcurrently(app, holding(one), [() => merge(one, two), () => merge(two, one)])
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    const left = [await readContact(app, admin, one), await readContact(app, admin, two)].filter(Boolean)
    assert.equal(left.length, 1)
  })

  test('an earlier payment is moved, a later one is told the survivor', async () => {
    const [survivor, gone] = [await aContactId(app, admin), await aContactId(app, admin)]
    const pay = () =>
      ask.post('/v1/transaction_bundles', { transactions: [payment(gone)], memberships: [payment(gone)] })
    // It has its membership number already: a first one would change the contact and reorder the waiting statements.
    await aBundle(app, admin, { transactions: [payment(gone)], memberships: [payment(gone)] })
    const [early, done, late] = await sendInOrder(app, holding(gone), [pay, () => merge(survivor, gone), pay])
    assert.deepEqual([early!.status, done!.status, late!.status], [200, 200, 422])
    assert.match(late!.body.detail, new RegExp(`was merged into contact ${survivor}`))
    const { data } = (await ask.get(bundleAt(early!.body.data.id))).body
    assert.equal(data.transactions[0].contact_id, survivor)
    assert.equal(data.memberships[0].contact.id, survivor)
    assert.deepEqual(await verificationFindings(app, space), [])
  })

  test('a correction of a payment and a merge of its contact: both take effect', async () => {
    const [survivor, gone] = [await aContactId(app, admin), await aContactId(app, admin)]
    const bundle = await aBundle(app, admin, { transactions: [payment(gone)] })
    const correct = () =>
      ask.patch(bundleAt(bundle.id), { transactions: [{ id: bundle.transactions[0].id, amount: 7 }] })
    const answers = await sendConcurrently(app, holding(gone), [correct, () => merge(survivor, gone)])
    assert.deepEqual(statuses(answers), [200, 200])
    const { data } = (await ask.get(bundleAt(bundle.id))).body
    assert.partialDeepStrictEqual(data.transactions[0], { amount: 7, contact_id: survivor })
    assert.deepEqual(await verificationFindings(app, space), [])
  })

  test('one undo sent twice: one succeeds', async () => {
    const [one, two] = [await aContactId(app, admin), await aContactId(app, admin)]
    const { id } = (await merge(one, two)).body.data
    const undo = () => ask.post(`/v1/merges/${id}/undo`)
    assert.deepEqual(statuses(await sendConcurrently(app, holding(one), [undo, undo])), [200, 409])
  })
})
