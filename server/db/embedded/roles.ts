import { chmodSync, chownSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { development_database, isOfDevelopmentVersion } from '../development_version.ts'
import { MigrationError } from '../migrate.ts'
import { type Sql, withSession } from '../sql.ts'

// The logins of the embedded database. The superuser that initdb creates logs in once, here; afterwards pg_hba.conf does not admit it.

/** Owns the tables, for migrations, backups and commands. It bypasses row-level security. */
export const owner_login = 'muster_owner'
/** The login of the running server. It owns nothing, and may only set roles to which row-level security applies. */
export const server_login = 'muster_server'
const superuser = 'postgres'

const lock_id = 7_717_005
const lock_ms_max = 20_000

const hba_file = `# Written by Muster. Only the account of the database can enter the folder of the socket.
# To log in as the superuser, add "local all ${superuser} trust" and send SIGHUP to the process in postmaster.pid.
local all ${owner_login},${server_login} trust
`

interface Cluster {
  data: string
  account: { uid: number; gid: number } | undefined
  urlFor: (user: string) => string
  postmaster: () => number | undefined
}

/** Creates the logins and stops admitting the superuser. */
export async function prepareRoles(cluster: Cluster) {
  if (isPrepared(cluster.data)) return
  try {
    await createRoles(cluster.urlFor(superuser))
  } catch (error) {
    // Another process did this at the same time, and the superuser is not admitted any more.
    if (!isPrepared(cluster.data)) throw error
    return
  }
  admitOnlyLogins(cluster)
}

const fileIn = (data: string) => join(data, 'pg_hba.conf')

const isPrepared = (data: string) => readFileSync(fileIn(data), 'utf8').includes(server_login)

function admitOnlyLogins({ data, account, postmaster }: Cluster) {
  const part = `${fileIn(data)}.${process.pid}`
  writeFileSync(part, hba_file, { mode: 0o600 })
  chmodSync(part, 0o600)
  if (account) chownSync(part, account.uid, account.gid)
  renameSync(part, fileIn(data))
  const pid = postmaster()
  if (pid !== undefined) process.kill(pid, 'SIGHUP')
}

const createRoles = (url: string) =>
  withSession(url, session =>
    session.begin(async sql => {
      await sql.unsafe(`set local lock_timeout = ${lock_ms_max}; select pg_advisory_xact_lock(${lock_id})`)
      await refuseDevelopmentVersion(sql)
      await sql.unsafe(roles)
    }),
  )

// Migrations would create the other roles, too. Here all are created and granted in one place, so that the server's login gets no more.
const roles = `
do $$
declare
  role record;
begin
  for role in
    select * from (values
      ('${owner_login}', 'login createrole bypassrls'),
      ('${server_login}', 'login noinherit'),
      ('muster_app', 'nologin noinherit'),
      ('muster_worker', 'nologin noinherit'),
      ('muster_search', 'nologin noinherit'),
      ('muster_eraser', 'nologin inherit')) as wanted (name, attributes)
    where name not in (select rolname from pg_roles)
  loop
    execute format('create role %I %s', role.name, role.attributes);
  end loop;
end
$$;
grant muster_app, muster_worker, muster_search, muster_eraser to ${owner_login} with admin option;
grant muster_app, muster_worker, muster_eraser to ${server_login};
grant muster_app to muster_eraser;
do $$
begin
  execute format('alter database %I owner to ${owner_login}', current_database());
end
$$;
`

/** Leaves the directory as it is: its version admits only the superuser, and the data can be exported with it. */
async function refuseDevelopmentVersion(sql: Sql) {
  const [table] = await sql`select from pg_class where oid = to_regclass('public.migrations')`
  if (table && isOfDevelopmentVersion(await sql<{ name: string }[]>`select name from migrations`))
    throw new MigrationError(development_database)
}
