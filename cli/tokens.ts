import { recordAudit } from '../server/access/audit.ts'
import { noCredential } from '../server/access/caller.ts'
import { digestOf, isSecret } from '../server/access/secrets.ts'
import { createPersonalToken, revokeToken, token_days, token_days_max, tokensOf } from '../server/access/tokens.ts'
import { setRlsContext } from '../server/db/rls_context.ts'
import type { Sql } from '../server/db/sql.ts'
import { actingUser, mailOption, parseScopes, setActingAccount } from './acting_user.ts'
import { type Command, CommandError, checkLine, parseId, parseWholeNumber, requiredOption } from './command.ts'
import { withPool } from './database.ts'

const name_length_max = 200

export const tokenCreate: Command = {
  about: 'Create a personal access token and print it. It is shown only once.',
  options: {
    mail: mailOption,
    space: { about: 'ID of the space. Required if the user belongs to several spaces', value: 'id' },
    name: { about: 'What the token is for' },
    days: { about: `Days until it expires. Default: ${token_days}, maximum: ${token_days_max}` },
    scopes: { about: 'Permissions it is limited to, separated by commas. Default: all of the role' },
  },
  run: async ({ options }, config) => {
    checkLine('name', options['name'] ?? '', name_length_max)
    const days = parseWholeNumber(options['days'], 'days', { from: 1, to: token_days_max }) ?? token_days
    const space = parseId(options['space'], 'space')
    const scopes = options['scopes'] === undefined ? null : parseScopes(options['scopes'])
    return withPool(config, pool =>
      pool.write({}, async sql => {
        const { caller, request_id } = await actingUser(sql, requiredOption(options, 'mail'), space)
        const name = options['name'] ?? 'Created on the command line'
        const { id, secret } = await createPersonalToken(sql, {
          user_id: caller.id,
          group_id: caller.group_id,
          name,
          days,
          scopes,
        })
        const details = { name, scopes, days }
        await recordAudit(sql, { caller, request_id, kind: 'token.made', subject: 'token', subject_id: id, details })
        return secret
      }),
    )
  },
}

export const tokenList: Command = {
  about: 'List the tokens of a user, without their secrets.',
  options: { mail: mailOption },
  run: ({ options }, config) =>
    withPool(config, pool =>
      pool.read({}, async sql => {
        const tokens = await tokensOf(sql, await setActingAccount(sql, requiredOption(options, 'mail')))
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
  about: 'Revoke a token. Give the token itself, or --mail and --id.',
  argument: 'token',
  options: { mail: { about: mailOption.about }, id: { about: 'ID from "muster token list"' } },
  run: async ({ argument, options }, config) => {
    const { mail } = options
    const id = parseId(options['id'], 'id')
    const byId = mail !== undefined && id !== undefined ? { mail, id } : undefined
    const wanted = argument ?? byId
    if (wanted === undefined) throw new CommandError('Give the token (muster token revoke TOKEN), or --mail and --id.')
    if (argument !== undefined && !isSecret(argument, 'mus_p_') && !isSecret(argument, 'mus_a_'))
      throw new CommandError('This is not a token of Muster. Paste all of it, starting with mus_.')
    const revoked = await withPool(config, pool => pool.write({}, sql => revoke(sql, wanted)))
    if (!revoked) throw new CommandError('There is no such active token.')
    return 'Token revoked.'
  },
}

async function revoke(sql: Sql, wanted: string | { mail: string; id: number }) {
  const token = await revokeToken(sql, await tokenKey(sql, wanted))
  if (!token) return undefined
  const { id, user_id, group_id, name } = token
  await setRlsContext(sql, { group_id })
  const caller = { id: user_id, group_id, token: noCredential }
  const entry = { kind: 'token.ended', subject: 'token', subject_id: id, details: { name, user_id } }
  await recordAudit(sql, { caller, request_id: 'command line', ...entry })
  return token
}

async function tokenKey(sql: Sql, wanted: string | { mail: string; id: number }) {
  if (typeof wanted !== 'string') return { user_id: await setActingAccount(sql, wanted.mail), id: wanted.id }
  const digest = digestOf(wanted)
  await setRlsContext(sql, { presented: digest })
  return { digest }
}
