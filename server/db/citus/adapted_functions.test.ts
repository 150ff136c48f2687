import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notOnCitus } from '../../test/citus_cluster.ts'
import { eventually, startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, aTreasurer, bundleAt, payment } from '../../test/money.ts'
import { aSpace, aUser } from '../../test/people.ts'
import { functionAdaptations } from './functions.ts'

// The functions are adapted as by `muster distribute`; the tables stay where they are. Tables and functions of the names of Citus say where
// spaces are and which nodes can be reached. On a cluster the whole suite runs, and `npm run torture -- citus` cuts off its workers.

const app = await startTestApp({ own: true })
const adapt = (statements = '') =>
  app.owner.begin(async sql => {
    await sql.unsafe(statements)
    for (const statement of await functionAdaptations(sql)) await sql.unsafe(statement)
  })

test('a server that runs while the tables are distributed reads and writes on', async () => {
  const treasurer = await aTreasurer(app)
  const contact = await aContactId(app, treasurer)
  const { id } = await aBundle(app, treasurer, { transactions: [payment(contact)] })
  const reads = [bundleAt(id), `/contacts/${contact}`, '/contacts', '/v1/transaction_bundles', '/teams', '/me']
  const read = () => Promise.all(reads.map(async path => [path, (await app.as(treasurer).get(path)).status]))
  const expected = reads.map(path => [path, 200])
  assert.deepEqual(await read(), expected)
  await adapt()
  for (let round = 0; round < 3; round++) assert.deepEqual(await read(), expected)
  const payments = await Promise.all(
    Array.from({ length: 5 }, () => aBundle(app, treasurer, { transactions: [payment(contact)] })),
  )
  const { body } = await app.as(treasurer).get('/v1/transaction_bundles')
  assert.equal(body.data.length, 1 + payments.length)
})

test('a node that is down concerns only its spaces', notOnCitus('it replaces functions of Citus'), async () => {
  const [here, there] = [await aSpace(app), await aSpace(app)]
  const [near, far] = [await aUser(app, here, { role: 'admin' }), await aUser(app, there, { role: 'admin' })]
  await adapt(`
      create table pg_dist_node (nodeid int, groupid int, nodename text, nodeport int, isactive boolean, noderole text, up boolean);
      insert into pg_dist_node values (7, 1, 'near.example', 5432, true, 'primary', true), (8, 2, 'far.example', 5432, true, 'primary', true);
      create table pg_dist_placement as select id as shardid, case when id = ${there} then 2 else 1 end as groupid from spaces;
      create function get_shard_id_for_distribution_column(name text, space bigint) returns bigint language sql return space;
      create function citus_check_connection_to_node(name text, port int) returns boolean
        language sql stable as 'select up from pg_dist_node where nodename = name';
      grant select on pg_dist_node, pg_dist_placement to muster_worker`)
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
