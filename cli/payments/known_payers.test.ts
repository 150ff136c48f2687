import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../server/test/harness.ts'
import { aContactId } from '../../server/test/money.ts'
import { paymentImports } from '../../server/test/payment_imports.ts'
import { aUser, type Person } from '../../server/test/people.ts'

// Payers who were merged, restricted or erased.

const app = await startTestApp()
const { muster, refused, aFile, bundlesOf, aSpaceToImport } = paymentImports(app)

const byNumber = (number: string) => aFile(`id,member id,date,amount\n1,${number},2026-01-01,5\n`)
const byMail = (mail: string) => aFile(`id,mail,date,amount\n1,${mail},2026-01-01,5\n`)
const taking = ['--from', 'generic', '--create-contacts']
const contactsOf = async ({ space }: Person) =>
  (await app.owner`select id from contacts where group_id = ${space} and deleted_at is null order by id`).map(
    ({ id }) => id,
  )
const request = async (person: Person, kind: string, contact_id: number) => {
  const ask = app.as(person)
  const { body } = await ask.post('/v1/privacy_requests', { kind, contact_id })
  const wish = kind === 'erasure' ? { confirm_contact_id: contact_id } : {}
  const done = await ask.post(`/v1/privacy_requests/${body.data.id}/complete`, wish)
  assert.equal(done.status, 200, done.text)
}

describe('a merged payer', () => {
  test('is found by the ID and the mail of the merged contact, with and without --create-contacts', async () => {
    const { treasurer, ann, ben } = await aSpaceToImport()
    await app.as(treasurer).post(`/contacts/${ann}/merge`, { contact_id: ben })
    assert.match(
      await muster(treasurer, 'payments', byNumber('8'), ...taking, '--dry-run'),
      /Preview: 1 new, 0 already imported, 0 refused\.\nNew, by month/,
    )
    await muster(treasurer, 'payments', byNumber('8'), ...taking)
    await muster(treasurer, 'payments', byMail('BEN@example.org'), '--from', 'generic', '--source', 'other')
    assert.deepEqual(await contactsOf(treasurer), [ann])
    assert.deepEqual(
      (await bundlesOf(treasurer)).map(({ transactions: [paid] }) => paid.contact_id),
      [ann, ann],
    )
    const { body } = await app.as(treasurer).get(`/v1/contacts/${ann}`)
    assert.deepEqual([body.external_id, body.mail], ['7', 'ann@example.org'])
  })

  test('is the original contact again once the merge is undone', async () => {
    const { treasurer, ann, ben } = await aSpaceToImport()
    const { body } = await app.as(treasurer).post(`/contacts/${ann}/merge`, { contact_id: ben })
    await app.as(treasurer).post(`/v1/merges/${body.data.id}/undo`)
    await muster(treasurer, 'payments', byNumber('8'), ...taking)
    assert.equal((await bundlesOf(treasurer))[0].transactions[0].contact_id, ben)
  })
})

describe('a payer whose data is restricted', () => {
  test('is refused with that reason, whether or not the caller sees them, and no contact is created', async () => {
    const { treasurer, ann, ben } = await aSpaceToImport()
    const chief = await aUser(app, treasurer.space, { role: 'superadmin' })
    const admin = await aUser(app, treasurer.space, { role: 'admin' })
    await request(chief, 'restriction', ann)
    for (const person of [admin, chief])
      for (const file of [byNumber('7'), byMail('ann@example.org')]) {
        const { message } = await refused(person, 'payments', file, ...taking)
        assert.match(
          message,
          /row 2: The person with the (ID 7|mail ann@example\.org) asked for the restriction of their data/,
        )
      }
    assert.deepEqual(await contactsOf(treasurer), [ann, ben])
    assert.deepEqual(await bundlesOf(treasurer), [])
  })

  test('is also refused after a merge into them', async () => {
    const { treasurer, ann, ben } = await aSpaceToImport()
    const chief = await aUser(app, treasurer.space, { role: 'superadmin' })
    await app.as(chief).post(`/contacts/${ann}/merge`, { contact_id: ben })
    await request(chief, 'restriction', ann)
    const admin = await aUser(app, treasurer.space, { role: 'admin' })
    assert.match(
      (await refused(admin, 'payments', byNumber('8'), ...taking)).message,
      /asked for the restriction of their data/,
    )
    assert.deepEqual(await contactsOf(treasurer), [ann])
  })

  test('keeps payments that were imported before', async () => {
    const { treasurer, ann } = await aSpaceToImport()
    const chief = await aUser(app, treasurer.space, { role: 'superadmin' })
    const file = byNumber('7')
    await muster(treasurer, 'payments', file, ...taking)
    await request(chief, 'restriction', ann)
    const admin = await aUser(app, treasurer.space, { role: 'admin' })
    for (const person of [admin, chief])
      assert.match(await muster(person, 'payments', file, ...taking), /^Imported: 0 new, 1 already imported, 0 refused/)
  })
})

test('an erased payer is not created again by an old file', async () => {
  const { treasurer, ann } = await aSpaceToImport()
  const chief = await aUser(app, treasurer.space, { role: 'superadmin' })
  await request(chief, 'erasure', ann)
  const before = await contactsOf(treasurer)
  const { message } = await refused(treasurer, 'payments', byMail('Ann@example.org'), ...taking)
  assert.match(message, /row 2: The person with the mail Ann@example\.org was erased\. .* by hand/)
  assert.deepEqual(await contactsOf(treasurer), before)
})

test('a new payer with only an ID is created once by concurrent imports', async () => {
  const { treasurer } = await aSpaceToImport()
  const before = await contactsOf(treasurer)
  await Promise.all(
    ['a', 'b', 'c', 'd'].map(source => muster(treasurer, 'payments', byNumber('99'), ...taking, '--source', source)),
  )
  assert.equal((await contactsOf(treasurer)).length, before.length + 1)
  assert.equal((await bundlesOf(treasurer)).length, 4)
})

test('a copy of a refused row is refused too, and does not count as already imported', async () => {
  const { treasurer } = await aSpaceToImport()
  const row = '1,404,2026-01-01,5\n'
  const { message } = await refused(
    treasurer,
    'payments',
    aFile(`id,member id,date,amount\n${row}${row}`),
    '--from',
    'generic',
  )
  assert.match(message, /0 already imported, 2 refused/)
})

test('the ID of a contact in another space matches no contact', async () => {
  const { treasurer } = await aSpaceToImport()
  const stranger = await aSpaceToImport()
  await aContactId(app, stranger.treasurer, { external_id: '55' })
  assert.match(
    (await refused(treasurer, 'payments', byNumber('55'), '--from', 'generic')).message,
    /No contact has the ID 55/,
  )
})
