import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aContact } from '../../test/contacts.ts'
import { eventually, startTestApp } from '../../test/harness.ts'
import { aNote, carryOut, made } from '../../test/notes.ts'
import { aSpace, aUser, aUserPerRole, invalidAt, mailsTo, type Person, refusal } from '../../test/people.ts'
import { valuesOf } from '../../test/values.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const { superadmin, admin, manager, user } = cast
const stranger = await aUser(app, await aSpace(app, 'Elsewhere'), { role: 'superadmin' })

const aPerson = async (who: Person = admin) => (await aContact(app, who, { surname: 'Noted' })).id as number
const notesOf = async (who: Person, contact_id: number) =>
  (await app.as(who).get(`/v1/contacts/${contact_id}/notes`)).body.data
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)
/** The subjects of all mails to a user, sent or not. */
const subjectsTo = async ({ mail }: Person) => {
  const rows = await app.owner<{ subject: string }[]>`
    select subject from mail_outbox where group_id = ${space} and recipient = ${mail} order by id`
  return rows.map(({ subject }) => subject)
}

describe('a note', () => {
  test('has its author, its text as it was written, and no mark of an edit', async () => {
    const contact_id = await aPerson()
    const text = '**Bold**\n- one\n- two\nhttps://example.org'
    const note = await aNote(app, admin, contact_id, text)
    const { id, firstname, surname } = admin
    assert.deepEqual([note.contact_id, note.text, note.user], [contact_id, text, { id, firstname, surname }])
    const seen = [note.edited, note.edited_at, note.pinned, note.own, note.mentions]
    assert.deepEqual(seen, [false, null, false, true, []])
    assert.deepEqual(await notesOf(admin, contact_id), [note])
  })

  test('is listed with pinned ones first, then the newest, page by page', async () => {
    const contact_id = await aPerson()
    const one = await aNote(app, admin, contact_id, 'One', true)
    const two = await aNote(app, admin, contact_id, 'Two')
    const three = await aNote(app, admin, contact_id, 'Three')
    assert.deepEqual(idsOf(await notesOf(admin, contact_id)), [one.id, three.id, two.id])
    const path = `/v1/contacts/${contact_id}/notes?limit=1`
    const first = (await app.as(admin).get(path)).body
    const second = (await app.as(admin).get(`${path}&cursor=${first.next_cursor}`)).body
    const third = (await app.as(admin).get(`${path}&cursor=${second.next_cursor}`)).body
    assert.deepEqual(idsOf([...first.data, ...second.data, ...third.data]), [one.id, three.id, two.id])
    assert.deepEqual(refusal(await app.as(admin).get(`${path}&cursor=abc`)), invalidAt('query.cursor'))
  })

  test('says that it was edited, and only its author edits it', async () => {
    const contact_id = await aPerson()
    const { id } = await aNote(app, manager, contact_id)
    const { body } = await app.as(manager).patch(`/v1/notes/${id}`, { text: 'Moved.' })
    assert.deepEqual([body.data.text, body.data.edited], ['Moved.', true])
    assert.deepEqual(refusal(await app.as(superadmin).patch(`/v1/notes/${id}`, { text: 'Mine' })), [403, 'forbidden'])
    const pinned = await app.as(admin).patch(`/v1/notes/${id}`, { pinned: true, text: 'Moved.' })
    const seen = [pinned.status, pinned.body.data.pinned, pinned.body.data.edited_at]
    assert.deepEqual(seen, [200, true, body.data.edited_at])
  })

  test('is refused when it is blank, too long, or not there', async () => {
    const contact_id = await aPerson()
    const send = (text: unknown) => app.as(admin).post(`/v1/contacts/${contact_id}/notes`, { text })
    for (const text of ['', ' \n ', 'x'.repeat(10_001), 7, undefined])
      assert.deepEqual(refusal(await send(text)), invalidAt('body.data.text'))
    assert.equal((await send('x'.repeat(10_000))).status, 200)
    const { id } = await aNote(app, admin, contact_id)
    assert.deepEqual(refusal(await app.as(admin).patch(`/v1/notes/${id}`, { text: ' ' })), invalidAt('body.data.text'))
    assert.equal((await app.as(admin).post('/v1/contacts/999999999/notes', { text: 'A' })).status, 404)
  })

  test('changes only if it is still as it was read', async () => {
    const contact_id = await aPerson()
    const sent = await app.as(admin).post(`/v1/contacts/${contact_id}/notes`, { text: 'First' })
    const header = { 'if-match': sent.headers.get('etag')! }
    const path = `/v1/notes/${sent.body.data.id}`
    const answers = await Promise.all(['A', 'B'].map(text => app.as(admin).patch(path, { text }, header)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412])
  })
})

