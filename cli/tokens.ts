import { allPermissions, type Permission, permissions } from '../server/access/permissions.ts'
import { digestOf, isSecret } from '../server/access/secrets.ts'
import { issueToken, revokeToken, token_days, token_days_max, tokensOf } from '../server/access/tokens.ts'
import { enter } from '../server/db/pool.ts'
import type { Sql } from '../server/db/sql.ts'
import { findAccount } from '../server/people/membership.ts'
import { type Command, CommandError, checkLine, wholeNumber, withPool } from './command.ts'

const name_length_max = 200

const mail = { about: 'the address the person signs in with', required: true }

export const tokenCreate: Command = {
  about: 'Makes a personal access token and prints it. It is shown only this once.',
  options: {
    mail,
    space: { about: 'the space it is for; needed when the person belongs to several' },
    name: { about: 'what it is for' },
    days: { about: `how long it works; ${token_days} when left out, at most ${token_days_max}` },
    scopes: { about: 'permissions it is limited to, with commas; all of the role when left out' },
  },
  run: async ({ options }, config) => {
    checkLine('name', options.name ?? '', name_length_max)
    const days = wholeNumber(options.days, 'days', { from: 1, to: token_days_max }) ?? token_days
    const wished = wholeNumber(options.space, 'space', { from: 1, to: Number.MAX_SAFE_INTEGER })
    const scopes = options.scopes === undefined ? null : scopesOf(options.scopes)
    return withPool(config, pool =>
      pool.write({}, async sql => {
        const user_id = await actAs(sql, options.mail!)
        const group_id = await spaceFor(sql, user_id, options.mail!, wished)
        await enter(sql, { group_id })
        return issueToken(sql, { user_id, group_id, name: options.name ?? 'Made on the command line', days, scopes })
      }),
    )
  },
}

export const tokenList: Command = {
  about: 'Lists the tokens of a person; never the secrets.',
  options: { mail },
  run: ({ options }, config) =>
    withPool(config, pool =>
      pool.read({}, async sql => {
        const tokens = await tokensOf(sql, await actAs(sql, options.mail!))
        return tokens
          .map(
            ({ id, group_id, expires_at, revoked_at, name }) =>
              `${id}\tspace ${group_id}\t${revoked_at ? `revoked ${revoked_at}` : `until ${expires_at}`}\t${name}`,
          )
          .join('\n')
      }),
    ),
}

export const tokenRevoke: Command = {
  about: 'Ends a token at once: the token itself, or --mail and --id from the list.',
  argument: 'token',
  options: { mail: { about: mail.about }, id: { about: 'its number in "muster token list"' } },
  run: async ({ argument, options }, config) => {
    const id = wholeNumber(options.id, 'id', { from: 1, to: Number.MAX_SAFE_INTEGER })
    if (argument === undefined && (id === undefined || options.mail === undefined))
      throw new CommandError('Say which: muster token revoke TOKEN, or --mail and --id.')
    if (argument !== undefined && !isSecret(argument, 'mus_p_'))
      throw new CommandError('This is not a token of Muster. Paste it whole, starting with mus_p_.')
    const ended = await withPool(config, pool =>
      pool.write({}, async sql => {
        if (argument === undefined) return revokeToken(sql, { user_id: await actAs(sql, options.mail!), id: id! })
        await enter(sql, { presented: digestOf(argument) })
        return revokeToken(sql, { digest: digestOf(argument) })
      }),
    )
    if (!ended) throw new CommandError('There is no such live token.')
    return 'The token was revoked.'
  },
}

/** Lets the transaction act for the person with this address. */
async function actAs(sql: Sql, mail: string) {
  const account = await findAccount(sql, mail)
  if (!account) throw new CommandError(`Nobody signs in with ${mail}.`)
  await enter(sql, { user_id: account.id })
  return account.id
}

async function spaceFor(sql: Sql, user_id: number, mail: string, wished: number | undefined) {
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

function scopesOf(text: string): Permission[] {
  const words = text
    .split(',')
    .map(word => word.trim())
    .filter(Boolean)
  const unknown = words.find(word => !(word in permissions))
  if (unknown || words.length === 0)
    throw new CommandError(
      `--scopes: ${unknown ?? 'nothing'} is no permission. There are: ${allPermissions.join(', ')}.`,
    )
  return words as Permission[]
}
