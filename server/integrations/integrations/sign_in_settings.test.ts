import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUserPerRole, type Person, refusal } from '../../test/people.ts'

const app = await startTestApp()
const space = await aSpace(app, 'Here')
const cast = await aUserPerRole(app, space)
const path = '/v1/integrations'
const redirect_uris = ['https://example.org/back']
const make = (as: Person, fields: object = {}) =>
  app.as(as).post(path, { name: 'Website', scopes: ['teams:read'], redirect_uris, ...fields })
const change = (as: Person, id: number, changes: object) => app.as(as).patch(`${path}/${id}`, changes)
const read = async (id: number) => (await app.as(cast.admin).get(`${path}/${id}`)).body.data

describe('an integration that signs users in', () => {
  test('requires PKCE and uses RS256 by default, and both can be changed', async () => {
    const { id, ...made } = (await make(cast.admin)).body.data
    assert.deepEqual([made.pkce_required, made.id_token_signed_response_alg], [true, 'RS256'])
    const changes = { pkce_required: false, id_token_signed_response_alg: 'ES256' }
    const changed = (await change(cast.admin, id, changes)).body.data
    assert.deepEqual([changed.pkce_required, changed.id_token_signed_response_alg], [false, 'ES256'])
    await change(cast.admin, id, { name: 'Other' })
    assert.deepEqual([(await read(id)).pkce_required, (await read(id)).name], [false, 'Other'])
    const other = (await make(cast.admin, changes)).body.data
    assert.deepEqual([other.pkce_required, other.id_token_signed_response_alg], [false, 'ES256'])
    const open = (await make(cast.admin, { public: true })).body.data
    const opened = await change(cast.admin, open.id, { pkce_required: false })
    assert.equal(refusal(opened)[2], 'body.data.pkce_required')
  })

  test('needs no permission when it only signs users in', async () => {
    const made = await make(cast.admin, { scopes: [] })
    assert.deepEqual([made.status, made.body.data.scopes], [200, []])
  })

  const wrong: [object, string][] = [
    [{ public: true, pkce_required: false }, 'body.data.pkce_required'],
    [{ pkce_required: null }, 'body.data.pkce_required'],
    [{ id_token_signed_response_alg: 'HS256' }, 'body.data.id_token_signed_response_alg'],
    [{ id_token_signed_response_alg: 'none' }, 'body.data.id_token_signed_response_alg'],
  ]
  test('what is wrong is a 422 that names the place', async () => {
    for (const [fields, place] of wrong)
      assert.deepEqual(refusal(await make(cast.superadmin, fields)).slice(0, 3), refusal.at(place))
  })
})
