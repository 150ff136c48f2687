import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Caller } from '../server/access/caller.ts'
import { allPermissions, type Permission } from '../server/access/permissions.ts'
import { readContacts } from '../server/contacts/core/read.ts'
import { Pool } from '../server/db/pool/pool.ts'
import { openSession, type Session } from '../server/db/sql.ts'
import { addEmptySpace, empty_space } from '../server/test/empty_space.ts'
import { postmasterOf, socketOf, startServer, tokenOf } from '../server/test/process.ts'
import { admitSuperuser } from '../server/test/superuser.ts'
import { cpuOf, cpuOfDatabase } from './cpu.ts'
import { fillActivity } from './fill_activity.ts'
import { fillContacts, indexFilledContacts } from './fill_contacts.ts'
import { conditions, questions, type Sample } from './search_conditions.ts'

interface SearchParams {
  contacts: number
  seconds: number
  log: (line: string) => void
}

/** Processor time of one request, in ms, of the database client and of the database. */
interface Cost {
  name: string
  ms: number
  /** The number of matches, where it was requested. */
  total?: number
}

const space = empty_space
const page = 100
/** Measures the base cost, one contact and a page of contacts by id, then each search, on contacts created by SQL. */
export async function benchSearch({ contacts, seconds, log }: SearchParams) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-bench-')))
  const dataDir = join(folder, 'data')
  const server = await startServer({
    env: { DATA_DIR: dataDir, RATE_BURST: '100000000', RATE_PER_SECOND: '100000000' },
  })
  await addEmptySpace(dataDir)
  const owner = await openSession(await admitSuperuser(dataDir))
  const app = await openSession(socketOf(dataDir), { role: 'muster_app' })
  const pool = new Pool({ url: socketOf(dataDir), role: 'muster_app', connections: 1 })
  try {
    await owner.unsafe('alter system set autovacuum = off').then(() => owner`select pg_reload_conf()`)
    log(`filling a space with ${contacts} contacts`)
    const people = await fillContacts(owner, space, contacts)
    const dated = await fillActivity(owner, space, people)
    await indexFilledContacts(owner)
    await owner.unsafe('vacuum analyze').then(() => owner.unsafe('checkpoint'))
    const token = tokenOf(dataDir, 'superadmin', space)
    const postmaster = postmasterOf(dataDir)
    const cost = async (name: string, client: number, ask: () => Promise<number | undefined>): Promise<Cost> => {
      await ask()
      const before = cpuOf(client) + cpuOfDatabase(dataDir, postmaster)
      const end = Date.now() + seconds * 1000
      let [requests, total] = [0, undefined as number | undefined]
      for (; Date.now() < end || requests < 3; requests++) total = await ask()
      const ms = (cpuOf(client) + cpuOfDatabase(dataDir, postmaster) - before) / requests
      log(`${name}: ${ms.toFixed(1)} ms`)
      return { name, ms, ...(total !== undefined && { total }) }
    }
    const base = await cost('a point read and its rows', process.pid, () => pointRead(pool, people.first, contacts))
    const randomContact = () => 1 + Math.floor(Math.random() * 1000)
    const singles: { bare: Cost; asked: Cost }[] = []
    for (const [role, permissions] of [
      ['manager', []],
      ['superadmin', allPermissions],
    ] as const) {
      const roleToken = tokenOf(dataDir, role, 1)
      singles.push({
        bare: await cost(`a contact as a ${role} sees it, bare`, process.pid, () =>
          bareRead(app, randomContact(), permissions),
        ),
        asked: await cost(role, server.pid, () => answered(`${server.url}/v1/contacts/${randomContact()}`, roleToken)),
      })
    }
    const asked = { chosen: { id: people.form, refs: people.refs }, written: { id: people.written }, dated }
    const costs: { page: Cost; whole: Cost }[] = []
    const [who] = await owner<
      [Sample]
    >`select * from contacts where group_id = ${space} and id = ${people.first + Math.floor(contacts / 3)}`
    for (const [name, condition] of Object.entries(conditions(who, asked))) {
      const ask = (mode: 'capped' | 'none') => async () => {
        const query = { $all: [{ $all: [{ $condition: condition }] }] }
        const advanced_search = { query, per_page: page, sort_attr: 'surname', total: mode }
        const { total } = (await sent(`${server.url}/search`, token, { advanced_search })) as { total: number | null }
        return total ?? undefined
      }
      costs.push({
        page: await cost(name, server.pid, ask('none')),
        whole: await cost(`${name}, counted`, server.pid, ask('capped')),
      })
    }
    const finds: Cost[] = []
    for (const [name, q] of Object.entries(questions(who)))
      finds.push(
        await cost(
          name,
          server.pid,
          async () => void (await sent(`${server.url}/v1/find?q=${encodeURIComponent(q)}`, token)),
        ),
      )
    return { base, singles, costs, finds }
  } finally {
    await Promise.all([owner.end({ timeout: 1 }), pool.end()])
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function pointRead(pool: Pool, first: number, contacts: number) {
  const caller = { id: 1, group_id: space, permissions: new Set(allPermissions) } as unknown as Caller
  const ids = Array.from({ length: page }, () => first + Math.floor(Math.random() * contacts))
  await pool.read({ group_id: space, user_id: 1 }, async sql => {
    await sql`select id from contacts c where c.group_id = ${space} and c.id = ${ids[0] ?? 0}`
    await readContacts(sql, caller, ids)
  })
  return undefined
}

/** The statement alone, on one session, without HTTP. */
async function bareRead(app: Session, id: number, permissions: readonly Permission[]) {
  const caller = { id: 1, group_id: 1, permissions: new Set(permissions) } as unknown as Caller
  const { count } = await readContacts(app, caller, [id])
  if (count !== 1) throw new Error(`there is no contact ${id}`)
  return undefined
}

async function answered(url: string, token: string) {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  if (response.status !== 200) throw new Error(`${url} was answered ${response.status}`)
  await response.text()
  return undefined
}

async function sent(url: string, token: string, data?: object): Promise<unknown> {
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${token}`, ...(data && { 'content-type': 'application/json' }) },
    ...(data && { method: 'POST', body: JSON.stringify({ data }) }),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${url} was answered ${response.status}: ${text}`)
  return (JSON.parse(text) as { data: unknown }).data
}

