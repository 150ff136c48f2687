import { type Caller, callerWith, noCredential } from '../server/access/caller.ts'
import { allPermissions, type Permission, permissions } from '../server/access/permissions.ts'
import type { WriteContext } from '../server/access/writer.ts'
import { setRlsContext } from '../server/db/rls_context.ts'
import type { Sql } from '../server/db/sql.ts'
import { findAccount } from '../server/organisation/core/accounts.ts'
import { CommandError } from './command.ts'

/** Lets the transaction act for the person with this address. */
export async function setActingAccount(sql: Sql, mail: string) {
  const account = await findAccount(sql, mail)
  if (!account) throw new CommandError(`Nobody signs in with ${mail}.`)
  await setRlsContext(sql, { user_id: account.id })
  return account.id
}

export async function chooseSpace(sql: Sql, user_id: number, mail: string, wished: number | undefined) {
  const spaces = await sql<{ group_id: number }[]>`
    select group_id from users where id = ${user_id} and deleted_at is null order by selected_position, group_id`
  const ids = spaces.map(({ group_id }) => group_id)
  if (wished !== undefined) {
    if (!ids.includes(wished)) throw new CommandError(`${mail} does not belong to space ${wished}.`)
    return wished
  }
  if (ids.length === 0) throw new CommandError(`${mail} belongs to no space.`)
  if (ids.length > 1) throw new CommandError(`${mail} belongs to the spaces ${ids.join(', ')}: say which with --space.`)
  return ids[0]!
}

/** The person in whose name something is done in a space. They may do on the command line what they may do anywhere. */
export async function actingUser(sql: Sql, mail: string, wished: number | undefined): Promise<WriteContext> {
  const user_id = await setActingAccount(sql, mail)
  const group_id = await chooseSpace(sql, user_id, mail, wished)
  await setRlsContext(sql, { group_id, user_id })
  const caller: Caller | undefined = await callerWith(sql, { ...noCredential, user_id, group_id, scopes: null })
  if (!caller) throw new CommandError(`${mail} is suspended in space ${group_id}.`)
  return { caller, request_id: 'command line' }
}

export function parseScopes(text: string): Permission[] {
  const words = text
    .split(',')
    .map(word => word.trim())
    .filter(Boolean)
  const unknown = words.find(word => !Object.hasOwn(permissions, word))
  if (unknown || words.length === 0)
    throw new CommandError(
      `--scopes: ${unknown ?? 'nothing'} is no permission. There are: ${allPermissions.join(', ')}.`,
    )
  return words as Permission[]
}
