import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { aContact, aFormWithValueIds, readContact, withoutUpdateTimes } from '../../test/contacts.ts'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, bundleAt, payment, verificationFindings } from '../../test/money.ts'
import { aSpace, aUser, type Person, refusal } from '../../test/people.ts'
import { longTest, runs } from '../../test/runs.ts'
import { reindexContacts } from '../../test/search_index.ts'
import { valuesOf } from '../../test/values.ts'

const app = await startTestApp()
const space = await aSpace(app)
const admin = await aUser(app, space, { role: 'admin' })
const manager = await aUser(app, space, { role: 'manager' })
const ask = app.as(admin)
const read = (id: number) => readContact(app, admin, id)
const forms = {
  survey: await aFormWithValueIds(app, admin),
  consent: await aFormWithValueIds(app, admin, { kind: 'consent' }),
  choices: await aFormWithValueIds(app, admin, { kind: 'custom_fields', type: 'checkbox', values: ['a', 'b', 'c'] }),
}

async function merged(survivor: number, gone: number, fields?: object): Promise<any> {
  const { status, body, text } = await ask.post(`/contacts/${survivor}/merge`, { contact_id: gone, fields })
  assert.equal(status, 200, text)
  return body.data
}
async function undone(id: number): Promise<any> {
  const { status, body, text } = await ask.post(`/v1/merges/${id}/undo`)
  assert.equal(status, 200, text)
  return body.data
}
const nothing = { fields: [], answers: [], transactions: [], memberships: [], donations: [] }

/** The sums of payments per currency and kind, over the whole space. */
const sums = () => app.owner`
  select 'transactions' as what, currency, sum(amount)::text, count(*) from transactions where group_id = ${space} group by 2
  union all select 'memberships', currency, sum(amount)::text, count(*) from memberships where group_id = ${space} group by 2
  union all select 'donations', currency, sum(amount)::text, count(*) from donations where group_id = ${space} group by 2
  order by 1, 2`

const answer = ({ id, refs }: { id: number; refs: number[] }, ref: number, more: object = {}) => ({
  form_id: id,
  form_ref_id: refs[ref]!,
  data: '',
  ...more,
})
const ada = {
  ...{ firstname: 'Ada', surname: 'É"\\', mail: 'a@example.org', mobile: '12', birthdate: '1990-01-01' },
  ...{ address: { city: 'Lyon', street: 'Rue' }, tags: [{ name: 'p' }, { name: 'q' }] },
  custom_fields: [answer(forms.choices, 0), answer(forms.choices, 1)],
  formdatas: [answer(forms.survey, 0), answer(forms.consent, 0, { date: '2025-01-01' })],
}
const other_ada = {
  ...{ firstname: 'A', mail: 'b@example.org', mobile: '0612345678', birthdate: '1991-01-01', black_list: true },
  ...{ address: { city: 'Paris' }, tags: [{ name: 'q' }, { name: 'r' }] },
  custom_fields: [answer(forms.choices, 1), answer(forms.choices, 2)],
  formdatas: [answer(forms.survey, 1), answer(forms.consent, 1, { date: '2026-01-01' })],
}

const text = fc.constantFrom('', 'Ada', 'É"\\', 'x')
const answers = (form: { id: number; refs: number[] }, several: boolean) =>
  fc
    .uniqueArray(fc.nat(form.refs.length - 1), { maxLength: several ? 3 : 1 })
    .map(list => list.map(ref => ({ form_id: form.id, form_ref_id: form.refs[ref]!, data: '' })))
