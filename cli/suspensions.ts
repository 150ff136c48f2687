import type { WriteContext } from '../server/access/write_context.ts'
import type { Config } from '../server/config.ts'
import type { Sql } from '../server/db/sql.ts'
import { findAccount } from '../server/organisation/core/accounts.ts'
import { restoreUser, suspendUser } from '../server/organisation/suspensions/queries.ts'
import { actingUserOptions, asActingUser, mailOption, noAccount } from './acting_user.ts'
import { type Command, CommandError, type ParsedArgs, requiredOption } from './command.ts'

const options = { mail: mailOption, ...actingUserOptions }
const reason_length_max = 2000

export const userSuspend: Command = {
  about: 'Suspend a user in a space. Every token they hold for it is refused at once.',
  options: { ...options, reason: { about: 'Reason, for the audit log' } },
  run: ({ options }, config) => {
    const { reason = '' } = options
    if (reason.length > reason_length_max)
      throw new CommandError(`--reason must have at most ${reason_length_max} characters.`)
    return withUser(config, options, async (sql, writer, id) => {
      await suspendUser(sql, writer, id, reason)
      return `${options['mail']} is suspended.`
    })
  },
}

export const userUnsuspend: Command = {
  about: 'End the suspension of a user.',
  options,
  run: ({ options }, config) =>
    withUser(config, options, async (sql, writer, id) => {
      await restoreUser(sql, writer, id)
      return `${options['mail']} is no longer suspended.`
    }),
}

function withUser(
  config: Config,
  options: ParsedArgs['options'],
  work: (sql: Sql, writer: WriteContext, user_id: number) => Promise<string>,
) {
  const mail = requiredOption(options, 'mail')
  return asActingUser(config, options, 'users:write', async (sql, writer) => {
    const account = await findAccount(sql, mail)
    if (!account) throw noAccount(mail)
    return work(sql, writer, account.id)
  })
}
