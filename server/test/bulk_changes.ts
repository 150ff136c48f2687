import assert from 'node:assert/strict'
import type { TestApp } from './harness.ts'
import { waitForJob } from './imports.ts'
import type { Person } from './people.ts'

/** Starts a bulk change, waits for its end and returns it. */
export async function runBulkChange(app: TestApp, who: Person, contacts: object, change: object) {
  const { status, body, text } = await app.as(who).post('/v1/bulk_changes', { contacts, change })
  assert.equal(status, 200, text)
  await waitForJob(app, who, body.data.job_id)
  return readBulkChange(app, who, body.data.id)
}

/** The same for its undo. */
export async function undoBulkChange(app: TestApp, who: Person, id: number) {
  const { status, body, text } = await app.as(who).post(`/v1/bulk_changes/${id}/undo`)
  assert.equal(status, 200, text)
  await waitForJob(app, who, body.data.undo.job_id)
  return readBulkChange(app, who, id)
}

export const readBulkChange = async (app: TestApp, who: Person, id: number) =>
  (await app.as(who).get(`/v1/bulk_changes/${id}`)).body.data

/** The outcome of each contact, by id: `changed`, or `refused restricted`. */
export async function outcomesOf(app: TestApp, who: Person, id: number): Promise<Record<number, string>> {
  const { body } = await app.as(who).get(`/v1/bulk_changes/${id}/contacts`)
  return Object.fromEntries(
    body.data.map((one: { contact_id: number; outcome: string; code: string | null }) => [
      one.contact_id,
      one.code ? `${one.outcome} ${one.code}` : one.outcome,
    ]),
  )
}
