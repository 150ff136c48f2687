import type { TestApp } from '../../server/test/harness.ts'
import { allRows } from '../../server/test/matrix/all.ts'
import type { Row, Rows } from '../../server/test/matrix/world.ts'
import { aSpace, aUser, aUserPerRole } from '../../server/test/people.ts'
import { anIntegration, aProgramToken, signedIn } from '../../server/test/programs.ts'

export type Wish = Awaited<ReturnType<Row['ask']>>

/** A word that nobody in another space wrote: wherever it shows, something leaked. */
export const mark = 'Zqxvörk'

/** A space with everybody in it, and a request that works there for every operation. */
export interface World {
  rows: Rows
  callers: Record<string, { token: string } | undefined>
  /** The same people in front of an application, where a token for scripts is not enough. */
  signedIn: { token: string }
  intact: () => Promise<boolean>
}

export async function aWorld(app: TestApp): Promise<World> {
  const space = await aSpace(app, 'Here')
  const cast = await aUserPerRole(app, space)
  const { superadmin, admin } = cast
  const integration = await anIntegration(app, superadmin, { scopes: ['contacts:read'], role_id: admin.role_id })
  const stranger = await aUser(app, await aSpace(app, 'Elsewhere'), { role: 'superadmin' })
  const narrow = await aUser(app, space, { role: 'superadmin', scopes: ['webhooks:manage'] })
  const callers = { ...cast, program: await aProgramToken(app, integration), stranger, narrow, nobody: undefined }
  const intact = async () => {
    for (const [role, person] of Object.entries(cast)) {
      const { status, body } = await app.as(person).get('/me')
      if (status === 403 || body?.data?.role?.type !== role) return false
    }
    return true
  }
  return { rows: await allRows({ app, space, cast }), callers, signedIn: await signedIn(app, superadmin), intact }
}

/** Another space of the same shape. Everything in it is marked, and none of it may ever change or be seen. */
export async function aForeignWorld(app: TestApp, wishes_each: number) {
  const space = await aSpace(app, 'There')
  const cast = await aUserPerRole(app, space)
  const rows = await allRows({ app, space, cast })
  const wishes = new Map<string, Wish[]>()
  for (const [name, row] of Object.entries(rows)) {
    const made: Wish[] = []
    for (let count = 0; count < wishes_each; count++) made.push(await row.ask('superadmin'))
    wishes.set(name, made)
  }
  await markAll(app, space)
  return { space, wishes, fingerprint: await fingerprintOf(app, space) }
}

/** Writes the mark into every text there is, past all rules but those of the database itself. */
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
    const statement = `update "${table}" set "${column}" = ${marked[type]!(`"${column}"`)} where group_id = ${space}`
    // What a constraint forbids stays as it was.
    const { count } = await owner.unsafe(statement).catch(() => ({ count: 0 }))
    done += Number(count > 0)
  }
  if (done < 40) throw new Error(`only ${done} columns could be marked`)
  await owner.unsafe(`update spaces set name = '${mark}' where id = ${space}`)
  await owner.unsafe(
    `update accounts set firstname = '${mark}', surname = '${mark}' where id in (select id from users where group_id = ${space})`,
  )
}

/** All that the space has. Mail leaves and sums are folded in their own time. */
export async function fingerprintOf({ owner }: TestApp, space: number): Promise<string> {
  const tables = await owner<{ name: string }[]>`
    select c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'group_id'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not in ('mail_outbox', 'tallies') order by 1`
  const sums = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*) as n, coalesce(sum(hashtext(t::text)), 0)::text as sum from "${name}" t where group_id = ${space}`,
  )
  const rows = await owner.unsafe(`${sums.join(' union all ')} union all
    select 'space', count(*), coalesce(sum(hashtext(t::text)), 0)::text from spaces t where id = ${space}`)
  return rows.map(row => `${row['name']} ${row['n']} ${row['sum']}`).join('\n')
}
