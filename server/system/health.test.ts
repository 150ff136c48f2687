import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aSpace, aUser } from '../test/people.ts'
import { aScratchApp } from '../test/scratch_app.ts'

const app = await aScratchApp()
const admin = await aUser(app, await aSpace(app), { role: 'admin' })
const createTeam = () => app.as(admin).post('/teams', { team: { name: 'Harbour' } })

describe('health', () => {
  test('is degraded, with the reason, while writes fail, and healthy after the next one that succeeds', async () => {
    await app.owner.unsafe(`
      create function fail_as_full() returns trigger language plpgsql as $$ begin raise exception 'no space' using errcode = '53100'; end $$;
      create trigger full_disk before insert on teams for each row execute function fail_as_full()`)
    assert.equal((await createTeam()).status, 503)
    const degraded = await app.as().get('/health')
    assert.equal(degraded.status, 503)
    assert.equal(degraded.body.code, 'degraded')
    assert.match(degraded.body.detail, /disk of the database is full/)
    assert.equal((await app.as(admin).get('/teams')).status, 200, 'reading works')
    await app.owner.unsafe('drop trigger full_disk on teams')
    assert.equal((await createTeam()).status, 200)
    assert.equal((await app.as().get('/health')).status, 200)
  })

  test('of the process alone needs no database', async () => {
    const { status, body } = await app.as().get('/health/live')
    assert.deepEqual([status, body], [200, { status: 'ok' }])
  })
})
