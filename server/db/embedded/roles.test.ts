import assert from 'node:assert/strict'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { aTempFolder } from '../../test/process.ts'
import { copyStartedDataDir } from '../../test/started_data_dir.ts'
import { admitSuperuser, socketFor } from '../../test/superuser.ts'
import { Pool } from '../pool/pool.ts'
import { openSession, type Session } from '../sql.ts'
import { startEmbedded } from './server.ts'

const folder = aTempFolder()

/** Every object of the application that this role owns. */
const ownedBy = (owner: Session, role: string) => owner<{ name: string }[]>`
  select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and pg_get_userbyid(relowner) = ${role}
    and relkind in ('r', 'p', 'v', 'S')
  union all
  select proname::text from pg_proc p where pronamespace = 'public'::regnamespace and pg_get_userbyid(proowner) = ${role}
    and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
  union all
  select datname::text from pg_database where datname = current_database() and pg_get_userbyid(datdba) = ${role}`

describe('the embedded database', () => {
  const dataDir = join(folder, 'new')

  test('has logins that are no superuser, and its server owns nothing', async () => {
    await copyStartedDataDir(dataDir)
    const { owner_url, stop } = await startEmbedded(dataDir)
    const owner = await openSession(owner_url)
    for (const login of ['muster_server', 'postgres']) assert.deepEqual([...(await ownedBy(owner, login))], [])
    assert.deepEqual([...(await ownedBy(owner, 'muster_search'))], [{ name: 'searched_contacts' }])
    const [self] = await owner`select rolsuper, rolcreatedb, rolreplication from pg_roles where rolname = current_user`
    assert.deepEqual(self, { rolsuper: false, rolcreatedb: false, rolreplication: false })
    for (const user of ['postgres', 'muster_app']) {
      await assert.rejects(openSession(socketFor(dataDir, user)), { code: '28000' }, `${user} must not log in`)
    }
    await owner.end()
    await stop()
  })

  test('gives a statement that resets its role no access to anything', async () => {
    const { url, stop } = await startEmbedded(dataDir)
    const pool = new Pool({ url, role: 'muster_app', connections: 1 })
    for (const way of ['reset role', 'set local role none', 'reset all; reset role']) {
      for (const statement of [
        'select from contacts where group_id = 1',
        'select from accounts',
        'delete from audit_log where group_id = 1',
        'create table mine (id bigint)',
        'alter table contacts disable row level security',
        "copy (select 1) to program 'true'",
        'set local role postgres',
        'set local role muster_owner',
        'set session authorization postgres',
        'alter role muster_server superuser',
        'create role mine superuser',
      ])
        await assert.rejects(
          pool.write({}, sql => sql.unsafe(`${way}; ${statement}`)),
          { code: '42501' },
          `${way}; ${statement}`,
        )
    }
    const [row] = await pool.read({}, sql => sql`select current_user::text as role`)
    assert.equal(row?.['role'], 'muster_app')
    await pool.end()
    await stop()
  })

  test('is prepared once by concurrent callers, also after a start that ended before it', async () => {
    const dataDir = join(folder, 'twice')
    await unprepare(dataDir)
    const both = await Promise.all([startEmbedded(dataDir), startEmbedded(dataDir)])
    const owner = await openSession(both[1]!.owner_url)
    assert.deepEqual(
      (await ownedBy(owner, 'muster_owner')).map(({ name }) => name),
      ['postgres'],
    )
    await owner.end()
    await assert.rejects(openSession(socketFor(dataDir, 'postgres')), { code: '28000' })
    assert.equal(statSync(join(dataDir, 'postgres', 'pg_hba.conf')).mode & 0o777, 0o600)
    await both[0]!.stop()
  })
})

/** Creates a data directory as initdb leaves it: without logins, and with a superuser that every local user may log in as. */
async function unprepare(dataDir: string) {
  const { stop } = await startEmbedded(dataDir)
  const superuser = await openSession(await admitSuperuser(dataDir))
  await superuser.unsafe(`
    alter database postgres owner to postgres;
    drop owned by muster_owner, muster_server; drop role muster_owner, muster_server`)
  await superuser.end()
  writeFileSync(join(dataDir, 'postgres', 'pg_hba.conf'), 'local all all trust\n')
  await stop()
}
