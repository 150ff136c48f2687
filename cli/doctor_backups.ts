import { statSync } from 'node:fs'
import { join } from 'node:path'
import { backupFolder, backupsIn } from '../server/backup/folder.ts'
import type { Config } from '../server/config.ts'
import type { Finding } from './doctor_hosts.ts'
import { muster } from './environment.ts'

const hour_ms = 3_600_000

export function checkBackups(config: Config): Finding {
  const about = 'backups'
  const folder = backupFolder(config)
  if (!folder || config.BACKUP_HOURS === 0)
    return {
      state: 'warn',
      about,
      text: 'Scheduled backups are off. Back up the database in another way, or set BACKUP_DIR.',
    }
  const [newest, ...others] = backupsIn(folder)
  if (newest && newest.taken_at.getTime() > Date.now() + hour_ms)
    return { state: 'warn', about, text: `${newest.name} in ${folder} has a date in the future. Remove it.` }
  if (newest && statSync(join(folder, newest.name)).size === 0)
    return {
      state: 'fail',
      about,
      text: `${newest.name} in ${folder} is empty. ${others.length} older backups exist.`,
    }
  if (!newest) return { state: 'warn', about, text: `No backup in ${folder} yet. Run "${muster} backup".` }
  const hours = Math.round((Date.now() - newest.taken_at.getTime()) / hour_ms)
  const text = `The last backup is ${hours} h old, in ${folder}.`
  if (hours > 2 * config.BACKUP_HOURS) return { state: 'fail', about, text: `${text} See the log for the reason.` }
  return {
    state: 'ok',
    about,
    text: `${text} Keep copies on another machine and test them with "${muster} restore". Maps are not in them: keep the .pmtiles files.`,
  }
}
