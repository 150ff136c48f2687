import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sessionsWaitingForLock } from '../test/concurrency.ts'
import { clusterUrl, databaseAt, freshName } from '../test/databases.ts'
import { eventually } from '../test/harness.ts'
import { run } from '../test/process.ts'
import { MigrationError, migrate, readMigrations } from './migrate.ts'
import { openSession, type Session } from './sql.ts'

const all = readMigrations()
const names = all.map(({ name }) => name)

/** An empty database, with a session of its owner. */
async function withDatabase(work: (url: string, owner: Session) => Promise<void>) {
  const name = freshName('migrate')
  const url = databaseAt(name)
  const server = await openSession(clusterUrl())
  await server.unsafe(`create database ${name}`)
  const owner = await openSession(url)
  try {
    await work(url, owner)
  } finally {
    await owner.end()
    await server.unsafe(`drop database ${name} with (force)`)
    await server.end()
  }
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
  test('are applied in order, and a second run has nothing to do', () =>
    withDatabase(async (url, owner) => {
      assert.deepEqual(await migrate(url), names)
      assert.deepEqual(await applied(owner), names)
      assert.deepEqual(await migrate(url), [])
    }))

  test('are numbered without gaps', () => {
    assert.deepEqual(
      names.map(name => Number(name.slice(0, 4))),
      names.map((_, index) => index + 1),
    )
    for (const name of names) assert.match(name, /^\d{4}_[a-z_]+\.sql$/)
  })

  test('run once when several callers start them at the same moment', () =>
    withDatabase(async (url, owner) => {
      const done = await Promise.all(Array.from({ length: 6 }, () => migrate(url)))
      assert.deepEqual(
        done.filter(list => list.length > 0),
        [names],
      )
      assert.deepEqual(await applied(owner), names)
    }))

  test('run once when several processes start them at the same moment', () =>
    withDatabase(async (url, owner) => {
      const program = `import { migrate } from ${JSON.stringify(new URL('./migrate.ts', import.meta.url).href)}
      console.log((await migrate(${JSON.stringify(url)})).length)`
      const endings = await Promise.all(
        Array.from({ length: 3 }, () => run({ args: ['--input-type=module', '-e', program] })),
      )
      for (const { code, stderr } of endings) assert.equal(code, 0, stderr)
      assert.deepEqual(
        endings.map(({ stdout }) => Number(stdout)).sort((one, other) => one - other),
        [0, 0, names.length],
      )
      assert.deepEqual(await applied(owner), names)
    }))

  test('may run on two databases of one server at the same moment, although roles are shared', () =>
    withDatabase(one =>
      withDatabase(async other => {
        assert.deepEqual(await Promise.all([migrate(one), migrate(other)]), [names, names])
      }),
    ))

  test('added later are applied to an existing database', () =>
    withDatabase(async (url, owner) => {
      await migrate(url)
      const next = { name: '9000_next.sql', text: 'create table next (id bigint primary key)' }
      assert.deepEqual(await migrate(url, [...all, next]), [next.name])
      assert.equal((await owner`select to_regclass('next') as found`)[0]?.found, 'next')
    }))
})

describe('a migration of a table in use', () => {
  const next = { name: '9000_next.sql', text: 'alter table spaces add column next text' }

  test('releases its lock request, so that other statements do not wait, and succeeds when the table is free', () =>
    withDatabase(async (url, owner) => {
      await migrate(url)
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

describe('a refused migration', () => {
  test('whose text was changed after it was applied is named in one sentence, and nothing happens', () =>
    withDatabase(async (url, owner) => {
      await migrate(url)
      const before = await inventory(owner)
      const [first, ...rest] = all
      const changed = [
        { name: first!.name, text: `${first!.text}\n-- changed` },
        ...rest,
        { name: '9000_next.sql', text: 'create table next (id bigint)' },
      ]
      await assert.rejects(migrate(url, changed), (error: Error) => {
        assert.ok(error instanceof MigrationError)
        assert.match(error.message, /^0001_organisation\.sql was changed [^\n]+\.$/)
        return true
      })
      assert.deepEqual(await inventory(owner), before)
    }))

  test('of a newer version is named in one sentence, and nothing happens', () =>
    withDatabase(async (url, owner) => {
      await migrate(url, [...all, { name: '9000_future.sql', text: 'create table future (id bigint)' }])
      const before = await inventory(owner)
      await assert.rejects(migrate(url), (error: Error) => {
        assert.ok(error instanceof MigrationError)
        assert.match(
          error.message,
          /^The database was created by a newer version of Muster [^\n]*9000_future\.sql[^\n]*\.$/,
        )
        return true
      })
      assert.deepEqual(await inventory(owner), before)
    }))

  test('of a development version before 0.2.0 is explained in one line, and nothing happens', () =>
    withDatabase(async (url, owner) => {
      await owner.unsafe(`
        create table migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now());
        insert into migrations (name, checksum) values ('0001_foundation.sql', 'x'), ('0009_search.sql', 'y'), ('0042_policies.sql', 'z');
        create table contacts (id bigint)`)
      const before = await inventory(owner)
      await assert.rejects(migrate(url), (error: Error) => {
        assert.ok(error instanceof MigrationError)
        assert.match(
          error.message,
          /^The database was created by a development version of Muster before 0\.2\.0 and cannot be upgraded\. [^\n]+\.$/,
        )
        return true
      })
      assert.deepEqual(await inventory(owner), before)
    }))

  test('that fails leaves nothing behind, not even the ones before it', () =>
    withDatabase(async (url, owner) => {
      const before = await inventory(owner)
      const failing = [...all, { name: '9000_half.sql', text: 'create table half (id bigint); select 1 / 0' }]
      await assert.rejects(migrate(url, failing), /division by zero/)
      assert.deepEqual(await inventory(owner), before)
      assert.deepEqual(await migrate(url), names, 'and the next attempt starts from there')
    }))

  test('that fails in one process does not prevent those of others', () =>
    withDatabase(async url => {
      const failing = [...all, { name: '9000_half.sql', text: 'select 1 / 0' }]
      const [bad, good] = await Promise.allSettled([migrate(url, failing), migrate(url)])
      assert.equal(bad.status, 'rejected')
      assert.deepEqual(good, { status: 'fulfilled', value: names })
    }))
})