const dated = (list: object[], date: string) => list.map(answer => ({ ...answer, date }))
const person = fc.record({
  firstname: text,
  surname: text,
  mail: fc.constantFrom('', 'a@example.org', 'b@example.org'),
  mobile: fc.constantFrom('', '0612345678', '12'),
  birthdate: fc.constantFrom(null, '1990-01-01', '1991-01-01'),
  black_list: fc.boolean(),
  address: fc.constantFrom(null, { city: 'Paris' }, { city: 'Lyon', street: 'Rue' }),
  tags: fc.subarray(['p', 'q', 'r']).map(list => list.map(name => ({ name }))),
  custom_fields: answers(forms.choices, true),
  formdatas: fc
    .tuple(answers(forms.survey, false), answers(forms.consent, false), fc.constantFrom('2025-01-01', '2026-01-01'))
    .map(([survey, consent, date]) => [...survey, ...dated(consent, date)]),
})
const bundle = fc.record({
  transactions: fc.array(fc.nat(1), { minLength: 1, maxLength: 3 }),
  memberships: fc.array(fc.nat(1), { maxLength: 2 }),
  donations: fc.array(fc.nat(1), { maxLength: 2 }),
})
const choice = fc.dictionary(
  fc.constantFrom('firstname', 'mail', 'address', 'mobile'),
  fc.constantFrom('survivor', 'gone'),
)

const plain = await aUser(app, space, { role: 'admin', scopes: ['contacts:read', 'contacts:write'] })
const treasurer = await aUser(app, space, { role: 'admin', scopes: ['contacts:read', 'finance:read'] })
const organiser = await aUser(app, space, { role: 'admin', scopes: ['contacts:read', 'contacts:sensitive'] })

