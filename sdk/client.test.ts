import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { startTestApp } from '../server/test/harness.ts'
import { aSpace, aUserPerRole } from '../server/test/people.ts'
import { readWorkbook } from '../server/test/workbooks.ts'
import { ApiError, connect } from './client.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aUserPerRole(app, space)
const muster = connect({ url: app.url, token: cast.admin.token })

describe('the client', () => {
  test('calls every operation by its name, with parameters in path, query and body', async () => {
    const made = await muster.teams.create({ data: { team: { name: 'Harbour', leaders: [], users: [] } } })
    const { id } = made.data.team
    assert.equal((await muster.teams.read({ id })).data.team.name, 'Harbour')
    const { teams } = (await muster.teams.list({ limit: 1 })).data
    assert.deepEqual(
      teams.map(team => team.id),
      [id],
    )
    await muster.teams.remove({ id })
    assert.equal((await muster.teams.list()).data.teams.length, 0)
  })

  test('refuses a value in the path that would lead to another operation', async () => {
    const { team } = (await muster.teams.create({ data: { team: { name: 'Kept', leaders: [], users: [] } } })).data
    for (const id of ['..', '.'])
      await assert.rejects(muster.teams.remove({ id: id as unknown as number }), /teams\.remove: id must not be "\.+"/)
    assert.equal((await muster.teams.read({ id: team.id })).data.team.name, 'Kept')
    await muster.teams.remove({ id: team.id })
  })

  test('returns a spreadsheet as a Blob, byte for byte', async () => {
    const file = await muster.transaction_bundles.exportSpreadsheet({ language: 'en' })
    assert.ok(file instanceof Blob)
    assert.equal(readWorkbook(Buffer.from(await file.arrayBuffer()))[0]?.name, 'Payments')
  })

  test('returns the ETag, and a write with an outdated one is refused', async () => {
    const { team } = (await muster.teams.create({ data: { team: { name: 'Old', leaders: [], users: [] } } })).data
    const { etag } = await muster.request('teams.read', { id: team.id })
    await muster.teams.replace({ data: { team: { ...team, name: 'New' } } }, { if_match: etag! })
    await assert.rejects(
      muster.teams.replace({ data: { team: { ...team, name: 'Lost' } } }, { if_match: etag! }),
      (error: ApiError) => error.status === 412 && error.code === 'precondition_failed',
    )
  })

  test('throws an ApiError with its code, its fields and the id of the request', async () => {
    const error = await muster.teams.create({ data: { team: { name: 7 as any } } }).catch(error => error)
    assert.ok(error instanceof ApiError)
    assert.deepEqual([error.status, error.code], [422, 'invalid_request'])
    assert.match(error.errors[0]!.location, /name/)
    assert.ok(error.request_id)
  })
})

test('every operation, parameter and field has a comment that editors show', () => {
  const lines = readFileSync(new URL('./operations.ts', import.meta.url), 'utf8').split('\n')
  const isDeclared = (line: string) =>
    /^\s+('?[\w.]+'?\??: |\w+\(args)/.test(line) && !/^\s+(args|response|\w+: \{ kind)|^ {2}'[\w.]+': [[{']/.test(line)
  const declared = lines.flatMap((line, index) => (isDeclared(line) ? [{ line, before: lines[index - 1] ?? '' }] : []))
  assert.ok(declared.length > 3000)
  assert.deepEqual(
    declared.filter(({ before }) => !before.endsWith('*/')).map(({ line }) => line),
    [],
  )
})

describe('a token', () => {
  test('that is refused is renewed once, and the request is sent again', async () => {
    let token = 'mus_p_wrong'
    let renewals = 0
    const renewing = connect({
      url: app.url,
      token: () => token,
      renewToken: async () => {
        renewals++
        token = cast.admin.token
        return true
      },
    })
    assert.equal((await renewing.me.read()).data.space.id, space)
    assert.equal(renewals, 1)
    // The new one can be of a sign-in that is too long ago for this request: each refusal is renewed once.
    const refusals = ['unauthenticated', 'reauthentication_required']
    const asked: string[] = []
    const twice = connect({
      url: app.url,
      token: cast.admin.token,
      renewToken: async ({ code }) => asked.push(code) > 0,
      fetch: async (...request) => {
        const code = refusals.shift()
        return code ? Response.json({ code }, { status: 401 }) : fetch(...request)
      },
    })
    assert.equal((await twice.me.read()).data.space.id, space)
    assert.deepEqual(asked, ['unauthenticated', 'reauthentication_required'])
    const never_valid = connect({ url: app.url, token: 'mus_p_wrong', renewToken: async () => true })
    await assert.rejects(never_valid.me.read(), (error: ApiError) => error.status === 401)
  })
})
