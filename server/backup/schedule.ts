import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { takeBackup } from './contents.ts'

const look_ms = 600_000
const hour_ms = 3_600_000
const pattern = /^muster-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup\.gz$/

/** Where backups are kept, when there are any: those of another database are the business of whoever runs it, unless they say so. */
export const backupFolder = ({ BACKUP_DIR, DATABASE_URL, DATA_DIR }: Config): string | undefined =>
  BACKUP_DIR ?? (DATABASE_URL ? undefined : join(DATA_DIR, 'backups'))

/** The name of a backup tells when it was taken. */
export const nameFor = (at: Date) => `muster-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z.backup.gz`

export interface Kept {
  name: string
  taken_at: Date
}

/** The backups of a folder, the newest first. Files with other names are somebody else's. */
export function backupsIn(folder: string): Kept[] {
  return namesIn(folder)
    .flatMap(name => {
      const [, day, hour, minute, second] = pattern.exec(name) ?? []
      return day ? [{ name, taken_at: new Date(`${day}T${hour}:${minute}:${second}Z`) }] : []
    })
    .sort((a, b) => b.taken_at.getTime() - a.taken_at.getTime())
}

// Left behind by a process that was killed.
const isHalf = (name: string) => name.endsWith('.part') && pattern.test(name.slice(0, -'.part'.length))

function namesIn(folder: string) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Takes a backup when the last one is too old, and lets go of the oldest. Answers the file, if it took one. */
export async function keepBackups(config: Config, url: string, now = new Date()): Promise<string | undefined> {
  const folder = backupFolder(config)
  if (!folder || config.BACKUP_HOURS === 0) return undefined
  const [newest] = backupsIn(folder)
  // A clock that was put back must not keep us from taking any.
  const age = newest && Math.abs(now.getTime() - newest.taken_at.getTime())
  if (age !== undefined && age < config.BACKUP_HOURS * hour_ms) return undefined
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const half of namesIn(folder).filter(isHalf)) rmSync(join(folder, half), { force: true })
  const file = join(folder, nameFor(now))
  await takeBackup(url, file)
  for (const { name } of backupsIn(folder).slice(config.BACKUPS_KEPT)) rmSync(join(folder, name), { force: true })
  return file
}

/** Looks every few minutes whether it is time. A stop does not wait for a backup under way: half of one is not there at all. */
export function startBackups(config: Config, url: string, log: FastifyBaseLogger) {
  let busy = false
  const look = async () => {
    if (busy) return
    busy = true
    try {
      const file = await keepBackups(config, url)
      if (file) log.info({ file }, 'took a backup')
    } catch (error) {
      log.error({ err: error }, 'could not take a backup')
    } finally {
      busy = false
    }
  }
  const timer = setInterval(look, look_ms).unref()
  return () => clearInterval(timer)
}
