import { type Caller, callerWith, may, noCredential } from '../server/access/caller.ts'
import { allPermissions, type Permission, permissions } from '../server/access/permissions.ts'
import type { WriteContext } from '../server/access/write_context.ts'
import type { Config } from '../server/config.ts'
import { setRlsContext } from '../server/db/rls_context.ts'
import type { Sql } from '../server/db/sql.ts'
import { findAccount } from '../server/organisation/core/accounts.ts'
import { CommandError, type ParsedArgs, parseId, requiredOption, UsageError } from './command.ts'
import { withPool } from './database.ts'
import type { Output } from './output.ts'
import { didYouMean } from './suggestions.ts'

/** Opens a write transaction in the name of the user of `--as`, who needs the permission. */
export function asActingUser(
  config: Config,
  options: ParsedArgs['options'],
  permission: Permission,
  work: (sql: Sql, writer: WriteContext) => Promise<Output>,
) {
  const space = parseId(options['space'], 'space')
  const mail = requiredOption(options, 'as')
  return withPool(config, pool =>
    pool.write({}, async sql => {
      const writer = await actingUser(sql, mail, space)
      if (!may(writer.caller, permission)) throw new CommandError(`${mail} lacks the permission ${permission}.`)
      return work(sql, writer)
    }),
  )
}

/** Sets the account with this address as the user of the transaction. */
export async function setActingAccount(sql: Sql, mail: string) {
  const account = await findAccount(sql, mail)
  if (!account) throw noAccount(mail)
  await setRlsContext(sql, { user_id: account.id })
  return account.id
}

export const noAccount = (mail: string) => new CommandError(`No account has the address ${mail}.`)

/** The user as a caller in one of their spaces, with the permissions of their role. */
export async function actingUser(sql: Sql, mail: string, space: number | undefined): Promise<WriteContext> {
  const user_id = await setActingAccount(sql, mail)
  const group_id = await chooseSpace(sql, user_id, mail, space)
  await setRlsContext(sql, { group_id, user_id })
  const caller: Caller | undefined = await callerWith(sql, { ...noCredential, user_id, group_id, scopes: null })
  if (!caller) throw new CommandError(`${mail} is suspended in space ${group_id}.`)
  return { caller, request_id: 'command line' }
}

async function chooseSpace(sql: Sql, user_id: number, mail: string, requested: number | undefined) {
  const spaces = await sql<{ group_id: number }[]>`
    select group_id from users where id = ${user_id} and deleted_at is null order by selected_position, group_id`
  const ids = spaces.map(({ group_id }) => group_id)
  if (requested !== undefined) {
    if (!ids.includes(requested)) throw new CommandError(`${mail} does not belong to space ${requested}.`)
    return requested
  }
  const [first, ...others] = ids
  if (first === undefined) throw new CommandError(`${mail} belongs to no space.`)
  if (others.length > 0)
    throw new UsageError(`${mail} belongs to the spaces ${ids.join(', ')}. Choose one with --space.`)
  return first
}

export function parseScopes(text: string): Permission[] {
  const words = text
    .split(',')
    .map(word => word.trim())
    .filter(Boolean)
  const unknown = words.find(word => !Object.hasOwn(permissions, word))
  if (unknown || words.length === 0)
    throw new UsageError(
      `--scopes: ${unknown ?? 'an empty list'} is not a permission.${didYouMean(unknown ?? '', allPermissions)} Permissions: ${allPermissions.join(', ')}.`,
    )
  return words as Permission[]
}
