import { mkdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { isRunning } from '../db/embedded/postmaster.ts'
import { openStorage } from '../file_storage/open.ts'
import { takeBackup } from './contents.ts'
import { BackupError } from './file.ts'
import { backup_name, backupFolder, backupName, backupsIn, namesIn, type StoredBackup } from './folder.ts'
import type { OnUnreadable } from './stored_files.ts'

const check_ms = 600_000
const hour_ms = 3_600_000

/** The storage whose files a backup contains. */
export const backedUpStorage = async (config: Config) =>
  config.BACKUP_FILES === 'on' ? openStorage(config) : undefined

const part = /^(.+)\.(\d+)-[0-9a-f]{8}\.part$/

/** Whether a .part file was left by a killed process. One that is still being written, here or on another machine, is not. */
function isLeftOver(folder: string, name: string, now: Date) {
  const [, whole = '', pid] = part.exec(name) ?? []
  if (!backup_name.test(whole) || isRunning(Number(pid))) return false
  return now.getTime() - statSync(join(folder, name)).mtimeMs > hour_ms
}

/** Takes a backup if the last one is too old, and deletes the oldest. Answers the file if it took one. */
export async function takeDueBackup(
  config: Config,
  url: string,
  now = new Date(),
  onUnreadable?: OnUnreadable,
): Promise<string | undefined> {
  const folder = backupFolder(config)
  if (!folder || config.BACKUP_HOURS === 0) return undefined
  // Backups with a time in the future, from a wrong clock, do not count.
  const [newest] = backupsIn(folder).filter(({ taken_at }) => taken_at <= now)
  if (newest && now.getTime() - newest.taken_at.getTime() < config.BACKUP_HOURS * hour_ms) return undefined
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of namesIn(folder).filter(name => isLeftOver(folder, name, now)))
    rmSync(join(folder, name), { force: true })
  if (newest) checkSpace(folder, newest)
  const name = backupName(now)
  await takeBackup(url, join(folder, name), await backedUpStorage(config), { onUnreadable })
  const others = backupsIn(folder).filter(other => other.taken_at <= now && other.name !== name)
  for (const { name } of others.slice(config.BACKUPS_KEPT - 1)) rmSync(join(folder, name), { force: true })
  return join(folder, name)
}

// Leaves disk space for the database.
function checkSpace(folder: string, { name }: StoredBackup) {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < 2 * statSync(join(folder, name)).size)
    throw new BackupError(
      `There is not enough space for a backup in ${folder}. Free some space, or set BACKUP_DIR to another folder.`,
    )
}

/** Checks every ten minutes whether a backup is due. Stopping does not wait for a running backup: an unfinished one leaves no file. */
export function startBackups(config: Config, url: string, log: FastifyBaseLogger) {
  let busy = false
  const check = async () => {
    if (busy) return
    busy = true
    try {
      const file = await takeDueBackup(config, url, new Date(), (key, err) =>
        log.warn({ err, key }, 'a backup lacks the contents of a file, which could not be read'),
      )
      if (file) log.info({ file }, 'took a backup')
    } catch (error) {
      log.error({ err: error }, 'could not take a backup')
    } finally {
      busy = false
    }
  }
  const timer = setInterval(check, check_ms).unref()
  return () => clearInterval(timer)
}
