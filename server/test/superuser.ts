import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openSession } from '../db/sql.ts'

/** The address of an embedded database, whose path must be short, for a role that logs in. */
export const socketFor = (dataDir: string, user: string) =>
  `postgres://${user}@localhost/postgres?socket=${encodeURIComponent(join(dataDir, 'postgres', '.s.PGSQL.5432'))}`

const patience_ms = 60_000

/** Lets every role log in to a running embedded database, also the superuser, and returns the superuser's address. */
export async function admitSuperuser(dataDir: string): Promise<string> {
  const data = join(dataDir, 'postgres')
  appendFileSync(join(data, 'pg_hba.conf'), 'local all all trust\n')
  process.kill(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGHUP')
  const url = socketFor(dataDir, 'postgres')
  for (const deadline = Date.now() + patience_ms; !(await isAdmitted(url)); await delay(20))
    if (Date.now() > deadline) throw new Error(`the superuser is not admitted to ${dataDir}`)
  return url
}

async function isAdmitted(url: string) {
  const session = await openSession(url)
  try {
    await session`select`
    return true
  } catch {
    return false
  } finally {
    await session.end({ timeout: 0 })
  }
}
