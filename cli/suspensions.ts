import { may } from '../server/access/caller.ts'
import type { WriteContext } from '../server/access/writer.ts'
import type { Config } from '../server/config.ts'
import type { Sql } from '../server/db/sql.ts'
import { findAccount } from '../server/organisation/core/accounts.ts'
import { restoreUser, suspendUser } from '../server/organisation/suspensions/queries.ts'
import { actingUser } from './acting_user.ts'
import { type Command, CommandError, type Option, wholeNumber, withPool } from './command.ts'

const options: Record<string, Option> = {
  mail: { about: 'the address the person signs in with', required: true },
  as: { about: 'the address of the person in whose name this is done; it needs their permission', required: true },
  space: { about: 'the number of the space; needed when whoever does it belongs to several' },
}
const reason_length_max = 2000

export const userSuspend: Command = {
  about: 'Suspends a person in a space: from now on every token they hold for it is refused.',
  options: { ...options, reason: { about: 'why, for the record' } },
  run: ({ options }, config) => {
    const { reason = '' } = options
    if (reason.length > reason_length_max)
      throw new CommandError(`--reason must have at most ${reason_length_max} characters.`)
    return working(config, options, async (sql, writer, id) => {
      await suspendUser(sql, writer, id, reason)
      return `${options['mail']} is suspended.`
    })
  },
}

export const userUnsuspend: Command = {
  about: 'Lets a suspended person act again.',
  options,
  run: ({ options }, config) =>
    working(config, options, async (sql, writer, id) => {
      await restoreUser(sql, writer, id)
      return `${options['mail']} can act again.`
    }),
}

function working(
  config: Config,
  options: Record<string, string | undefined>,
  work: (sql: Sql, writer: WriteContext, user_id: number) => Promise<string>,
) {
  const space = wholeNumber(options['space'], 'space', { from: 1, to: Number.MAX_SAFE_INTEGER })
  return withPool(config, pool =>
    pool.write({}, async sql => {
      const person = await findAccount(sql, options['mail']!)
      if (!person) throw new CommandError(`Nobody signs in with ${options['mail']}.`)
      const writer = await actingUser(sql, options['as']!, space)
      if (!may(writer.caller, 'users:write'))
        throw new CommandError(`${options['as']} lacks the permission users:write.`)
      return work(sql, writer, person.id)
    }),
  )
}
