import type { Config } from '../server/config.ts'
import { singleHostUrls } from '../server/database_url.ts'
import { sqlstateOf, withSession } from '../server/db/sql.ts'

export interface Finding {
  state: 'ok' | 'warn' | 'fail'
  about: string
  /** What was found and, unless `ok`, what to do. */
  text: string
}

const open_ms_max = 8000

/** Says of each server of DATABASE_URL, if it names several, whether it is the primary or a standby. */
export async function checkHosts({ DATABASE_URL }: Config): Promise<Finding[]> {
  const hosts = DATABASE_URL ? singleHostUrls(DATABASE_URL) : []
  if (hosts.length < 2) return []
  const found = await Promise.all(hosts.map(async ({ host, url }) => ({ host, role: await roleOf(url) })))
  const primaries = found.filter(({ role }) => role === 'primary').length
  const text = `${found.map(({ host, role }) => `${host} ${describe[role] ?? `cannot be used (${role})`}`).join(', ')}.`
  const about = 'servers'
  if (primaries === 0) return [{ state: 'fail', about, text: `${text} Without a primary nothing can be written.` }]
  if (primaries > 1)
    return [
      { state: 'fail', about, text: `${text} Only one may be the primary. Stop Muster and correct the others first.` },
    ]
  const isComplete = found.every(({ role }) => role in describe)
  return [
    isComplete
      ? { state: 'ok', about, text }
      : { state: 'warn', about, text: `${text} Repair it before the primary fails.` },
  ]
}

const describe: Record<string, string> = { primary: 'is the primary', standby: 'is a standby' }

const roleOf = (url: string) =>
  withSession(
    url,
    async sql => {
      const [row] = await sql<[{ standby: boolean }]>`select pg_is_in_recovery() as standby`
      return row.standby ? 'standby' : 'primary'
    },
    { open_ms_max },
  ).catch(error => (sqlstateOf(error) ? error.message : (error.code ?? error.message)) as string)
