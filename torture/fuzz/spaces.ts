import { defined } from '../../server/test/defined.ts'
import type { TestApp } from '../../server/test/harness.ts'
import { anIntegration, aServiceAccountToken, withAccessToken } from '../../server/test/integrations.ts'
import { allRows } from '../../server/test/matrix/all.ts'
import type { Row, Rows } from '../../server/test/matrix/rows.ts'
import { aSpace, aUser, aUserPerRole } from '../../server/test/people.ts'
import { reindexContacts } from '../../server/test/search_index.ts'

export type ValidRequest = Awaited<ReturnType<Row['request']>>

/** A word that only the foreign space contains: a response with it has leaked data. */
export const mark = 'Zqxvörk'

/** A space with users of every role, and a valid request for every operation. */
export interface FuzzSpace {
  rows: Rows
  callers: Record<string, { token: string } | undefined>
  /** A token of a signed-in user, for operations that refuse tokens for scripts. */
  signedIn: { token: string }
  intact: () => Promise<boolean>
}

export async function createSpace(app: TestApp): Promise<FuzzSpace> {
  const space = await aSpace(app, 'Here')
  const cast = await aUserPerRole(app, space)
  const { superadmin, admin } = cast
  const integration = await anIntegration(app, superadmin, { scopes: ['contacts:read'], role_id: admin.role_id })
  const other_space = await aUser(app, await aSpace(app, 'Elsewhere'), { role: 'superadmin' })
  const narrow_token = await aUser(app, space, { role: 'superadmin', scopes: ['webhooks:manage'] })
  const service_account = await aServiceAccountToken(app, integration)
  const callers = { ...cast, service_account, other_space, narrow_token, no_token: undefined }
  const intact = async () => {
    for (const [role, person] of Object.entries(cast)) {
      const { status, body } = await app.as(person).get('/me')
      if (status === 403 || body?.data?.role?.type !== role) return false
    }
    return true
  }
  return {
    rows: await allRows({ app, space, cast }),
    callers,
    signedIn: await withAccessToken(app, superadmin),
    intact,
  }
}

/** Another space with the same data. All texts in it are marked; none may change or be seen. */
export async function createForeignSpace(app: TestApp, requests_each: number) {
  const space = await aSpace(app, 'There')
  const cast = await aUserPerRole(app, space)
  const rows = await allRows({ app, space, cast })
  const requests = new Map<string, ValidRequest[]>()
  for (const [name, row] of Object.entries(rows)) {
    const made: ValidRequest[] = []
    for (let count = 0; count < requests_each; count++) made.push(await row.request('superadmin'))
    requests.set(name, made)
  }
  await markAll(app, space)
  await reindexContacts(app.owner)
  return { space, requests, fingerprint: await fingerprintOf(app, space) }
}

/** Writes the mark into every text column, except where a constraint forbids it. */
async function markAll({ owner }: TestApp, space: number) {
  const columns = await owner<{ table: string; column: string; type: string }[]>`
    select c.table_name as "table", c.column_name as "column", c.udt_name as type
    from information_schema.columns c
    join information_schema.columns g on g.table_name = c.table_name and g.column_name = 'group_id' and g.table_schema = 'public'
    join information_schema.tables t on t.table_name = c.table_name and t.table_type = 'BASE TABLE' and t.table_schema = 'public'
    where c.table_schema = 'public' and c.is_generated = 'NEVER' and c.udt_name in ('text', '_text', 'json', 'jsonb')`
  const marked: Record<string, (column: string) => string> = {
    text: column => `${column} || ' ${mark}'`,
    _text: column => `array_append(${column}, '${mark}')`,
    json: column => `(${column}::jsonb || '{"${mark}": "${mark}"}')::json`,
    jsonb: column => `${column} || '{"${mark}": "${mark}"}'`,
  }
  let done = 0
  for (const { table, column, type } of columns) {
    const statement = `update "${table}" set "${column}" = ${defined(marked[type], type)(`"${column}"`)} where group_id = ${space}`
    const { count } = await owner.unsafe(statement).catch(() => ({ count: 0 }))
    done += Number(count > 0)
  }
  if (done < 40) throw new Error(`only ${done} columns could be marked`)
  await owner.unsafe(`update spaces set name = '${mark}' where id = ${space}`)
  await owner.unsafe(
    `update accounts set firstname = '${mark}', surname = '${mark}' where id in (select id from users where group_id = ${space})`,
  )
}

/** A hash of all rows of the space, except mails and counters, which change in the background. */
export async function fingerprintOf({ owner }: TestApp, space: number): Promise<string> {
  const tables = await owner<{ name: string }[]>`
    select c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'group_id'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not in ('mail_outbox', 'counters') order by 1`
  const sums = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*) as n, coalesce(sum(hashtext(t::text)), 0)::text as sum from "${name}" t where group_id = ${space}`,
  )
  const rows = await owner.unsafe(`${sums.join(' union all ')} union all
    select 'space', count(*), coalesce(sum(hashtext(t::text)), 0)::text from spaces t where id = ${space}`)
  return rows.map(row => `${row['name']} ${row['n']} ${row['sum']}`).join('\n')
}
