import { connectDatabase } from '../server/db/connect.ts'
import { Pool } from '../server/db/pool.ts'
import { openSession } from '../server/db/sql.ts'
import { foundSpace } from '../server/people/membership.ts'
import { type Command, CommandError, withPool } from './command.ts'

export const spaceCreate: Command = {
  about: 'Founds a space with its four first roles and prints its number.',
  options: {
    name: { about: 'what it is called', required: true },
    locale: { about: 'its language, fr or en; fr when left out' },
  },
  run: async ({ options: { name = '', locale = 'fr' } }, config) => {
    if (!/\S/.test(name) || name.length > 200) throw new CommandError('--name must have 1 to 200 characters.')
    if (!/^[a-z]{2}(-[A-Z]{2})?$/.test(locale)) throw new CommandError('--locale must look like fr or en-GB.')
    return String(await withPool(config, pool => pool.write({}, sql => foundSpace(sql, name, locale))))
  },
}

export const spaceList: Command = {
  about: 'Lists the spaces.',
  run: async (_, config) => {
    const { url, disconnect } = await connectDatabase(config, 'guest')
    const worker = new Pool({ url, role: 'muster_worker', connections: 1 })
    try {
      const spaces = await worker.read(
        {},
        sql => sql<{ id: number; name: string }[]>`select id, name from spaces order by id`,
      )
      return spaces.map(({ id, name }) => `${id}\t${name}`).join('\n')
    } finally {
      await worker.end()
      await disconnect()
    }
  },
}

export const migrateCommand: Command = {
  about: 'Brings the database up to date, as every start does.',
  run: async (_, config) => {
    const { url, disconnect } = await connectDatabase(config, 'guest')
    const owner = openSession(url)
    try {
      const [row] = await owner<[{ name: string }]>`select max(name) as name from migrations`
      return `The database is up to date (${row.name}).`
    } finally {
      await owner.end()
      await disconnect()
    }
  },
}
