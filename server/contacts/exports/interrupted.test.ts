import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aContact } from '../../test/contacts.ts'
import { eventually, startTestApp } from '../../test/harness.ts'
import { multiplyRows } from '../../test/multiply_rows.ts'
import { aSpace, aUser } from '../../test/people.ts'
import { reindexContacts } from '../../test/search_index.ts'

const connections = 4
const count = 21_000
const app = await startTestApp({ env: { DATABASE_CONNECTIONS: String(connections) } })
const admin = await aUser(app, await aSpace(app), { role: 'superadmin' })
const body = JSON.stringify({ data: { reason: 'annual meeting' } })
const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' }
const begin = (signal?: AbortSignal) =>
  fetch(`${app.url}/v1/exports/contacts.csv`, { method: 'POST', body: body, headers, ...(signal && { signal }) })

/** Reads the beginning of an export and closes the connection. */
async function breakOff(pieces: number) {
  const leaving = new AbortController()
  const answer = await begin(leaving.signal)
  assert.equal(answer.status, 200)
  const reader = answer.body!.getReader()
  for (let n = 0; n < pieces; n++) assert.equal((await reader.read()).done, false)
  leaving.abort()
  await reader.read().catch(() => {})
}

test('interrupted exports leave every database session usable, and free their slots', async () => {
  await aContact(app, admin, { surname: 'Many', firstname: 'x'.repeat(100), mail: 'many@example.org' })
  await multiplyRows(app.owner, 'contacts', admin.space, count - 1)
  await reindexContacts(app.owner)
  for (let n = 0; n < 2 * connections; n++) {
    // A slot is free a moment after the connection was closed.
    await eventually(() => breakOff(n % 3).then(() => true))
  }
  const whole = await eventually(async () => {
    const answer = await begin()
    return answer.status === 200 && (await answer.text())
  })
  assert.equal(whole.trim().split('\n').length, count + 1)
  const asked = Array.from({ length: 4 * connections }, () => app.as(admin).get('/contacts?limit=1'))
  const statuses = (await Promise.all([...asked, app.as(admin).get('/teams')])).map(({ status }) => status)
  assert.deepEqual([...new Set(statuses)], [200])
})
