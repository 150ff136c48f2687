import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notOnCitus } from '../../test/citus_cluster.ts'
import { eventually, startTestApp } from '../../test/harness.ts'
import { aSpace, aUser } from '../../test/people.ts'
import { functionAdaptations } from './functions.ts'

// Tables and functions of the same names as those of Citus say where spaces are and which nodes can be reached. `npm run torture -- citus` cuts off the
// workers of a real cluster.

test('a node that is down concerns only its spaces', notOnCitus('it replaces functions of Citus'), async () => {
  const app = await startTestApp({ own: true })
  const [here, there] = [await aSpace(app), await aSpace(app)]
  const [near, far] = [await aUser(app, here, { role: 'admin' }), await aUser(app, there, { role: 'admin' })]
  await app.owner.begin(async sql => {
    await sql.unsafe(`
      create table pg_dist_node (nodeid int, groupid int, nodename text, nodeport int, isactive boolean, noderole text, up boolean);
      insert into pg_dist_node values (7, 1, 'near.example', 5432, true, 'primary', true), (8, 2, 'far.example', 5432, true, 'primary', true);
      create table pg_dist_placement as select id as shardid, case when id = ${there} then 2 else 1 end as groupid from spaces;
      create function get_shard_id_for_distribution_column(name text, space bigint) returns bigint language sql return space;
      create function citus_check_connection_to_node(name text, port int) returns boolean
        language sql stable as 'select up from pg_dist_node where nodename = name';
      grant select on pg_dist_node, pg_dist_placement to muster_worker`)
    for (const statement of await functionAdaptations(sql)) await sql.unsafe(statement)
  })
  const setFar = (up: boolean) => app.owner`update pg_dist_node set up = ${up} where nodeid = 8`
  const unreachable = async () => (await app.as().get('/health')).body.unreachable_nodes
  const statuses = async () => [(await app.as(near).get('/teams')).status, (await app.as(far).get('/teams')).status]
  assert.deepEqual(await statuses(), [200, 200])
  assert.equal(await unreachable(), undefined)

  await setFar(false)
  await eventually(async () => (await unreachable()) !== undefined)
  assert.deepEqual(await unreachable(), [8])
  const refused = await app.as(far).get('/teams')
  assert.equal(refused.status, 503)
  assert.equal(refused.headers.get('retry-after'), '1')
  assert.match(refused.body.detail, /part of the database that this request needs cannot be reached/)
  assert.equal((await app.as(near).post('/teams', { team: { name: 'Goes on' } })).status, 200)

  await setFar(true)
  await eventually(async () => (await unreachable()) === undefined)
  assert.deepEqual(await statuses(), [200, 200])
})