/** The results as ratios. */
export function searchReportOf(
  { base, singles, costs, finds }: Awaited<ReturnType<typeof benchSearch>>,
  contacts: number,
) {
  const ratio = ({ ms }: Cost) => (ms / base.ms).toFixed(1)
  return `# Search speed

Written by \`npm run bench -- search\`. Processor time of a request over HTTP, of Node and PostgreSQL together, as a ratio to ${base.ms.toFixed(1)} ms:
the cost of one contact by id and ${page} contacts by id through the same driver, without HTTP. ${contacts} contacts in the space; a page has
${page}, sorted by name.

| search | matches, up to 10 000 | first page | with a capped total |
|---|---|---|---|
${costs.map(({ page, whole }) => `| ${page.name} | ${whole.total} | ${ratio(page)} | ${ratio(whole)} |`).join('\n')}

| box | |
|---|---|
${finds.map(cost => `| ${cost.name} | ${ratio(cost)} |`).join('\n')}

One contact by its id, \`GET /v1/contacts/{id}\`, one request after the other: its rate as a share of that of the same statement alone
through the same driver, by processor time. With contacts:sensitive a read is also audited. The goal is 0.7.

| as seen by | processor time, ms | bare statement, ms | share |
|---|---|---|---|
${singles.map(({ bare, asked }) => `| ${asked.name} | ${asked.ms.toFixed(2)} | ${bare.ms.toFixed(2)} | ${(bare.ms / asked.ms).toFixed(2)} |`).join('\n')}
`
}
