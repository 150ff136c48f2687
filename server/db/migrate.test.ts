import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sessionsWaitingForLock } from '../test/concurrency.ts'
import { clusterUrl, freshDatabase } from '../test/databases.ts'
import { eventually } from '../test/harness.ts'
import { type Migration, MigrationError, migrate, readMigrations } from './migrate.ts'
import { openSession, type Session, withSession } from './sql.ts'

const all = readMigrations()
const names = all.map(({ name }) => name)
const failing = [...all, { name: '9000_half.sql', text: 'create table half (id bigint); select 1 / 0' }]

/** A database, with a session of its owner. */
async function withDatabase(state: 'empty' | 'migrated', work: (url: string, owner: Session) => Promise<void>) {
  const url = await freshDatabase('migrate', state)
  await withSession(url, owner => work(url, owner))
  await withSession(clusterUrl(), server =>
    server.unsafe(`drop database ${new URL(url).pathname.slice(1)} with (force)`),
  )
}

const applied = async (owner: Session) =>
  (await owner<{ name: string }[]>`select name from migrations order by name`).map(({ name }) => name)

/** Everything a migration could have left: tables, functions, policies. */
const inventory = (owner: Session) => owner`
  select 'table' as kind, relname::text as name from pg_class where relnamespace = 'public'::regnamespace
  union all select 'function', proname::text from pg_proc where pronamespace = 'public'::regnamespace
  union all select 'policy', polname::text from pg_policy
  order by 1, 2`

describe('migrations', () => {
  test('are numbered without gaps', () => {
    assert.deepEqual(
      names.map(name => Number(name.slice(0, 4))),
      names.map((_, index) => index + 1),
    )
    for (const name of names) assert.match(name, /^\d{4}_[a-z_]+\.sql$/)
  })

  test('that fail leave nothing behind, not even the ones before them', () =>
    withDatabase('empty', async (url, owner) => {
      const before = await inventory(owner)
      await assert.rejects(migrate(url, failing), /division by zero/)
      assert.deepEqual(await inventory(owner), before)
    }))

  test('run once and in order when several callers start them at the same moment, of whom one fails', () =>
    withDatabase('empty', one =>
      // Roles are shared by the databases of a server.
      withDatabase('empty', async (other, owner) => {
        const starting = Array.from({ length: 5 }, (_, n) => migrate(other, n === 0 ? failing : all))
        const [bad, ...good] = await Promise.allSettled([...starting, migrate(one)])
        assert.equal(bad?.status, 'rejected')
        const done = good.map(outcome => (outcome.status === 'fulfilled' ? outcome.value : assert.fail(outcome.reason)))
        assert.deepEqual(done.pop(), names)
        assert.deepEqual(
          done.filter(list => list.length > 0),
          [names],
        )
        assert.deepEqual(await applied(owner), names)
        assert.deepEqual(await migrate(other), [])
      }),
    ))

  test('added later are applied to an existing database', () =>
    withDatabase('migrated', async (url, owner) => {
      const next = { name: '9000_next.sql', text: 'create table next (id bigint primary key)' }
      assert.deepEqual(await migrate(url, [...all, next]), [next.name])
      assert.equal((await owner`select to_regclass('next') as found`)[0]?.found, 'next')
    }))

  test('of a table in use do not make other statements wait, and succeed when the table is free', () =>
    withDatabase('migrated', async (url, owner) => {
      const next = { name: '9000_next.sql', text: 'alter table spaces add column next text' }
      const [reader, visitor] = [await openSession(url), await openSession(url)]
      try {
        await reader.unsafe('begin; select from spaces')
        const migrating = migrate(url, [...all, next])
        await eventually(async () => (await sessionsWaitingForLock(owner)) === 1)
        await visitor`select from spaces`
        assert.equal((await owner`select from migrations where name = ${next.name}`).length, 0)
        await reader.unsafe('commit')
        assert.deepEqual(await migrating, [next.name])
      } finally {
        await Promise.all([reader.end(), visitor.end()])
      }
    }))
})

describe('a database is refused in one sentence, and nothing happens,', () => {
  const [first, ...rest] = all
  const next = { name: '9000_next.sql', text: 'create table next (id bigint)' }
  const cases: [string, (owner: Session) => unknown, Migration[], RegExp][] = [
    [
      'when the text of a migration was changed after it was applied',
      () => {},
      [{ name: first!.name, text: `${first!.text}\n-- changed` }, ...rest, next],
      /^0001_organisation\.sql was changed [^\n]+\.$/,
    ],
    [
      'of a newer version',
      owner => owner`insert into migrations (name, checksum) values ('9000_future.sql', 'x')`,
      [...all, next],
      /^The database was created by a newer version of Muster [^\n]*9000_future\.sql[^\n]*\.$/,
    ],
    [
      'of a development version before 0.2.0',
      owner => owner`update migrations set name = '0001_foundation.sql' where name like '0001%'`,
      [...all, next],
      /^The database was created by a development version of Muster before 0\.2\.0 and cannot be upgraded\. [^\n]+\.$/,
    ],
  ]
  for (const [what, change, migrations, expected] of cases)
    test(what, () =>
      withDatabase('migrated', async (url, owner) => {
        await change(owner)
        const before = [...(await inventory(owner)), ...(await applied(owner))]
        await assert.rejects(migrate(url, migrations), (error: Error) => {
          assert.ok(error instanceof MigrationError)
          assert.match(error.message, expected)
          return true
        })
        assert.deepEqual([...(await inventory(owner)), ...(await applied(owner))], before)
      }),
    )
})