describe('undoing a merge', () => {
  test('restores both contacts and their payments', async () => {
    const taken = { firstname: 'gone', mail: 'gone', address: 'gone' }
    const kept = { firstname: 'survivor', mail: 'survivor', address: 'survivor' }
    for (const [one, two, choice] of [
      [ada, other_ada, taken],
      [other_ada, ada, kept],
      [{}, ada, {}],
      [ada, {}, taken],
    ]) {
      const [survivor, gone] = [await aContactId(app, admin, one), await aContactId(app, admin, two)]
      const bundles = [
        await aBundle(app, admin, {
          transactions: [payment(survivor), payment(gone)],
          memberships: [payment(gone), payment(survivor)],
          donations: [payment(gone)],
        }),
        await aBundle(app, admin, { transactions: [payment(gone)], memberships: [payment(gone)] }),
      ]
      const look = async () => ({
        contacts: [await read(survivor), await read(gone)],
        bundles: await Promise.all(bundles.map(async ({ id }) => (await ask.get(bundleAt(id))).body.data)),
        sums: [...(await sums())],
      })
      const before = await look()
      const { id } = await merged(survivor, gone, choice)
      assert.deepEqual([...(await sums())], before.sums)
      assert.deepEqual((await undone(id)).stayed, nothing)
      assert.deepEqual(withoutUpdateTimes(await look()), withoutUpdateTimes(before))
    }
    assert.deepEqual(await verificationFindings(app, space), [])
  })

  longTest('restores any two contacts and their payments', async () => {
    const story = fc.record({ two: fc.tuple(person, person), paid: fc.array(bundle, { maxLength: 3 }), choice })
    await fc.assert(
      fc.asyncProperty(story, async ({ two, paid, choice }) => {
        const [survivor, gone] = [await aContactId(app, admin, two[0]), await aContactId(app, admin, two[1])]
        const owners = [survivor, gone]
        const items = (list: number[]) => list.map(who => payment(owners[who]!))
        const bundles: any[] = []
        for (const lists of paid) {
          const sent = Object.entries(lists).map(([kind, list]) => [kind, items(list)])
          bundles.push(await aBundle(app, admin, Object.fromEntries(sent)))
        }
        const look = async () => ({
          contacts: [await read(survivor), await read(gone)],
          bundles: await Promise.all(bundles.map(async ({ id }) => (await ask.get(bundleAt(id))).body.data)),
          sums: [...(await sums())],
        })
        const before = await look()
        const { id } = await merged(survivor, gone, choice)
        assert.deepEqual([...(await sums())], before.sums)
        const { stayed } = await undone(id)
        assert.deepEqual(stayed, nothing)
        assert.deepEqual(withoutUpdateTimes(await look()), withoutUpdateTimes(before))
      }),
      { numRuns: runs(40) },
    )
    assert.deepEqual(await verificationFindings(app, space), [])
  })

  test('keeps later changes with the survivor, and reports them', async () => {
    const form = forms.survey
    const survivor = await aContactId(app, admin, { firstname: 'Ada', mail: '' })
    const formdatas = [{ form_id: form.id, form_ref_id: form.refs[0], data: '' }]
    const gone = await aContactId(app, admin, { mail: 'old@example.org', mobile: '0612345678', formdatas })
    const { transactions } = await aBundle(app, admin, { transactions: [payment(gone), payment(gone)] })
    const third = await aContactId(app, admin)
    const { id } = await merged(survivor, gone)
    await app.owner`update contacts set mail = 'new@example.org' where id = ${survivor}`
    await app.owner`update contact_answers set form_ref_id = ${form.refs[1]!} where contact_id = ${survivor}`
    await reindexContacts(app.owner, space)
    const bundle = bundleAt(transactions[0].transaction_bundle_id)
    await ask.patch(bundle, { transactions: [{ id: transactions[0].id, contact_id: third }] })
    const { stayed } = await undone(id)
    const now = await read(survivor)
    const kept = { fields: ['mail'], answers: [now.formdatas[0].id], transactions: [transactions[0].id] }
    assert.deepEqual(stayed, { ...nothing, ...kept })
    assert.deepEqual([now.mail, now.mobile, now.formdatas.length], ['new@example.org', '', 1])
    assert.partialDeepStrictEqual(await read(gone), { mail: 'old@example.org', mobile: '0612345678' })
    const { data } = (await ask.get(bundle)).body
    const seen = data.transactions.map((item: any) => item.contact_id)
    assert.deepEqual(seen, [third, gone])
  })

  test('keeps later payments with the survivor, who gets a membership number of their own', async () => {
    const [survivor, gone] = [await aContactId(app, admin), await aContactId(app, admin)]
    await aBundle(app, admin, { transactions: [payment(gone)], memberships: [payment(gone)] })
    const { membership_number } = await read(gone)
    const { id } = await merged(survivor, gone)
    const later = await aBundle(app, admin, { transactions: [payment(survivor)], memberships: [payment(survivor)] })
    assert.equal((await read(survivor)).membership_number, membership_number)
    await undone(id)
    assert.equal((await read(gone)).membership_number, membership_number)
    const number = (await read(survivor)).membership_number
    assert.ok(number > membership_number)
    const { data } = (await ask.get(bundleAt(later.id))).body
    assert.partialDeepStrictEqual(data.memberships[0].contact, { id: survivor, membership_number: number })
    assert.deepEqual(await verificationFindings(app, space), [])
  })

  test('keeps the consent history of both unchanged', async () => {
    const { id: form_id, refs } = forms.consent
    const gone = await aContactId(app, admin, { formdatas: [{ form_id, form_ref_id: refs[0], data: '' }] })
    const survivor = await aContactId(app, admin)
    await undone((await merged(survivor, gone)).id)
    const rows = await app.owner`
      select contact_id, given, source from consent_history where contact_id in (${survivor}, ${gone}) order by id`
    assert.deepEqual(valuesOf(rows, 'contact_id', 'given'), [
      [gone, true],
      [survivor, true],
      [survivor, false],
    ])
  })

  test('needs a deleted survivor to be restored first', async () => {
    const survivor = await aContactId(app, admin, { firstname: 'Ada' })
    const gone = await aContactId(app, admin, { mail: 'gone@example.org' })
    const { id } = await merged(survivor, gone)
    await ask.delete(`/contacts/${survivor}`)
    const early = await ask.post(`/v1/merges/${id}/undo`)
    assert.deepEqual(refusal(early), [409, 'conflict'])
    assert.match(early.body.detail, /restore it first/)
    assert.equal((await ask.post(`/contacts/${survivor}/restore`)).status, 200)
    assert.deepEqual((await undone(id)).stayed, nothing)
    assert.deepEqual([(await read(survivor)).mail, (await read(gone)).mail], ['', 'gone@example.org'])
  })

  test('is refused twice, out of order, for an unknown merge, and to users who may not move the payments', async () => {
    const ids = [await aContactId(app, admin), await aContactId(app, admin), await aContactId(app, admin)] as const
    await aBundle(app, admin, { transactions: [payment(ids[0])] })
    const [first, second] = [await merged(ids[1], ids[0]), await merged(ids[2], ids[1])]
    const undo = (id: number, as = admin) => app.as(as).post(`/v1/merges/${id}/undo`)
    const early = await undo(first.id)
    assert.deepEqual(refusal(early), [409, 'conflict'])
    assert.match(early.body.detail, new RegExp(`undo merge ${second.id} first`))
    assert.deepEqual(refusal(await undo(second.id, manager)), [403, 'forbidden'])
    await undone(second.id)
    assert.equal((await undone(first.id)).can_undo, false)
    assert.deepEqual(refusal(await undo(first.id)), [409, 'conflict'])
    assert.deepEqual(refusal(await undo(9_999_999)), [404, 'not_found'])
    assert.ok(await read(ids[0]))
  })
})

