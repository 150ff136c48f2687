import { chmodSync, chownSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withSession } from '../sql.ts'

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

/** Creates the logins, gives them what the superuser owned in earlier versions, and stops admitting the superuser. */
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
      await sql.unsafe(roles)
      await sql.unsafe(ownership)
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
      ('muster_eraser', 'nologin noinherit')) as wanted (name, attributes)
    where name not in (select rolname from pg_roles)
  loop
    execute format('create role %I %s', role.name, role.attributes);
  end loop;
end
$$;
grant muster_app, muster_worker, muster_search, muster_eraser to ${owner_login} with admin option;
grant muster_app, muster_worker, muster_eraser to ${server_login};
`

// PostgreSQL refuses REASSIGN OWNED for its first superuser, so each object changes its owner by name. Objects of an extension stay with it,
// and the sequence of a column follows its table.
const ownership = `
do $$
declare
  statement text;
begin
  execute format('alter database %I owner to ${owner_login}', current_database());
  for statement in
    select format('alter %s %s owner to ${owner_login}',
      case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end, oid::regclass)
    from pg_class c
    where relnamespace = 'public'::regnamespace and relowner = '${superuser}'::regrole and relkind in ('r', 'p', 'v', 'm', 'S')
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid
        and (deptype = 'e' or deptype in ('a', 'i') and c.relkind = 'S'))
    union all
    select format('alter routine %s owner to ${owner_login}', oid::regprocedure)
    from pg_proc p
    where pronamespace = 'public'::regnamespace and proowner = '${superuser}'::regrole
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
  loop
    execute statement;
  end loop;
end
$$;
`
