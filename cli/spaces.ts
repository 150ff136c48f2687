import { createSpace } from '../server/create_space.ts'
import { Pool } from '../server/db/pool/pool.ts'
import { type Sql, withSession } from '../server/db/sql.ts'
import { isKnownTimeZone } from '../server/organisation/core/spaces.ts'
import { changeSpace } from '../server/organisation/spaces/queries.ts'
import { timeZoneOfLocale } from '../server/time_zone.ts'
import { actingUserOptions, asActingUser } from './acting_user.ts'
import { type Command, CommandError, checkLine, requiredOption } from './command.ts'
import { withDatabase, withPool } from './database.ts'

export const spaceCreate: Command = {
  about: 'Create a space with its four default roles and print its ID.',
  options: {
    name: { about: 'Name of the space', required: true },
    locale: { about: 'Language, such as fr or en-GB. Default: fr' },
    'time-zone': { about: 'Time zone, such as Europe/Paris. Default: that of the language and country', value: 'zone' },
  },
  run: async ({ options }, config) => {
    const { name = '', locale = 'fr', 'time-zone': time_zone = timeZoneOfLocale(locale) } = options
    if (!/\S/.test(name)) throw new CommandError('--name must not be blank.')
    checkLine('name', name, 200)
    if (!/^[a-z]{2}(-[A-Z]{2})?$/.test(locale))
      throw new CommandError('--locale must be a language such as fr or en-GB.')
    const create = async (sql: Sql) => {
      await checkTimeZone(sql, time_zone)
      return createSpace(sql, name, locale, time_zone)
    }
    return String(await withPool(config, pool => pool.write({}, create)))
  },
}

export const spaceUpdate: Command = {
  about: 'Change the time zone of a space, which decides its days: of statistics, memberships and accounting periods.',
  options: {
    'time-zone': { about: 'Time zone, such as Europe/Paris', required: true, value: 'zone' },
    ...actingUserOptions,
  },
  run: ({ options }, config) =>
    asActingUser(config, options, 'space:manage', async (sql, writer) => {
      const time_zone = requiredOption(options, 'time-zone')
      await checkTimeZone(sql, time_zone)
      const { id } = await changeSpace(sql, writer, writer.caller.group_id, { time_zone })
      return `The time zone of space ${id} is ${time_zone}.`
    }),
}

async function checkTimeZone(sql: Sql, name: string) {
  if (!(await isKnownTimeZone(sql, name)))
    throw new CommandError(`--time-zone: ${name} is not a known time zone. Use a name such as Europe/Paris.`)
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
