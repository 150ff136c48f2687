import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Sql } from '../../db/sql.ts'
import { sendConcurrently } from '../../test/concurrency.ts'
import { aContact } from '../../test/contacts.ts'
import { eventually, startTestApp } from '../../test/harness.ts'
import { aTask } from '../../test/notes.ts'
import { aSpace, aUser, aUserPerRole, invalidAt, mailsTo, type Person, refusal } from '../../test/people.ts'
import { valuesOf } from '../../test/values.ts'

const app = await startTestApp()
const space = await aSpace(app)
const { superadmin, admin, manager, user } = await aUserPerRole(app, space)
const stranger = await aUser(app, await aSpace(app, 'Elsewhere'), { role: 'superadmin' })

const aPerson = async (surname = 'Doe') => (await aContact(app, admin, { firstname: 'Jo', surname })).id as number
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)
const listed = async (who: Person, query = '') => idsOf((await app.as(who).get(`/v1/tasks${query}`)).body.data)
/** The mails to a user, once they are sent. */
const mailsOf = (person: Person, count: number) =>
  eventually(() => mailsTo(app, person.mail).length >= count && mailsTo(app, person.mail))

describe('a task', () => {
  test('has a title, and may have a text, a contact, a due date and an assignee', async () => {
    const contact_id = await aPerson()
    const sent = { title: 'Call', text: 'About *dues*', contact_id, assignee_id: manager.id, due_date: '2026-05-31' }
    const task = await aTask(app, admin, sent)
    const { title, text, assignee_id, due_date } = task
    assert.deepEqual({ title, text, contact_id: task.contact_id, assignee_id, due_date }, sent)
    assert.deepEqual([task.contact.surname, task.assignee.id, task.author.id], ['Doe', manager.id, admin.id])
    assert.deepEqual([task.done, task.done_at, task.done_by], [false, null, null])
    assert.deepEqual((await app.as(manager).get(`/v1/tasks/${task.id}`)).body.data, task)
    const bare = { contact_id: null, contact: null, assignee_id: null, due_date: null, text: '' }
    assert.partialDeepStrictEqual(await aTask(app, admin, { title: 'Order leaflets' }), bare)
  })

  test('is refused with a field that is not valid', async () => {
    const wrong: [string, unknown][] = [
      ['title', ''],
      ['title', 'a\nb'],
      ['title', 'x'.repeat(201)],
      ['text', 'x'.repeat(10_001)],
      ['due_date', '2026-02-30'],
      ['due_date', 'tomorrow'],
      ['contact_id', 999_999_999],
      ['assignee_id', stranger.id],
    ]
    for (const [name, value] of wrong) {
      const answer = await app.as(admin).post('/v1/tasks', { title: 'Call', [name]: value })
      assert.deepEqual(refusal(answer), invalidAt(`body.data.${name}`))
    }
    const { id } = await aTask(app, admin)
    for (const [name, value] of wrong) {
      const answer = await app.as(admin).patch(`/v1/tasks/${id}`, { [name]: value })
      assert.deepEqual(refusal(answer), invalidAt(`body.data.${name}`))
    }
  })

  test('is marked as done by a user, and can be opened again', async () => {
    const { id } = await aTask(app, admin, { assignee_id: user.id })
    const { body } = await app.as(user).patch(`/v1/tasks/${id}`, { done: true })
    assert.deepEqual([body.data.done, body.data.done_by], [true, user.id])
    // Marking it again keeps the time and the user.
    const again = await app.as(admin).patch(`/v1/tasks/${id}`, { done: true })
    assert.deepEqual([again.body.data.done_at, again.body.data.done_by], [body.data.done_at, user.id])
    const open = await app.as(admin).patch(`/v1/tasks/${id}`, { done: false })
    assert.deepEqual([open.body.data.done, open.body.data.done_at, open.body.data.done_by], [false, null, null])
  })

  test('that two users mark as done at once has one of them', async () => {
    const { id } = await aTask(app, admin, { assignee_id: manager.id })
    const done = (who: Person) => () => app.as(who).patch(`/v1/tasks/${id}`, { done: true })
    const hold = (sql: Sql) => sql`select from tasks where group_id = ${space} and id = ${id} for update`
    const answers = await sendConcurrently(app, hold, [done(admin), done(manager)])
    assert.deepEqual(valuesOf(answers, 'status'), [200, 200])
    const [one, two] = answers.map(({ body }) => [body.data.done_by, body.data.done_at])
    assert.deepEqual(one, two)
  })

  test('changes only if it is still as it was read', async () => {
    const { id } = await aTask(app, admin)
    const etag = (await app.as(admin).get(`/v1/tasks/${id}`)).headers.get('etag')!
    const change = (title: string) => app.as(admin).patch(`/v1/tasks/${id}`, { title }, { 'if-match': etag })
    assert.deepEqual([(await change('A')).status, (await change('B')).status], [200, 412])
  })
})

