import { createSpace } from '../server/create_space.ts'
import { Pool } from '../server/db/pool/pool.ts'
import { withSession } from '../server/db/sql.ts'
import { type Command, CommandError, checkLine } from './command.ts'
import { withDatabase, withPool } from './database.ts'

export const spaceCreate: Command = {
  about: 'Create a space with its four default roles and print its ID.',
  options: {
    name: { about: 'Name of the space', required: true },
    locale: { about: 'Language, such as fr or en-GB. Default: fr' },
  },
  run: async ({ options: { name = '', locale = 'fr' } }, config) => {
    if (!/\S/.test(name)) throw new CommandError('--name must not be blank.')
    checkLine('name', name, 200)
    if (!/^[a-z]{2}(-[A-Z]{2})?$/.test(locale))
      throw new CommandError('--locale must be a language such as fr or en-GB.')
    return String(await withPool(config, pool => pool.write({}, sql => createSpace(sql, name, locale))))
  },
}

export const spaceList: Command = {
  about: 'List the spaces.',
  run: (_, config) =>
    withDatabase(config, async ({ url }) => (await spacesOf(url)).map(({ id, name }) => `${id}\t${name}`).join('\n')),
}

export async function spacesOf(url: string): Promise<{ id: number; name: string }[]> {
  const worker = new Pool({ url, role: 'muster_worker', connections: 1 })
  try {
    return await worker.read({}, async sql => [
      ...(await sql<{ id: number; name: string }[]>`select id, name from spaces order by id`),
    ])
  } finally {
    await worker.end()
  }
}

export const migrateCommand: Command = {
  about: 'Apply database migrations. Every start of the server does the same.',
  run: (_, config) =>
    withDatabase(config, async ({ owner_url }) => {
      const [row] = await withSession(
        owner_url,
        owner => owner<[{ name: string }]>`select max(name) as name from migrations`,
      )
      return `The database is up to date (${row.name}).`
    }),
}
