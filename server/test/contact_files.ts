import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { TestApp } from './harness.ts'
import { sendFile } from './imports.ts'
import type { Person } from './people.ts'

// Uploads files of contacts over HTTP.

let count = 0

/** A PDF as the server recognises one, different each time. */
export const aPdf = () => `%PDF-1.7\n% document ${process.pid} ${++count}\n%%EOF\n`

export const uploadFile = (
  app: TestApp,
  who: Person | undefined,
  contact_id: number,
  { name = 'form.pdf', body = aPdf() as string | Uint8Array | ReadableStream, headers = {} } = {},
) =>
  sendFile(app, who, `/v1/contacts/${contact_id}/files?name=${encodeURIComponent(name)}`, body, {
    'content-type': 'application/octet-stream',
    ...headers,
  })

/** An uploaded file. */
export async function aFile(app: TestApp, who: Person, contact_id: number, name = 'form.pdf', body = aPdf()) {
  const answer = await uploadFile(app, who, contact_id, { name, body })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}

/** Where the contents of a file are, if they are in a folder. */
export async function contentsPath(app: TestApp, data_dir: string, id: number) {
  const [{ storage_key }] = await app.owner<[{ storage_key: string }]>`select storage_key from files where id = ${id}`
  return join(data_dir, 'files', storage_key)
}
