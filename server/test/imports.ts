import assert from 'node:assert/strict'
import { type Answer, eventually, type TestApp } from './harness.ts'
import type { Person } from './people.ts'
import type { ReplyBody } from './reply_body.ts'

// Uploads files of contacts, runs imports and waits for them.

/** Sends a file. */
export const upload = (app: TestApp, who: Person, csv: string | Uint8Array | ReadableStream, name = 'A file') =>
  sendFile(app, who, `/v1/imports?name=${encodeURIComponent(name)}`, csv)

export async function sendFile(
  app: TestApp,
  who: { token: string } | undefined,
  path: string,
  body: string | Uint8Array | ReadableStream,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(app.url + path, {
    method: 'POST',
    body: body as RequestInit['body'] & {},
    headers: { ...(who && { authorization: `Bearer ${who.token}` }), 'content-type': 'text/csv', ...headers },
    duplex: 'half',
  } as RequestInit)
  const text = await response.text()
  const json = response.headers.get('content-type')?.includes('json')
  return { status: response.status, body: json ? JSON.parse(text) : undefined, headers: response.headers, text }
}

/** An uploaded file, read as these settings say. */
export async function anImport(app: TestApp, who: Person, csv: string | Uint8Array, settings: object = {}) {
  const uploaded = await upload(app, who, csv)
  assert.equal(uploaded.status, 200, uploaded.text)
  const { id } = uploaded.body.data
  if (Object.keys(settings).length === 0) return uploaded.body.data
  const changed = await app.as(who).patch(`/v1/imports/${id}`, settings)
  assert.equal(changed.status, 200, changed.text)
  return changed.body.data
}

/** Starts the check or the run, waits for its end and returns the import. */
export async function runImportStep(app: TestApp, who: Person, id: number, what: 'check' | 'run' | 'undo') {
  const { status, body, text } = await app.as(who).post(`/v1/imports/${id}/${what}`)
  assert.equal(status, 200, text)
  await waitForJob(app, who, body.data[`${what}_job_id`])
  return (await app.as(who).get(`/v1/imports/${id}`)).body.data
}

export const waitForJob = (app: TestApp, who: Person, job: number) =>
  eventually(async () => {
    const { body } = await app.as(who).get(`/v1/jobs/${job}`)
    return !['queued', 'running'].includes(body.data.state) && body.data
  })

/** Uploads and runs. */
export async function runImport(app: TestApp, who: Person, csv: string | Uint8Array, settings: object = {}) {
  const { id } = await anImport(app, who, csv, settings)
  return runImportStep(app, who, id, 'run')
}

/** All contacts of the space as this person sees them, by id. */
export async function allContacts(app: TestApp, who: Person): Promise<ReplyBody[]> {
  const rows = await app.owner<{ id: number }[]>`
    select id from contacts where group_id = ${who.space} and deleted_at is null order by id`
  return Promise.all(rows.map(async ({ id }) => (await app.as(who).get(`/v1/contacts/${id}`)).body))
}
