import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aContact } from '../../test/contacts.ts'
import { eventually, startTestApp } from '../../test/harness.ts'
import { aNote } from '../../test/notes.ts'
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
  test('its author, mentioned users, and users with contacts:sensitive, and each read is in the audit log', async () => {
    const contact_id = await aPerson()
    const colleague = await aUser(app, space, { role: 'manager' })
    const [theirs, own] = [await aNote(app, admin, contact_id), await aNote(app, manager, contact_id)]
    const shared = await aNote(app, admin, contact_id, `@[user:${colleague.id}] knows.`)
    assert.deepEqual(idsOf(await notesOf(admin, contact_id)), [shared.id, own.id, theirs.id])
    assert.deepEqual(idsOf(await notesOf(manager, contact_id)), [own.id])
    const audit = (await app.as(admin).get(`/v1/audit?subject=contact&subject_id=${contact_id}`)).body.data
    const reads = audit.filter(({ kind }: { kind: string }) => kind === 'contact.notes_read')
    assert.deepEqual(valuesOf(valuesOf(reads, 'user'), 'id'), [manager.id, admin.id])
    assert.deepEqual(idsOf(await notesOf(colleague, contact_id)), [shared.id])
    assert.equal((await app.as(manager).patch(`/v1/notes/${theirs.id}`, { pinned: true })).status, 404)
    assert.equal((await app.as(manager).delete(`/v1/notes/${theirs.id}`)).status, 404)
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
