import type { WriteContext } from '../server/access/write_context.ts'
import type { Config } from '../server/config.ts'
import type { Sql } from '../server/db/sql.ts'
import { findAccount } from '../server/organisation/core/accounts.ts'
import { restoreUser, suspendUser } from '../server/organisation/suspensions/queries.ts'
import { asActingUser, noAccount } from './acting_user.ts'
import { type ParsedArgs, requiredOption, UsageError } from './command.ts'
import { message, type Output } from './output.ts'

const reason_length_max = 2000

export async function suspend({ options }: ParsedArgs, config: Config): Promise<Output> {
  const { reason = '' } = options
  if (reason.length > reason_length_max)
    throw new UsageError(`--reason must have at most ${reason_length_max} characters.`)
  return withUser(config, options, async (sql, writer, user) => {
    await suspendUser(sql, writer, user.id, reason)
    return message(`${user.mail} is suspended.`, { ...user, suspended: true })
  })
}

export const unsuspend = ({ options }: ParsedArgs, config: Config): Promise<Output> =>
  withUser(config, options, async (sql, writer, user) => {
    await restoreUser(sql, writer, user.id)
    return message(`${user.mail} is no longer suspended.`, { ...user, suspended: false })
  })

function withUser(
  config: Config,
  options: ParsedArgs['options'],
  work: (sql: Sql, writer: WriteContext, user: { id: number; mail: string }) => Promise<Output>,
) {
  const mail = requiredOption(options, 'mail')
  return asActingUser(config, options, 'users:write', async (sql, writer) => {
    const account = await findAccount(sql, mail)
    if (!account) throw noAccount(mail)
    return work(sql, writer, { id: account.id, mail })
  })
}