describe('who sees and changes a task', () => {
  test('assignee and author see it; of tasks about contacts everybody with contacts:read', async () => {
    const contact_id = await aPerson()
    const alone = await aTask(app, admin, { assignee_id: user.id })
    const about = await aTask(app, admin, { contact_id, assignee_id: user.id })
    const statuses = (id: number) =>
      Promise.all(
        [admin, user, manager, superadmin, stranger].map(
          async who => (await app.as(who).get(`/v1/tasks/${id}`)).status,
        ),
      )
    assert.deepEqual(await statuses(alone.id), [200, 200, 404, 404, 404])
    assert.deepEqual(await statuses(about.id), [200, 200, 200, 200, 404])
    // Without contacts:read the name of the contact is not shown.
    const { body } = await app.as(user).get(`/v1/tasks/${about.id}`)
    assert.deepEqual([body.data.contact_id, body.data.contact], [contact_id, null])
  })

  test('an assignee without contacts:write can mark it as done and nothing else', async () => {
    const { id } = await aTask(app, admin, { assignee_id: user.id })
    assert.deepEqual(refusal(await app.as(user).patch(`/v1/tasks/${id}`, { title: 'Other' })), [403, 'forbidden'])
    assert.deepEqual(refusal(await app.as(user).delete(`/v1/tasks/${id}`)), [403, 'forbidden'])
    assert.deepEqual(refusal(await app.as(user).post('/v1/tasks', { title: 'Mine' })), [403, 'forbidden'])
    // The whole task may be sent back.
    const { body } = await app.as(user).get(`/v1/tasks/${id}`)
    assert.equal((await app.as(user).patch(`/v1/tasks/${id}`, { ...body.data, done: true })).status, 200)
  })

  test('a deleted task is gone, and the audit log says who deleted it', async () => {
    const { id } = await aTask(app, admin, { contact_id: await aPerson() })
    assert.equal((await app.as(manager).delete(`/v1/tasks/${id}`)).status, 200)
    assert.equal((await app.as(admin).get(`/v1/tasks/${id}`)).status, 404)
    const { body } = await app.as(admin).get(`/v1/audit?subject=task&subject_id=${id}`)
    assert.deepEqual([body.data[0].kind, body.data[0].user.id], ['task.deleted', manager.id])
  })
})

describe('the list of tasks', () => {
  test('has the open tasks of the caller by due date, those without a date last', async () => {
    const who = await aUser(app, space, { role: 'manager' })
    const due = async (due_date: string | null) => (await aTask(app, who, { assignee_id: who.id, due_date })).id
    const [never, late, soon] = [await due(null), await due('2026-07-01'), await due('2026-06-01')]
    await aTask(app, who, { assignee_id: admin.id })
    assert.deepEqual(await listed(who), [soon, late, never])
    assert.deepEqual(await listed(who, '?due_before=2026-07-01'), [soon])
    const first = (await app.as(who).get('/v1/tasks?limit=2')).body
    assert.deepEqual(idsOf(first.data), [soon, late])
    assert.deepEqual(await listed(who, `?limit=2&cursor=${first.next_cursor}`), [never])
    await app.as(who).patch(`/v1/tasks/${soon}`, { done: true })
    await app.as(who).patch(`/v1/tasks/${never}`, { done: true })
    assert.deepEqual(await listed(who), [late])
    const done = (await app.as(who).get('/v1/tasks?state=done&limit=1')).body
    assert.deepEqual(idsOf(done.data), [never])
    assert.deepEqual(await listed(who, `?state=done&limit=1&cursor=${done.next_cursor}`), [soon])
  })

  test('has the tasks of all users with `all`, as far as the caller sees them', async () => {
    const elsewhere = await aSpace(app, 'All tasks')
    const people = await aUserPerRole(app, elsewhere)
    const { id: contact_id } = await aContact(app, people.admin, { surname: 'Doe' })
    const [later, own, sooner] = [
      (await aTask(app, people.admin, { contact_id, assignee_id: people.user.id, due_date: '2026-07-01' })).id,
      (await aTask(app, people.admin, { due_date: '2026-06-15' })).id,
      (await aTask(app, people.admin, { contact_id, due_date: '2026-06-01' })).id,
    ]
    assert.deepEqual(await listed(people.admin, '?all=true'), [sooner, own, later])
    assert.deepEqual(await listed(people.manager, '?all=true'), [sooner, later])
    assert.deepEqual(await listed(people.user, '?all=true'), [later])
    assert.deepEqual(await listed(stranger, '?all=true'), [])
    assert.deepEqual(await listed(people.admin), [])
    const first = (await app.as(people.manager).get('/v1/tasks?all=true&limit=1')).body
    assert.deepEqual(await listed(people.manager, `?all=true&cursor=${first.next_cursor}`), [later])
    await app.as(people.user).patch(`/v1/tasks/${later}`, { done: true })
    assert.deepEqual(await listed(people.manager, '?all=true&state=done'), [later])
    assert.deepEqual(refusal(await app.as(people.admin).get('/v1/tasks?all=maybe')), invalidAt('query.all'))
  })

  test('filters by contact, assignee and author', async () => {
    const who = await aUser(app, space, { role: 'manager' })
    const contact_id = await aPerson()
    const [one, two] = [
      (await aTask(app, who, { contact_id, assignee_id: admin.id })).id,
      (await aTask(app, who, { contact_id })).id,
    ]
    assert.deepEqual(await listed(manager, `?contact_id=${contact_id}`), [one, two])
    assert.deepEqual(await listed(manager, `?contact_id=${contact_id}&assignee_id=${admin.id}`), [one])
    assert.deepEqual(await listed(manager, `?created_by=${who.id}`), [one, two])
    assert.deepEqual(await listed(user, `?created_by=${who.id}`), [])
    assert.deepEqual(await listed(stranger, `?created_by=${who.id}`), [])
    for (const [query, name] of [
      ['due_before=2026-02-30', 'due_before'],
      ['state=late', 'state'],
      ['cursor=x', 'cursor'],
    ])
      assert.deepEqual(refusal(await app.as(manager).get(`/v1/tasks?${query}`)), invalidAt(`query.${name}`))
  })
})

