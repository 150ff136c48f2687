import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'

export const backup_name = /^muster-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup\.gz$/

/** The folder of scheduled backups. A database of DATABASE_URL has none unless BACKUP_DIR is set: its operator backs it up. */
export const backupFolder = ({ BACKUP_DIR, DATABASE_URL, DATA_DIR }: Config): string | undefined =>
  BACKUP_DIR ?? (DATABASE_URL ? undefined : join(DATA_DIR, 'backups'))

/** The name contains the time of the backup. */
export const backupName = (at: Date) => `muster-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z.backup.gz`

export interface StoredBackup {
  name: string
  taken_at: Date
}

/** The backups of a folder, newest first. Files with other names are ignored. */
export function backupsIn(folder: string): StoredBackup[] {
  return namesIn(folder)
    .flatMap(name => {
      const [, day, hour, minute, second] = backup_name.exec(name) ?? []
      return day ? [{ name, taken_at: new Date(`${day}T${hour}:${minute}:${second}Z`) }] : []
    })
    .sort((a, b) => b.taken_at.getTime() - a.taken_at.getTime())
}

/** How often backups are taken, and when the newest was; undefined if Muster takes none. */
export function scheduledBackups(config: Config) {
  const folder = backupFolder(config)
  if (!folder || config.BACKUP_HOURS === 0) return undefined
  return { every_s: config.BACKUP_HOURS * 3600, newest: () => backupsIn(folder)[0]?.taken_at }
}

/** The names of all files in a folder, which may not exist yet. */
export function namesIn(folder: string) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