describe('who reads and deletes a note', () => {
  test('its author, mentioned users, and users with contacts:sensitive', async () => {
    const contact_id = await aPerson()
    const colleague = await aUser(app, space, { role: 'manager' })
    const [theirs, own] = [await aNote(app, admin, contact_id), await aNote(app, manager, contact_id)]
    const shared = await aNote(app, admin, contact_id, `@[user:${colleague.id}] knows.`)
    assert.deepEqual(idsOf(await notesOf(admin, contact_id)), [shared.id, own.id, theirs.id])
    assert.deepEqual(idsOf(await notesOf(manager, contact_id)), [own.id])
    assert.deepEqual(idsOf(await notesOf(colleague, contact_id)), [shared.id])
    assert.equal((await app.as(manager).patch(`/v1/notes/${theirs.id}`, { pinned: true })).status, 404)
    assert.equal((await app.as(manager).delete(`/v1/notes/${theirs.id}`)).status, 404)
  })

  test('each read is in the audit log', async () => {
    const contact_id = await aPerson()
    await notesOf(manager, contact_id)
    const { body } = await app.as(admin).get(`/v1/audit?subject=contact&subject_id=${contact_id}`)
    const entry = body.data.find(({ kind }: { kind: string }) => kind === 'contact.notes_read')
    assert.equal(entry.user.id, manager.id)
  })

  test('the author deletes it, others need privacy:manage, and the audit log says so', async () => {
    const contact_id = await aPerson()
    const [one, two] = [await aNote(app, manager, contact_id), await aNote(app, manager, contact_id)]
    assert.deepEqual(refusal(await app.as(admin).delete(`/v1/notes/${one.id}`)), [403, 'forbidden'])
    assert.equal((await app.as(manager).delete(`/v1/notes/${one.id}`)).status, 200)
    assert.equal((await app.as(superadmin).delete(`/v1/notes/${two.id}`)).status, 200)
    assert.equal((await app.as(manager).delete(`/v1/notes/${one.id}`)).status, 404)
    assert.deepEqual(await notesOf(superadmin, contact_id), [])
    const { body } = await app.as(admin).get('/v1/audit?kind=contact.note_deleted')
    const [last, before] = body.data
    assert.deepEqual([last.user.id, last.details.note_id], [superadmin.id, two.id])
    assert.deepEqual([before.user.id, before.details.note_id], [manager.id, one.id])
  })
})

describe('a mention', () => {
  test('sends one mail to each mentioned user, in their language, and none to the author', async () => {
    const [french, english] = [await aUser(app, space, { role: 'manager' }), await aUser(app, space, { role: 'admin' })]
    await app.owner`update users set locale = 'fr' where group_id = ${space} and id = ${french.id}`
    const author = await aUser(app, space, { role: 'manager' })
    const contact_id = await aPerson()
    const text = `@[user:${french.id}] @[user:${english.id}] @[user:${french.id}] @[user:${author.id}] secret`
    const note = await aNote(app, author, contact_id, text)
    const seen = idsOf(note.mentions)
    assert.deepEqual(
      seen,
      [author.id, french.id, english.id].sort((a, b) => a - b),
    )
    const sender = `${author.firstname} ${author.surname}`
    assert.deepEqual(await subjectsTo(french), [`${sender} vous a mentionné·e dans une note`])
    assert.deepEqual(await subjectsTo(english), [`${sender} mentioned you in a note`])
    assert.deepEqual(await subjectsTo(author), [])
    const mail = await eventually(() => mailsTo(app, french.mail)[0])
    assert.match(mail.text, new RegExp(`/console/contacts/${contact_id}\n`))
    assert.doesNotMatch(mail.text, /secret|Noted/)
  })

  test('is not mailed again when the note is edited, also after it was removed for a while', async () => {
    const [first, second] = [await aUser(app, space, { role: 'manager' }), await aUser(app, space, { role: 'manager' })]
    const note = await aNote(app, admin, await aPerson(), `@[user:${first.id}]`)
    const edit = (text: string) => app.as(admin).patch(`/v1/notes/${note.id}`, { text })
    assert.deepEqual(idsOf((await edit('No one')).body.data.mentions), [])
    await edit(`@[user:${first.id}] and @[user:${second.id}]`)
    assert.deepEqual([(await subjectsTo(first)).length, (await subjectsTo(second)).length], [1, 1])
  })

  test('is refused for users who are not in the space, cannot see contacts, or are too many', async () => {
    const contact_id = await aPerson()
    const send = (text: string) => app.as(admin).post(`/v1/contacts/${contact_id}/notes`, { text })
    for (const id of [stranger.id, user.id, 999_999_999])
      assert.deepEqual(refusal(await send(`@[user:${id}]`)), invalidAt('body.data.text'))
    const many = Array.from({ length: 21 }, (_, n) => `@[user:${n + 1}]`).join(' ')
    assert.deepEqual(refusal(await send(many)), invalidAt('body.data.text'))
    assert.deepEqual(await notesOf(admin, contact_id), [])
  })

  test('is limited to a number a day', async () => {
    const author = await aUser(app, space, { role: 'admin' })
    const colleagues: Person[] = []
    for (let n = 0; n < 20; n++) colleagues.push(await aUser(app, space, { role: 'manager' }))
    const text = colleagues.map(({ id }) => `@[user:${id}]`).join(' ')
    const contact_id = await aPerson()
    for (let n = 0; n < 25; n++) await aNote(app, author, contact_id, text)
    const over = await app.as(author).post(`/v1/contacts/${contact_id}/notes`, { text })
    assert.deepEqual([refusal(over), Number(over.headers.get('retry-after')) > 0], [[429, 'rate_limited'], true])
    await aNote(app, author, contact_id, 'Without a mention')
  })
})

