import { randomBytes } from 'node:crypto'
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Caller, noCredential } from '../access/caller.ts'
import { hashPassword } from '../access/passwords.ts'
import { allPermissions, type RoleType } from '../access/permissions.ts'
import { createPersonalToken, token_days_max } from '../access/tokens.ts'
import { type Config, mapFolder } from '../config.ts'
import { createSpace } from '../create_space.ts'
import { Pool } from '../db/pool/pool.ts'
import { setRlsContext } from '../db/rls_context.ts'
import { type Sql, withSession } from '../db/sql.ts'
import { registerAccount } from '../organisation/core/accounts.ts'
import { addMember } from '../organisation/core/membership.ts'
import { findRole } from '../organisation/core/roles.ts'
import { fillActions } from './actions.ts'
import { bristol } from './bristol/bristol.ts'
import { fillContacts } from './contacts.ts'
import type { DemoData } from './data.ts'
import { fillForms } from './forms.ts'
import { lyon } from './lyon/lyon.ts'
import { fillMoney } from './money.ts'
import { fillNotes } from './notes.ts'
import { required } from './required.ts'
import { fillTeams } from './teams.ts'
import { fillUsers } from './users.ts'
import { fillViews } from './views.ts'

export interface DemoAccount {
  mail: string
  password: string
  role: string
  space_id: number
  token: string
}

export interface DemoFile {
  url: string
  spaces: { id: number; name: string }[]
  accounts: DemoAccount[]
}

/** `made`: just now, so that its accounts are worth showing. */
export type Demo = DemoFile & { made: boolean }

const lock_id = 7_717_004
const demo_ms_max = 600_000

interface DemoOptions {
  config: Config
  database_url: string
  /** For statements that need the owner of the tables. */
  owner_url: string
  fresh: boolean
  public_url: string
}

/** The transaction that fills a space, and its superadmin as the caller. */
export interface DemoContext {
  sql: Sql
  caller: Caller
  data: DemoData
}

/** The steps that fill each space, in order. A new resource adds its step here. */
const steps = [fillUsers, fillTeams, fillForms, fillContacts, fillMoney, fillActions, fillNotes, fillViews]

const spaces = [lyon, bristol]

/** Fills an empty database with the demo if configured, and otherwise reads the demo that was created before. */
export async function prepareDemo({ config, fresh, public_url, ...urls }: DemoOptions): Promise<Demo | undefined> {
  const file = join(config.DATA_DIR, 'demo.json')
  const wanted =
    config.DEMO === 'on' || (config.DEMO === undefined && !config.DATABASE_URL && (fresh || !existsSync(file)))
  const made = wanted ? await withDemoLock(urls.database_url, () => createIfEmpty(urls, file, public_url)) : undefined
  if (made) {
    copyStreets(config)
    return { ...made, made: true }
  }
  return existsSync(file) ? { ...withCurrentUrl(file, public_url), made: false } : undefined
}

// Several servers may start on one new database: one of them creates the demo, and the others wait.
const withDemoLock = <T>(url: string, work: () => Promise<T>) =>
  withSession(url, async owner => {
    await owner`select pg_advisory_lock(${lock_id})`
    return work()
  })

type Urls = Pick<DemoOptions, 'database_url' | 'owner_url'>

const createIfEmpty = async (urls: Urls, file: string, public_url: string) =>
  (await isEmpty(urls.database_url)) ? createDemo(urls, file, public_url) : undefined

async function isEmpty(url: string) {
  const worker = new Pool({ url, role: 'muster_worker', connections: 1 })
  try {
    const [row] = await worker.read(
      {},
      sql => sql<[{ empty: boolean }]>`select not exists (select from spaces) as empty`,
    )
    return row.empty
  } finally {
    await worker.end()
  }
}

/** One transaction. The file with the passwords is written before it commits, so that a demo without known passwords cannot exist. */
async function createDemo({ database_url: url, owner_url }: Urls, file: string, public_url: string): Promise<DemoFile> {
  await resetSpaceNumbers(owner_url)
  // One long transaction, which takes a while on a slow machine.
  const pool = new Pool({ url, role: 'muster_app', connections: 1, statement_timeout_ms: demo_ms_max })
  try {
    return await pool.write({}, async sql => {
      const made: DemoFile = { url: public_url, spaces: [], accounts: [] }
      for (const data of spaces) await createDemoSpace(sql, data, made)
      writeDemoFile(file, made)
      return made
    })
  } finally {
    await pool.end()
  }
}

async function createDemoSpace(sql: Sql, data: DemoData, made: DemoFile) {
  const { name, locale } = data
  const group_id = await createSpace(sql, name, locale, data.time_zone)
  made.spaces.push({ id: group_id, name })
  const ids: number[] = []
  for (const { type, firstname, surname, mail, password, password_hash } of await withPasswords(data.accounts)) {
    const account = await registerAccount(sql, { login_mail: mail, firstname, surname, locale, password_hash })
    const role = await roleOf(sql, group_id, type)
    await addMember(sql, group_id, account, role.id)
    const { secret } = await createPersonalToken(sql, {
      user_id: account.id,
      group_id,
      name: 'Demo',
      days: token_days_max,
    })
    made.accounts.push({ mail, password, role: role.name, space_id: group_id, token: secret })
    ids.push(account.id)
  }
  const caller = await superadmin(sql, group_id, required(ids[0], 'superadmin'))
  for (const fill of steps) await fill({ sql, caller, data })
}

// A hash takes a while on purpose, so they are computed at the same time.
const withPasswords = (accounts: DemoData['accounts']) =>
  Promise.all(
    accounts.map(async account => {
      const password = randomBytes(12).toString('base64url')
      return { ...account, password, password_hash: await hashPassword(password) }
    }),
  )

async function superadmin(sql: Sql, group_id: number, id: number): Promise<Caller> {
  await setRlsContext(sql, { group_id, user_id: id })
  const role = await roleOf(sql, group_id, 'superadmin')
  return { id, group_id, role, permissions: new Set(allPermissions), scopes: undefined, token: noCredential }
}

async function roleOf(sql: Sql, group_id: number, type: RoleType) {
  const role = await findRole(sql, group_id, { name: type })
  if (!role) throw new Error(`space ${group_id} has no role ${type}`)
  return role
}

// An interrupted attempt has used ids. The spaces of the demo always have the ids 1 and 2.
const resetSpaceNumbers = (url: string) => withSession(url, owner => owner`select setval('spaces_id_seq', 1, false)`)

// The streets around the doors of the demo, as an operator would add a map.
function copyStreets(config: Config) {
  const folder = mapFolder(config)
  mkdirSync(folder, { recursive: true })
  copyFileSync(new URL('streets.pmtiles', import.meta.url), join(folder, 'demo.pmtiles'))
}

// Updates the address in the file: the port may have changed.
function withCurrentUrl(file: string, url: string): DemoFile {
  const known = JSON.parse(readFileSync(file, 'utf8')) as DemoFile
  if (known.url !== url) writeDemoFile(file, { ...known, url })
  return { ...known, url }
}

function writeDemoFile(file: string, demo: DemoFile) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.part`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
  chmodSync(`${file}.part`, 0o600)
  renameSync(`${file}.part`, file)
}
