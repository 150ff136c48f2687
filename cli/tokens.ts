import { recordAudit } from '../server/access/audit.ts'
import { noCredential } from '../server/access/caller.ts'
import { digestOf, isSecret } from '../server/access/secrets.ts'
import { makeToken, revokeToken, token_days, token_days_max, tokensOf } from '../server/access/tokens.ts'
import { setRlsContext } from '../server/db/rls_context.ts'
import type { Sql } from '../server/db/sql.ts'
import { actingUser, parseScopes, setActingAccount } from './acting_user.ts'
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
    const scopes = options.scopes === undefined ? null : parseScopes(options.scopes)
    return withPool(config, pool =>
      pool.write({}, async sql => {
        const { caller, request_id } = await actingUser(sql, options.mail!, wished)
        const name = options.name ?? 'Made on the command line'
        const { id, secret } = await makeToken(sql, {
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
  about: 'Lists the tokens of a person; never the secrets.',
  options: { mail },
  run: ({ options }, config) =>
    withPool(config, pool =>
      pool.read({}, async sql => {
        const tokens = await tokensOf(sql, await setActingAccount(sql, options.mail!))
        return tokens
          .map(
            ({ id, group_id, expires_at, revoked_at, name }) =>
              `${id}\tspace ${group_id}\t${revoked_at ? `ended ${revoked_at}` : `until ${expires_at}`}\t${name}`,
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
      throw new CommandError('Say which: muster token end TOKEN, or --mail and --id.')
    if (argument !== undefined && !isSecret(argument, 'mus_p_') && !isSecret(argument, 'mus_a_'))
      throw new CommandError('This is not a token of Muster. Paste it whole, starting with mus_.')
    const ended = await withPool(config, pool =>
      pool.write({}, async sql => {
        if (argument !== undefined) await setRlsContext(sql, { presented: digestOf(argument) })
        const token = await revokeToken(
          sql,
          argument !== undefined
            ? { digest: digestOf(argument) }
            : { user_id: await setActingAccount(sql, options.mail!), id: id! },
        )
        if (token) await record(sql, token)
        return token
      }),
    )
    if (!ended) throw new CommandError('There is no such live token.')
    return 'The token was ended.'
  },
}

async function record(sql: Sql, { id, user_id, group_id, name }: NonNullable<Awaited<ReturnType<typeof revokeToken>>>) {
  await setRlsContext(sql, { group_id })
  const caller = { id: user_id, group_id, token: noCredential }
  const deed = { kind: 'token.ended', subject: 'token', subject_id: id, details: { name, user_id } }
  await recordAudit(sql, { caller, request_id: 'command line', ...deed })
}
