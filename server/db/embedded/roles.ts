import { chmodSync, chownSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSession } from '../sql.ts'

// Who logs in to the embedded database. The superuser that initdb makes does so once, here; from then on it is shut out.

/** Owns the tables: for migrations, backups and what a command does behind the server's back. Row level security does not bind it. */
export const owner_login = 'muster_owner'
/** What the running server logs in as. It owns nothing and may do nothing but take the roles that row level security binds. */
export const server_login = 'muster_server'
const superuser = 'postgres'

const lock_id = 7_717_005
const lock_ms_max = 20_000

const permitted = `# Written by Muster. The socket lies in a folder that only the account of the database may enter.
# Who needs the superuser adds "local all ${superuser} trust", and sends SIGHUP to the process in postmaster.pid.
local all ${owner_login},${server_login} trust
`

interface Cluster {
  data: string
  account: { uid: number; gid: number } | undefined
  urlFor: (user: string) => string
  postmaster: () => number | undefined
}

/** Makes the roles that log in, hands them what the superuser owned in earlier versions, and shuts the superuser out. */
export async function prepareRoles(cluster: Cluster) {
  if (isPrepared(cluster.data)) return
  try {
    await makeRoles(cluster.urlFor(superuser))
  } catch (error) {
    // Another process was faster, and has shut the superuser out already.
    if (!isPrepared(cluster.data)) throw error
    return
  }
  permitOnlyThem(cluster)
}

const fileIn = (data: string) => join(data, 'pg_hba.conf')

const isPrepared = (data: string) => readFileSync(fileIn(data), 'utf8').includes(server_login)

function permitOnlyThem({ data, account, postmaster }: Cluster) {
  const part = `${fileIn(data)}.${process.pid}`
  writeFileSync(part, permitted, { mode: 0o600 })
  chmodSync(part, 0o600)
  if (account) chownSync(part, account.uid, account.gid)
  renameSync(part, fileIn(data))
  const pid = postmaster()
  if (pid !== undefined) process.kill(pid, 'SIGHUP')
}

async function makeRoles(url: string) {
  const session = openSession(url)
  try {
    await session.begin(async sql => {
      await sql.unsafe(`set local lock_timeout = ${lock_ms_max}; select pg_advisory_xact_lock(${lock_id})`)
      await sql.unsafe(roles)
      await sql.unsafe(ownership)
    })
  } finally {
    await session.end({ timeout: 2 })
  }
}

// Migrations would make the roles that act, too; here they are made and granted in one place, so that the login of the server gets no more.
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

// PostgreSQL refuses to reassign all that its first superuser owns at once, so each thing is handed over by its name. What belongs to an
// extension stays with it, and the sequence of a column goes with its table.
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