describe('notes and the life of a contact', () => {
  test('a merge moves them to the survivor, and its undo moves them back', async () => {
    const [survivor, gone] = [await aPerson(), await aPerson()]
    const [own, moved] = [await aNote(app, admin, survivor), await aNote(app, admin, gone)]
    const merge = await made(app, admin, `/contacts/${survivor}/merge`, { contact_id: gone })
    assert.deepEqual(idsOf(await notesOf(admin, survivor)), [moved.id, own.id])
    const later = await aNote(app, admin, survivor)
    await made(app, admin, `/v1/merges/${merge.id}/undo`, {})
    assert.deepEqual(idsOf(await notesOf(admin, survivor)), [later.id, own.id])
    assert.deepEqual(idsOf(await notesOf(admin, gone)), [moved.id])
  })

  test('a restricted contact shows them with privacy:manage only, and gets no new ones', async () => {
    const contact_id = await aPerson()
    const note = await aNote(app, admin, contact_id)
    const own = await aNote(app, superadmin, contact_id)
    await carryOut(app, superadmin, 'restriction', contact_id)
    assert.equal((await app.as(admin).get(`/v1/contacts/${contact_id}/notes`)).status, 404)
    assert.equal((await app.as(admin).patch(`/v1/notes/${note.id}`, { text: 'Other' })).status, 404)
    assert.deepEqual(idsOf(await notesOf(superadmin, contact_id)), [own.id, note.id])
    const officer = app.as(superadmin)
    const path = `/v1/contacts/${contact_id}/notes`
    assert.deepEqual(refusal(await officer.post(path, { text: 'New' })), [409, 'conflict'])
    assert.deepEqual(refusal(await officer.patch(`/v1/notes/${own.id}`, { text: 'New' })), [409, 'conflict'])
  })

  test('a deleted contact hides them until it is restored', async () => {
    const contact_id = await aPerson()
    const note = await aNote(app, admin, contact_id)
    await app.as(admin).delete(`/contacts/${contact_id}`)
    assert.equal((await app.as(admin).patch(`/v1/notes/${note.id}`, { pinned: true })).status, 404)
    await app.as(admin).post(`/contacts/${contact_id}/restore`)
    assert.deepEqual(idsOf(await notesOf(admin, contact_id)), [note.id])
  })

  test('an export of the person has them, an erasure deletes them and empties others that name the person', async () => {
    const { id } = await aContact(app, admin, { firstname: 'Zelda', surname: 'Quickstep' })
    const neighbour = await aPerson()
    const own = await aNote(app, admin, id, 'Likes tea.')
    const naming = await aNote(app, admin, neighbour, 'Lives with Zelda Quickstep.')
    const request = await made(app, superadmin, '/v1/privacy_requests', { kind: 'access', contact_id: id })
    const file = (await app.as(superadmin).get(`/v1/privacy_requests/${request.id}/export`)).body
    assert.deepEqual(valuesOf(file.records.notes, 'text'), ['Likes tea.'])
    await carryOut(app, superadmin, 'erasure', id)
    const rows =
      await app.owner`select id, text from notes where group_id = ${space} and id = any(${[own.id, naming.id]})`
    assert.deepEqual(
      rows.map(row => ({ ...row })),
      [{ id: naming.id, text: '' }],
    )
    const { body } = await app.as(admin).patch(`/v1/notes/${naming.id}`, { text: '', pinned: true })
    assert.deepEqual([body.data.text, body.data.pinned], ['', true])
  })
})