describe('assigning a task', () => {
  test('sends one mail to the other user in their language, and none to oneself', async () => {
    const [french, english] = [await aUser(app, space), await aUser(app, space)]
    await app.owner`update users set locale = 'fr' where group_id = ${space} and id = ${french.id}`
    const author = await aUser(app, space, { role: 'manager' })
    const task = { assignee_id: french.id, due_date: '2026-05-31', title: 'Appeler' }
    const { id } = await aTask(app, author, task)
    const [mail] = await mailsOf(french, 1)
    assert.match(mail!.subject, /vous a confié une tâche/)
    assert.match(mail!.text, /Appeler\nÀ faire au plus tard le 31 mai 2026\n/)
    const change = (sent: object) => app.as(author).patch(`/v1/tasks/${id}`, sent)
    await change({ title: 'Rappeler', assignee_id: french.id })
    await change({ assignee_id: author.id })
    await change({ assignee_id: english.id })
    // Mails are sent in order, so that one that was queued before is there too.
    assert.match((await mailsOf(english, 1))[0]!.text, /Rappeler\nDue on 31 May 2026\n/)
    assert.deepEqual([mailsTo(app, french.mail).length, mailsTo(app, author.mail).length], [1, 0])
  })

  test('about a contact does not mail its title, and links to the task, which every assignee can read', async () => {
    const [reader, other] = [await aUser(app, space, { role: 'manager' }), await aUser(app, space)]
    await app.owner`update users set locale = 'fr' where group_id = ${space} and id = ${other.id}`
    const contact_id = await aPerson('Titled')
    const task = { contact_id, due_date: '2026-05-31', title: 'Call Jo Titled about the debt' }
    const [one, two] = await Promise.all(
      [reader, other].map(({ id }) => aTask(app, admin, { ...task, assignee_id: id })),
    )
    const [english, french] = [(await mailsOf(reader, 1))[0]!.text, (await mailsOf(other, 1))[0]!.text]
    for (const text of [english, french]) assert.doesNotMatch(text, /Titled|debt/)
    assert.match(english, /A task about a contact\nDue on 31 May 2026\n/)
    assert.match(english, new RegExp(`/console/tasks\\?open=${one!.id}\n`))
    assert.match(french, /Une tâche à propos d’un contact\nÀ faire au plus tard le 31 mai 2026\n/)
    assert.match(french, new RegExp(`/console/tasks\\?open=${two!.id}\n`))
    assert.equal((await app.as(other).get(`/v1/tasks/${two!.id}`)).status, 200)
  })

  test('ends for open tasks when the user leaves the space', async () => {
    const leaver = await aUser(app, space)
    const open = await aTask(app, admin, { assignee_id: leaver.id })
    const done = await aTask(app, admin, { assignee_id: leaver.id })
    await app.as(leaver).patch(`/v1/tasks/${done.id}`, { done: true })
    assert.equal((await app.as(superadmin).delete(`/users/${leaver.id}`)).status, 200)
    const assignee = async (id: number) => (await app.as(admin).get(`/v1/tasks/${id}`)).body.data.assignee_id
    assert.deepEqual([await assignee(open.id), await assignee(done.id)], [null, leaver.id])
  })
})