/** A merge that moved a payment, an answer and a tag. */
async function aMerge() {
  const form = await aFormWithValueIds(app, admin)
  const gone = await aContact(app, admin, {
    surname: 'Gone',
    tags: [{ name: 'press' }],
    formdatas: [{ form_id: form.id, form_ref_id: form.refs[0], data: '' }],
  })
  await aBundle(app, admin, {
    transactions: [payment(gone.id)],
    memberships: [payment(gone.id)],
    donations: [payment(gone.id)],
  })
  const survivor = await aContactId(app, admin)
  const { body, text } = await app.as(admin).post(`/contacts/${survivor}/merge`, { contact_id: gone.id })
  assert.equal(body.status, 'success', text)
  return body.data
}

const counts = ({ transactions, memberships, donations, answers, tags }: any) =>
  [transactions.length, memberships.length, donations.length, answers, tags] as const

const readers = { admin, plain, treasurer, organiser }
/** What each of them is shown. */
const seenByAll = async (read: (person: Person) => Promise<unknown>) =>
  Object.fromEntries(
    await Promise.all(Object.entries(readers).map(async ([name, person]) => [name, await read(person)] as const)),
  )

describe('a merge shows payments and answers only to users who may read them:', () => {
  const merged = aMerge()

  test('their counts, by itself and in the list', async () => {
    const { id } = await merged
    const expected = {
      admin: [1, 1, 1, 1, 1],
      plain: [0, 0, 0, 0, 0],
      treasurer: [1, 1, 1, 0, 0],
      organiser: [0, 0, 0, 1, 1],
    }
    const alone = await seenByAll(async who => counts((await app.as(who).get(`/v1/merges/${id}`)).body.data))
    const listed = await seenByAll(async who => {
      const { body } = await app.as(who).get('/v1/merges')
      return counts(body.data.find((one: any) => one.id === id))
    })
    assert.deepEqual([alone, listed], [expected, expected])
  })

  test('also of what stayed after an undo', async () => {
    const { id } = await merged
    const { body } = await app.as(admin).post(`/v1/merges/${id}/undo`, {})
    const stayed = { fields: [], answers: [3], transactions: [7], memberships: [8], donations: [9] }
    assert.notEqual(body.data.stayed, null)
    await app.owner`update merges set stayed = ${JSON.stringify(stayed)}::text::json where id = ${id}`
    const seen = await seenByAll(async who => (await app.as(who).get(`/v1/merges/${id}`)).body.data.stayed)
    const none = { transactions: [], memberships: [], donations: [] }
    assert.deepEqual(seen, {
      ...{ admin: stayed, plain: { ...stayed, ...none, answers: [] } },
      ...{ treasurer: { ...stayed, answers: [] }, organiser: { ...stayed, ...none } },
    })
  })

  test('and in the responses to a merge and an undo', async () => {
    const survivor = await aContactId(app, admin)
    const form = await aFormWithValueIds(app, admin)
    const gone = await aContact(app, admin, { formdatas: [{ form_id: form.id, form_ref_id: form.refs[0], data: '' }] })
    const merged = await app.as(plain).post(`/contacts/${survivor}/merge`, { contact_id: gone.id })
    assert.deepEqual([merged.status, merged.body.data.answers], [200, 0])
    const undone = await app.as(plain).post(`/v1/merges/${merged.body.data.id}/undo`, {})
    assert.deepEqual([undone.status, undone.body.data.answers], [200, 0])
  })
})
