import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { takeBackup } from '../server/backup/contents.ts'
import { restoreBackup } from '../server/backup/restoring.ts'
import { backupFolder, nameFor } from '../server/backup/schedule.ts'
import { type Command, CommandError, withDatabase } from './command.ts'

export const backup: Command = {
  about: 'Writes everything into one file, while the server runs or while it does not.',
  argument: 'file',
  run: async ({ argument }, config) => {
    const file = resolve(argument ?? join(backupFolder(config) ?? '.', nameFor(new Date())))
    if (existsSync(file)) throw new CommandError(`${file} is there already. Name another file.`)
    if (!argument) mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    else if (!existsSync(dirname(file))) throw new CommandError(`There is no folder ${dirname(file)}.`)
    const { rows, tables, bytes } = await withDatabase(config, url => takeBackup(url, file), 'as it is')
    return [
      `${file}`,
      `${rows} rows of ${tables} tables, ${megabytes(bytes)} MB. Keep a copy on another machine, and keep it secret: it holds personal data and keys.`,
    ].join('\n')
  },
}

export const restore: Command = {
  about: 'Fills an empty database with what a backup holds. Anything but an empty one is refused.',
  argument: 'file',
  run: async ({ argument }, config) => {
    if (!argument) throw new CommandError('muster restore needs the file of a backup.')
    const { rows, taken_at } = await withDatabase(config, url => restoreBackup(url, resolve(argument)), 'as it is')
    return `${rows} rows are back, as they were on ${taken_at}. "muster verify" checks the books.`
  },
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)
