import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { aCast, aSpace, aUser } from '../../test/people.ts'

const app = await startTestApp()
const space = await aSpace(app)
const cast = await aCast(app, space)

describe('creating a team', () => {
  test('a manager creates a team and gets it back whole', async () => {
    const { status, body } = await app.as(cast.manager).post('/teams', { team: { name: 'North', users: [{ id: cast.user.id }], leaders: [{ id: cast.manager.id }] } })
    assert.equal(status, 200)
    assert.equal(body.status, 'success')
    assert.equal(body.data.team.users[0].id, cast.user.id)
  })
  test('another space does not exist for the caller', async () => {
    const other = await aUser(app, await aSpace(app), { role: 'superadmin' })
    const made = await app.as(cast.manager).post('/teams', { team: { name: 'South' } })
    assert.equal((await app.as(other).get(`/teams/${made.body.data.team.id}`)).status, 404)
  })
})
