import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aContact } from '../../test/contacts.ts'
import { anAction, aVisit } from '../../test/field.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUser, aUserPerRole, type Person } from '../../test/people.ts'

const app = await startTestApp()
const space = await aSpace(app)
const { superadmin, admin, manager } = await aUserPerRole(app, space)

const visitsIn = async (who: Person, id: number, query = '') =>
  (await app.as(who).get(`/contacts/${id}/timeline${query}`)).body.data.timeline.filter(
    ({ kind }: { kind: string }) => kind === 'visit',
  )

test('visits are in the timeline of the contact, with action, result and user', async () => {
  const { id: action_id } = await anAction(app, manager, { name: 'Spring' })
  const { id: contact_id } = await aContact(app, admin)
  const visit = { contact_id, result: 'come_back', comment: 'After six', date: '2026-05-01T18:00:00Z' }
  const made = await aVisit(app, manager, action_id, visit)
  const withdrawn = await aVisit(app, manager, action_id, { contact_id, result: 'talked' })
  await app.as(manager).delete(`/actions/${action_id}/visits/${withdrawn.id}`)
  const [entry, ...others] = await visitsIn(manager, contact_id)
  assert.deepEqual(others, [])
  assert.partialDeepStrictEqual(entry, {
    at: '2026-05-01T18:00:00.000Z',
    kind: 'visit',
    id: made.id,
    title: 'Spring',
    detail: 'come_back: After six',
    action_id,
    user: { id: manager.id },
  })
})

test('a role that sees contacts but not all actions sees only visits of its own actions', async () => {
  const permissions = ['contacts:read']
  const { body } = await app.as(superadmin).post('/roles', { name: 'Clerk', permissions })
  const clerk = await aUser(app, space)
  const role_id = body.data.role?.id ?? body.data.id
  await app.as(superadmin).patch('/users/role', { user_id: clerk.id, role_id })
  const [closed, own] = [
    await anAction(app, manager, { name: 'Closed' }),
    await anAction(app, manager, { name: 'Own', Users: [{ id: clerk.id }] }),
  ]
  const { id: contact_id } = await aContact(app, admin)
  for (const { id } of [closed, own]) await aVisit(app, manager, id, { contact_id, result: 'talked' })
  assert.deepEqual(
    (await visitsIn(clerk, contact_id)).map(({ title }: { title: string }) => title),
    ['Own'],
  )
})
