import { recordAudit } from '../server/access/audit.ts'
import { noCredential } from '../server/access/caller.ts'
import { digestOf, isSecret } from '../server/access/secrets.ts'
import { createPersonalToken, revokeToken, token_days, token_days_max, tokensOf } from '../server/access/tokens.ts'
import type { Config } from '../server/config.ts'
import { setRlsContext } from '../server/db/rls_context.ts'
import type { Sql } from '../server/db/sql.ts'
import { actingUser, parseScopes, setActingAccount } from './acting_user.ts'
import {
  CommandError,
  checkLine,
  type ParsedArgs,
  parseId,
  parseWholeNumber,
  requiredOption,
  UsageError,
} from './command.ts'
import { withPool } from './database.ts'
import { muster } from './environment.ts'
import { list, message, type Output } from './output.ts'

const name_length_max = 200

export async function createToken({ options }: ParsedArgs, config: Config): Promise<Output> {
  const { name = 'Created on the command line' } = options
  checkLine('name', name, name_length_max)
  const days = parseWholeNumber(options['days'], 'days', { from: 1, to: token_days_max }) ?? token_days
  const space = parseId(options['space'], 'space')
  const scopes = options['scopes'] === undefined ? null : parseScopes(options['scopes'])
  return withPool(config, pool =>
    pool.write({}, async sql => {
      const { caller, request_id } = await actingUser(sql, requiredOption(options, 'mail'), space)
      const { group_id } = caller
      const { id, secret } = await createPersonalToken(sql, { user_id: caller.id, group_id, name, days, scopes })
      const details = { name, scopes, days }
      await recordAudit(sql, { caller, request_id, kind: 'token.made', subject: 'token', subject_id: id, details })
      return message(secret, { id, token: secret, group_id, ...details })
    }),
  )
}

export const listTokens = ({ options }: ParsedArgs, config: Config): Promise<Output> =>
  withPool(config, pool =>
    pool.read({}, async sql => {
      const tokens = await tokensOf(sql, await setActingAccount(sql, requiredOption(options, 'mail')))
      return list(
        tokens.map(({ id, group_id, name, expires_at, revoked_at }) => ({
          id,
          group_id,
          name,
          expires_at,
          revoked_at,
        })),
        ({ id, group_id, name, ...ends }) => ({ id, space: group_id, ends: endOf(ends), name }),
        {
          line: ({ id, group_id, name, ...ends }) => [id, `space ${group_id}`, endOf(ends), name],
          none: `${options['mail']} has no tokens.`,
        },
      )
    }),
  )

const endOf = ({ expires_at, revoked_at }: { expires_at: string; revoked_at: string | null }) =>
  revoked_at ? `revoked ${revoked_at}` : `until ${expires_at}`

export async function revokeTokenCommand({ argument, options }: ParsedArgs, config: Config): Promise<Output> {
  const { mail } = options
  const id = parseId(options['id'], 'id')
  const byId = mail !== undefined && id !== undefined ? { mail, id } : undefined
  const wanted = argument ?? byId
  if (wanted === undefined) throw new UsageError(`Give the token (${muster} token revoke TOKEN), or --mail and --id.`)
  if (argument !== undefined && !isSecret(argument, 'mus_p_') && !isSecret(argument, 'mus_a_'))
    throw new UsageError('This is not a token of Muster. Paste all of it, starting with mus_.')
  const revoked = await withPool(config, pool => pool.write({}, sql => revoke(sql, wanted)))
  if (!revoked) throw new CommandError('There is no such active token.')
  return message('Token revoked.', { id: revoked.id, revoked: true })
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
