import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../server/test/harness.ts'
import { aContactId, aTreasurer, rowCounts } from '../../server/test/money.ts'
import { paymentImports } from '../../server/test/payment_imports.ts'
import { aUser, type Person } from '../../server/test/people.ts'

// Payers who were merged, restricted or erased.

const app = await startTestApp()
const { muster, refused, aFile, bundlesOf, aSpaceToImport } = paymentImports(app)

const byNumber = (number: string) => aFile(`id,member id,date,amount\n1,${number},2026-01-01,5\n`)
const byMail = (mail: string) => aFile(`id,mail,date,amount\n1,${mail},2026-01-01,5\n`)
const taking = ['--from', 'generic', '--create-contacts']
const contactsOf = async ({ space }: Person) => {
  const rows = await app.owner`select id from contacts where group_id = ${space} and deleted_at is null order by id`
  return rows.map(({ id }) => id)
}
const payersOf = async (person: Person) => (await bundlesOf(person)).map(({ transactions: [t] }) => t.contact_id)
const reason = async (person: Person, file: string, ...wish: string[]) =>
  (await refused(person, 'payments', file, ...(wish.length > 0 ? wish : taking))).message
const request = async (person: Person, kind: string, contact_id: number) => {
  const ask = app.as(person)
  const { body } = await ask.post('/v1/privacy_requests', { kind, contact_id })
  const wish = kind === 'erasure' ? { confirm_contact_id: contact_id } : {}
  const done = await ask.post(`/v1/privacy_requests/${body.data.id}/complete`, wish)
  assert.equal(done.status, 200, done.text)
}

test('a merged payer is found by the ID and the mail of the merged contact, and is the original one once that is undone', async () => {
  const { treasurer, ann, ben } = await aSpaceToImport()
  const merge = await app.as(treasurer).post(`/contacts/${ann}/merge`, { contact_id: ben })
  assert.match(
    await muster(treasurer, 'payments', byNumber('8'), ...taking, '--dry-run'),
    /Preview: 1 new, 0 already imported, 0 refused\.\nNew, by month/,
  )
  await muster(treasurer, 'payments', byNumber('8'), ...taking)
  await muster(treasurer, 'payments', byMail('BEN@example.org'), '--from', 'generic', '--source', 'other')
  assert.deepEqual(await contactsOf(treasurer), [ann])
  assert.deepEqual(await payersOf(treasurer), [ann, ann])
  const { body } = await app.as(treasurer).get(`/v1/contacts/${ann}`)
  assert.deepEqual([body.external_id, body.mail], ['7', 'ann@example.org'])
  await app.as(treasurer).post(`/v1/merges/${merge.body.data.id}/undo`)
  await muster(treasurer, 'payments', byNumber('8'), ...taking, '--source', 'third')
  assert.equal((await payersOf(treasurer)).at(-1), ben)
})

test('a payer whose data is restricted keeps payments, and gets no new ones, whoever imports them', async () => {
  const { treasurer, ann, ben } = await aSpaceToImport()
  const chief = await aUser(app, treasurer.space, { role: 'superadmin' })
  const old = byNumber('7')
  await muster(treasurer, 'payments', old, ...taking)
  await request(chief, 'restriction', ann)
  for (const person of [treasurer, chief]) {
    assert.match(await muster(person, 'payments', old, ...taking), /^Imported: 0 new, 1 already imported, 0 refused/)
    for (const file of [byNumber('7'), byMail('ann@example.org')])
      assert.match(
        await reason(person, file, ...taking, '--source', 'new'),
        /row 2: The person with the (ID 7|mail ann@example\.org) asked for the restriction of their data/,
      )
  }
  assert.deepEqual(await contactsOf(treasurer), [ann, ben])
  assert.deepEqual(await payersOf(chief), [ann])
})

test('a payer who was merged into a restricted contact is refused', async () => {
  const { treasurer, ann, ben } = await aSpaceToImport()
  const chief = await aUser(app, treasurer.space, { role: 'superadmin' })
  await app.as(chief).post(`/contacts/${ann}/merge`, { contact_id: ben })
  await request(chief, 'restriction', ann)
  assert.match(await reason(treasurer, byNumber('8')), /asked for the restriction of their data/)
  assert.deepEqual(await contactsOf(treasurer), [ann])
})

test('an erased payer keeps payments and is not created again, by an old file or a new one', async () => {
  const { treasurer, ann } = await aSpaceToImport()
  const chief = await aUser(app, treasurer.space, { role: 'superadmin' })
  const old = byMail('ann@example.org')
  await muster(treasurer, 'payments', old, ...taking)
  await request(chief, 'erasure', ann)
  const before = await rowCounts(app)
  const erased = /row 2: The person with the mail [Aa]nn@example\.org was erased\. .* by hand/
  assert.match(await reason(treasurer, old), erased)
  assert.match(await reason(treasurer, byMail('Ann@example.org')), erased)
  assert.match(await reason(treasurer, byMail('Ann@example.org'), ...taking, '--source', 'new'), erased)
  assert.deepEqual(await rowCounts(app), before)
  assert.equal((await bundlesOf(treasurer)).length, 1)
})

test('a new payer with only an ID is created once by concurrent imports', async () => {
  const { treasurer } = await aSpaceToImport()
  const before = await contactsOf(treasurer)
  await Promise.all(
    ['a', 'b', 'c'].map(source => muster(treasurer, 'payments', byNumber('99'), ...taking, '--source', source)),
  )
  assert.equal((await contactsOf(treasurer)).length, before.length + 1)
  assert.equal((await bundlesOf(treasurer)).length, 3)
})

test('the ID of a contact in another space matches none, and a copy of a refused row is refused too', async () => {
  const { treasurer } = await aSpaceToImport()
  await aContactId(app, await aTreasurer(app), { external_id: '404', mail: 'other@example.org' })
  const row = '1,404,other@example.org,2026-01-01,5\n'
  const message = await reason(treasurer, aFile(`id,member id,mail,date,amount\n${row}${row}`), '--from', 'generic')
  assert.match(message, /row 2: No contact has the ID 404 or the mail other@/)
  assert.match(message, /0 already imported, 2 refused/)
})
