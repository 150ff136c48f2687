import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Pool } from '../../db/pool/pool.ts'
import { sendConcurrently } from '../../test/concurrency.ts'
import { aForm, answerTo, patchContact, readContact } from '../../test/contacts.ts'
import { anAction } from '../../test/field.ts'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { aBundle, aContactId, bundleAt, historyOf, payment, verificationFindings } from '../../test/money.ts'
import { aSpace, aUser, invalidAt, refusal } from '../../test/people.ts'

const app = await startTestApp({ own: true })
const space = await aSpace(app)
const officer = await aUser(app, space, { role: 'superadmin' })
const ask = app.as(officer)
const blank = { extra_json: {}, payment_method: {} }
const keyed = { 'idempotency-key': 'k' }

const complete = (id: number, data: object) => ask.post(`/v1/privacy_requests/${id}/complete`, data)
async function erase(contact_id: number) {
  const sent = { kind: 'erasure', contact_id, notes: 'Xantippe wrote' }
  return complete((await ask.post('/v1/privacy_requests', sent)).body.data.id, { confirm_contact_id: contact_id })
}

/** Every row of every table, as text. */
async function dump() {
  const tables = await app.owner<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`
  const lines: string[] = []
  for (const { name } of tables)
    for (const { line } of await app.owner<{ line: string }[]>`select t::text as line from ${app.owner(name)} t`)
      lines.push(`${name}: ${line}`)
  return lines
}
const found = (lines: string[], words: string[]) =>
  lines.filter(line => words.some(word => line.toLowerCase().includes(word.toLowerCase())))

const sums = () => app.owner`
  select 'transactions' as what, sum(amount)::text, count(*), min(date)::text from transactions
  union all select 'memberships', sum(amount)::text, count(*), min(start_date)::text from memberships
  union all select 'donations', sum(amount)::text, count(*), min(date)::text from donations
  order by 1`

/** A contact with data in every table that can refer to one. */
async function aWellKnownPerson() {
  const form = await aForm(app, officer, { kind: 'consent' })
  const survey = await aForm(app, officer, { type: 'text' })
  const contact = {
    ...{ firstname: 'Xantippe', surname: 'Quellmalz', married_name: 'Zörgiebel' },
    ...{ mail: 'Xantippe.Quellmalz@example.org', mobile: '+33 6 98 76 54 32', phone: '+33155443322' },
    ...{ birthdate: '1961-02-03', external_id: 'QX-77' },
    ...{ address: { street: 'Ulmenhagen', house_number: '7', city: 'Quakenbrück', country: 'DE' } },
    ...{ formdatas: [answerTo(form), answerTo(survey, undefined, 'Quellmalz likes hens')], tags: [{ name: 'hens' }] },
  }
  const made = await ask.post('/contacts', { contact }, { 'idempotency-key': 'made' })
  const id = made.body.data.contact.id as number
  const twin = await aContactId(app, officer, { ...contact, mail: 'quellmalz@example.net', formdatas: [], tags: [] })
  await ask.post(`/contacts/${id}/merge`, { contact_id: twin, fields: { mail: 'gone' } }, keyed)
  await patchContact(app, officer, id, { mail: 'Xantippe.Quellmalz@example.org' }, { 'idempotency-key': 'changed' })
  const data = { id, surname: 'Quellmalz', forms: [{ label: 'Quellmalz', value: 'x' }] }
  await ask.send('POST', '/contacts/upsert', { body: JSON.stringify({ kind: 'contact', data }) })
  const texts = {
    comment: 'Cheque of Mrs Quellmalz',
    extra_json: { by: 'Quellmalz' },
    payment_method: { holder: 'X Quellmalz' },
  }
  const paid = await ask.post(
    '/v1/transaction_bundles',
    {
      transactions: [payment(id, { ...texts, date: '2026-02-01' }), payment(twin)].slice(0, 1),
      memberships: [payment(id, { comment: 'Quellmalz joins' })],
      donations: [payment(id, { comment: 'Quellmalz gives' })],
    },
    { 'idempotency-key': 'paid' },
  )
  const bundle = paid.body.data
  const [warning] = (await ask.get('/v1/payment_warnings')).body.data
  await ask.post(`/v1/payment_warnings/${warning.id}/settle`, { note: 'Agreed with Mrs Quellmalz' })
  await ask.patch(bundleAt(bundle.id), {
    transactions: [{ id: bundle.transactions[0].id, comment: 'Quellmalz again' }],
  })
  const deleted = await aBundle(app, officer, { transactions: [payment(id, texts)], donations: [payment(id)] })
  await ask.delete(bundleAt(deleted.id))
  const other = await aContactId(app, officer, { surname: 'Neighbour' })
  const reassigned = await aBundle(app, officer, { transactions: [payment(id, texts)] })
  await ask.patch(bundleAt(reassigned.id), {
    transactions: [{ id: reassigned.transactions[0].id, contact_id: other, ...blank, comment: 'A neighbour' }],
  })
  const about = await aBundle(app, officer, {
    transactions: [payment(other, { comment: 'On behalf of xantippe.quellmalz@example.org' })],
  })
  const query = {
    $all: [{ $all: [{ $condition: { attr: 'mail', ope: 'eql', value: 'xantippe.quellmalz@example.org' } }] }],
  }
  assert.equal((await ask.post('/v1/saved_filters', { name: 'One person', query })).status, 200)
  assert.equal((await ask.post('/v1/payment_views', { name: 'Xantippe Quellmalz', filters: {} })).status, 200)
  const action = (await anAction(app, officer)).id
  const visit = { key: 'door', result: 'talked', contact_id: id, comment: 'Quellmalz has hens' }
  const rung = (await ask.post(`/actions/${action}/visits`, { visit }, { 'idempotency-key': 'rung' })).body.data
  const corrected = await ask.patch(`/actions/${action}/visits/${(rung.visit ?? rung.visits[0]).id}`, {
    visit: { comment: 'Mrs Quellmalz has hens' },
  })
  assert.equal(corrected.status, 200, corrected.text)
  await ask.get(`/contacts/${id}`)
  await app.owner`
    insert into audit_log (group_id, user_id, request, kind, subject, details)
    values (${space}, ${officer.id}, 'r', 'contacts.exported', 'contacts', '{"why": "Xantippe Quellmalz asked"}')`
  await app.owner`
    insert into mail_outbox (group_id, recipient, subject, sent_at)
    values (${space}, 'xantippe.quellmalz@example.org', 'Hello Quellmalz', now())`
  return { id, twin, bundle, reassigned, about, other }
}
const secrets = [
  ...['quellmalz', 'xantippe', 'zörgiebel', '98 76 54 32', '33698765432', '33155443322', 'QX-77', 'ulmenhagen'],
  'likes hens',
]

describe('an erasure', () => {
  test('removes all data of the person, and keeps the books unchanged', async () => {
    const { id, twin, bundle, reassigned, about, other } = await aWellKnownPerson()
    assert.ok(found(await dump(), secrets).length > 15)
    const before = [...(await sums())]
    const { status, body, text } = await erase(id)
    assert.equal(status, 200, text)
    assert.deepEqual([body.data.state, body.data.notes, body.data.still_known_as], ['done', '', []])
    assert.deepEqual(found(await dump(), secrets), [])
    assert.deepEqual([...(await sums())], before)
    assert.deepEqual(await verificationFindings(app, space), [])
    assert.equal((await ask.get(`/contacts/${id}`)).status, 404)
    assert.equal((await ask.get(`/contacts/${twin}`)).status, 404)

    const after = (await ask.get(bundleAt(bundle.id))).body.data
    const contact = { id, firstname: '', surname: '' }
    assert.partialDeepStrictEqual(after.donations[0], { amount: 1000, comment: '', contact })
    assert.partialDeepStrictEqual(after.transactions[0], { amount: 1000, comment: '' })
    const { extra_json, payment_method } = after.transactions[0]
    assert.deepEqual({ extra_json, payment_method }, blank)
    assert.ok(after.UpdatedAt > bundle.UpdatedAt, 'a client that follows changes sees it')
    const history = await historyOf(app, officer, bundle.id)
    assert.ok(history.every(({ erased, new: now }) => erased && now.amount === 1000 && now.comment === ''))

    const neighbour = (await ask.get(bundleAt(reassigned.id))).body.data.transactions[0]
    assert.deepEqual([neighbour.contact_id, neighbour.comment], [other, 'A neighbour'], 'what is of others stays')
    assert.equal((await ask.get(bundleAt(about.id))).body.data.transactions[0].comment, '')
    assert.equal((await readContact(app, officer, other)).surname, 'Neighbour')
  })

  test('keeps a hash, by which the person is recognised in a file', async () => {
    const id = await aContactId(app, officer, { mail: 'Gone.For.Good@example.org' })
    const check = async (...mails: string[]) =>
      (await ask.post('/v1/privacy_requests/erased', { mails })).body.data.erased
    assert.deepEqual(await check('gone.for.good@example.org'), [])
    await erase(id)
    assert.deepEqual(await check('gone.for.good@example.org', 'somebody@example.org'), ['gone.for.good@example.org'])
    const there = await aUser(app, await aSpace(app), { role: 'superadmin' })
    const elsewhere = await app.as(there).post('/v1/privacy_requests/erased', { mails: ['gone.for.good@example.org'] })
    assert.deepEqual(elsewhere.body.data.erased, [])
  })

  test('does not repeat a stored answer about the person, nor the request', async () => {
    const key = { 'idempotency-key': 'once' }
    const make = () => ask.post('/contacts', { contact: { surname: 'Onceonly' } }, key)
    const { id } = (await make()).body.data.contact
    await erase(id)
    assert.deepEqual(refusal(await make()), [409, 'idempotency_answer_erased'])
    assert.equal((await app.owner`select from contacts where surname = 'Onceonly'`).length, 0)
  })

  test('must be confirmed with the ID of the contact', async () => {
    const contact_id = await aContactId(app, officer)
    const { id } = (await ask.post('/v1/privacy_requests', { kind: 'erasure', contact_id })).body.data
    for (const data of [{}, { confirm_contact_id: contact_id + 1 }])
      assert.deepEqual(refusal(await complete(id, data)), invalidAt('body.data.confirm_contact_id'))
    assert.ok(await readContact(app, officer, contact_id))
  })

  test('includes a deleted contact, makes its merges final, and reports a user with the same address', async () => {
    const contact_id = await aContactId(app, officer, { mail: officer.mail.toUpperCase() })
    const gone = await aContactId(app, officer)
    const merged = (await ask.post(`/contacts/${contact_id}/merge`, { contact_id: gone })).body.data
    await ask.delete(`/contacts/${contact_id}`)
    const { body } = await erase(contact_id)
    assert.equal((await ask.post(`/v1/merges/${merged.id}/undo`)).status, 409)
    assert.equal((await ask.get(`/v1/merges/${merged.id}`)).body.data.can_undo, false)
    assert.deepEqual(body.data.still_known_as, ['user'])
    const again = await ask.post('/v1/privacy_requests', { kind: 'access', contact_id })
    assert.equal(again.status, 422)
  })

  test('and a concurrent payment are consistent in either order', async () => {
    const contact_id = await aContactId(app, officer, { surname: 'Meanwhile' })
    const { id } = (await ask.post('/v1/privacy_requests', { kind: 'erasure', contact_id })).body.data
    const paid = { transactions: [payment(contact_id)], donations: [payment(contact_id)] }
    await sendConcurrently(
      app,
      sql => sql`select from contacts where group_id = ${space} and id = ${contact_id} for update`,
      [() => complete(id, { confirm_contact_id: contact_id }), () => ask.post('/v1/transaction_bundles', paid)],
    )
    assert.deepEqual(found(await dump(), ['meanwhile']), [])
    assert.deepEqual(await verificationFindings(app, space), [])
  })

  test('of a contact changes nothing in another space', async () => {
    const there = await aUser(app, await aSpace(app), { role: 'superadmin' })
    const mine = await aContactId(app, officer, { surname: 'Twospaces', mail: 'two@example.org' })
    const theirs = await aContactId(app, there, { surname: 'Twospaces', mail: 'two@example.org' })
    const { id } = await aBundle(app, there, { transactions: [payment(theirs, { comment: 'two@example.org' })] })
    await erase(mine)
    assert.equal((await readContact(app, there, theirs)).mail, 'two@example.org')
    assert.equal((await app.as(there).get(bundleAt(id))).body.data.transactions[0].comment, 'two@example.org')
  })
})

describe('the database role of erasure', () => {
  test('may only blank personal data in append-only tables, of one space', async () => {
    const pool = new Pool({ url: app.database_url, role: 'muster_eraser', connections: 1 })
    for (const statement of [
      ...['update bundle_changes set hash = hash', 'delete from bundle_changes', 'update audit_log set kind = kind'],
      ...['delete from audit_log', 'delete from contacts', 'delete from idempotency_keys'],
    ])
      await assert.rejects(
        pool.write({ group_id: space }, sql => sql.unsafe(statement)),
        /permission denied/,
        statement,
      )
    assert.equal((await pool.read({}, sql => sql`select from bundle_changes`)).length, 0)
    await pool.end()
  })
})

test('a request that two users complete at once is completed once', async () => {
  const contact_id = await aContactId(app, officer)
  const { id } = (await ask.post('/v1/privacy_requests', { kind: 'restriction', contact_id })).body.data
  // In two processes: one process runs one such request of a space at a time.
  const other = await startTestApp({ same_database_as: app })
  const complete = (where: TestApp) => () => where.as(officer).post(`/v1/privacy_requests/${id}/complete`, {})
  const answers = await sendConcurrently(
    app,
    sql => sql`select from privacy_requests where group_id = ${space} and id = ${id} for update`,
    [complete(app), complete(other)],
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
})
