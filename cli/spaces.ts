import type { Config } from '../server/config.ts'
import { createSpace } from '../server/create_space.ts'
import { Pool } from '../server/db/pool/pool.ts'
import type { Sql } from '../server/db/sql.ts'
import { isKnownTimeZone } from '../server/organisation/core/spaces.ts'
import { changeSpace } from '../server/organisation/spaces/queries.ts'
import { timeZoneOfLocale } from '../server/time_zone.ts'
import { asActingUser } from './acting_user.ts'
import { checkLine, type ParsedArgs, requiredOption, UsageError } from './command.ts'
import { withDatabase, withPool } from './database.ts'
import { list, message, type Output } from './output.ts'

export async function createSpaceCommand({ options }: ParsedArgs, config: Config): Promise<Output> {
  const { name = '', locale = 'fr', 'time-zone': time_zone = timeZoneOfLocale(locale) } = options
  if (!/\S/.test(name)) throw new UsageError('--name must not be blank.')
  checkLine('name', name, 200)
  if (!/^(fr|en)(-[A-Z]{2})?$/.test(locale))
    throw new UsageError(
      `--locale: Muster does not speak ${locale}. Use fr or en, alone or with a country, as in fr-BE or en-GB.`,
    )
  const create = async (sql: Sql) => {
    await checkTimeZone(sql, time_zone)
    return createSpace(sql, name, locale, time_zone)
  }
  const id = await withPool(config, pool => pool.write({}, create))
  return message(String(id), { id, name, locale, time_zone })
}

export const updateSpace = ({ options }: ParsedArgs, config: Config): Promise<Output> =>
  asActingUser(config, options, 'space:manage', async (sql, writer) => {
    const time_zone = requiredOption(options, 'time-zone')
    await checkTimeZone(sql, time_zone)
    const { id, name } = await changeSpace(sql, writer, writer.caller.group_id, { time_zone })
    return message(`The time zone of space ${id} is ${time_zone}.`, { id, name, time_zone })
  })

async function checkTimeZone(sql: Sql, name: string) {
  if (!(await isKnownTimeZone(sql, name)))
    throw new UsageError(`--time-zone: ${name} is not a known time zone. Use a name such as Europe/Paris.`)
}

export const listSpaces = (_: ParsedArgs, config: Config): Promise<Output> =>
  withDatabase(config, async ({ url }) =>
    list(await spacesOf(url), row => row, {
      line: ({ id, name }) => [id, name],
      none: 'There is no space yet.',
    }),
  )

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
