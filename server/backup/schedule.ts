import { mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { isRunning } from '../db/embedded/postmaster.ts'
import { takeBackup } from './contents.ts'
import { BackupError } from './file.ts'

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

const part = /^(.+)\.(\d+)-[0-9a-f]{8}\.part$/

/** Left behind by a process that was killed; one that is still being written, here or from another machine, is let alone. */
function isLeftOver(folder: string, name: string, now: Date) {
  const [, whole = '', pid] = part.exec(name) ?? []
  if (!pattern.test(whole) || isRunning(Number(pid))) return false
  return now.getTime() - statSync(join(folder, name)).mtimeMs > hour_ms
}

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
  // What was taken by a clock that was wrong says nothing about how old the last one is.
  const [newest] = backupsIn(folder).filter(({ taken_at }) => taken_at <= now)
  if (newest && now.getTime() - newest.taken_at.getTime() < config.BACKUP_HOURS * hour_ms) return undefined
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of namesIn(folder).filter(name => isLeftOver(folder, name, now)))
    rmSync(join(folder, name), { force: true })
  if (newest) checkRoom(folder, newest)
  const name = nameFor(now)
  await takeBackup(url, join(folder, name))
  const others = backupsIn(folder).filter(other => other.taken_at <= now && other.name !== name)
  for (const { name } of others.slice(config.BACKUPS_KEPT - 1)) rmSync(join(folder, name), { force: true })
  return join(folder, name)
}

// Payments need the disk more than the next backup does.
function checkRoom(folder: string, { name }: Kept) {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < 2 * statSync(join(folder, name)).size)
    throw new BackupError(
      `There is no room for a backup in ${folder}. Free some, or name another place with BACKUP_DIR.`,
    )
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
