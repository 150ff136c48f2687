import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Sql } from '../../db/sql.ts'
import { sendConcurrently } from '../../test/concurrency.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aTeam, aUserPerRole, refusal } from '../../test/people.ts'
import { lockMembers } from '../core/roles.ts'

const app = await startTestApp()
const space = await aSpace(app)
const { admin, user } = await aUserPerRole(app, space)

const manyTeams = (group_id: number, by: number, count: number) => app.owner`
  insert into teams (group_id, created_by, name, description, private, hide_users)
  select ${group_id}::bigint, ${by}::bigint, 'Team ' || n, '', false, false from generate_series(1, ${count}::int) as n`

describe('lists of teams', () => {
  test('are complete, and the number of teams is limited, also with concurrent creations', async () => {
    await manyTeams(space, admin.id, 4998)
    for (const who of [admin, user]) {
      assert.equal((await app.as(who).get('/teams')).body.data.teams.length, 4998)
      assert.equal((await app.as(who).get('/teams/public')).body.length, 4998)
    }
    assert.equal((await app.as(admin).get('/teams?limit=10&offset=4990')).body.data.teams.length, 8)
    const make = () => app.as(admin).post('/teams', { team: { name: 'One more' } })
    const hold = (sql: Sql) => lockMembers(sql, space)
    const answers = await sendConcurrently(app, hold, [make, make, make])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 409])
    const refused = await make()
    assert.deepEqual(refusal(refused), refusal.conflict)
    assert.match(refused.body.detail, /at most 5000 teams/)
    const [{ id }] = await app.owner<[{ id: number }]>`select min(id) as id from teams where group_id = ${space}`
    assert.equal((await app.as(admin).delete(`/teams/${id}`)).status, 200)
    assert.equal((await make()).status, 200)
  })
})

describe('the location of a team', () => {
  test('follows its coordinates in every read', async () => {
    const own = await aSpace(app)
    const { admin: leader } = await aUserPerRole(app, own)
    const team = await aTeam(app, leader)
    const sent = { id: team.id, address: { latitude: '45.75', longitude: '4.85', location: 'elsewhere' } }
    const { body } = await app.as(leader).patch('/teams', { team: sent })
    assert.equal(body.data.team.address.location, '45.75, 4.85')
    await app.owner`update teams set address = address || '{"location": "", "longitude": "5"}' where id = ${team.id}`
    assert.equal((await app.as(leader).get(`/teams/${team.id}`)).body.data.team.address.location, '45.75, 5')
    assert.equal((await app.as(leader).get('/teams')).body.data.teams[0].address.location, '45.75, 5')
    assert.equal((await app.as(leader).get('/teams/public')).body[0].address.location, '45.75, 5')
    const without = { id: team.id, address: { latitude: '45.75', location: 'by the river' } }
    const again = await app.as(leader).patch('/teams', { team: without })
    assert.equal(again.body.data.team.address.location, 'by the river')
  })
})
