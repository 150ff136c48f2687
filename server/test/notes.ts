import type { TestApp } from './harness.ts'
import type { Person } from './people.ts'

// Creates notes, tasks, relationships and households over HTTP.

export async function made(app: TestApp, who: Person, path: string, data: object) {
  const { status, body, text } = await app.as(who).post(path, data)
  if (status !== 200) throw new Error(`POST ${path} was refused: ${text}`)
  return body.data
}

export const aNote = (app: TestApp, who: Person, contact_id: number, text = 'Prefers calls.', pinned = false) =>
  made(app, who, `/v1/contacts/${contact_id}/notes`, { text, pinned })

export const aTask = (app: TestApp, who: Person, task: object = {}) =>
  made(app, who, '/v1/tasks', { title: 'Call', ...task })

export const aRelationship = (
  app: TestApp,
  who: Person,
  contact_id: number,
  other_id: number,
  kind = 'sibling',
  label = '',
) => made(app, who, `/v1/contacts/${contact_id}/relationships`, { contact_id: other_id, kind, label })

export const aHousehold = (app: TestApp, who: Person, contact_ids: number[] = [], name = 'Rue de la Paix') =>
  made(app, who, '/v1/households', { name, contact_ids })

/** Restricts a contact, or erases it. */
export async function carryOut(app: TestApp, officer: Person, kind: 'restriction' | 'erasure', contact_id: number) {
  const { id } = await made(app, officer, '/v1/privacy_requests', { kind, contact_id })
  await made(app, officer, `/v1/privacy_requests/${id}/complete`, { confirm_contact_id: contact_id })
}
