import { may } from '../server/access/caller.ts'
import type { Permission } from '../server/access/permissions.ts'
import type { WriteContext } from '../server/access/writer.ts'
import type { Config } from '../server/config.ts'
import type { Sql } from '../server/db/sql.ts'
import {
  createIntegration,
  createIntegrationSecret,
  endIntegration,
  endIntegrationSecret,
  listIntegrations,
} from '../server/integrations/integrations/queries.ts'
import { findRole } from '../server/organisation/core/roles.ts'
import { actingUser, parseScopes } from './acting_user.ts'
import { type Command, CommandError, checkLine, type Option, wholeNumber, withPool } from './command.ts'

const id_max = Number.MAX_SAFE_INTEGER
const id: Option = { about: 'its number in "muster integration list"', required: true }
const inWhoseName: Record<string, Option> = {
  as: { about: 'the address of the person in whose name this is done; it needs their permission', required: true },
  space: { about: 'the number of the space; needed when that person belongs to several' },
}

export const integrationCreate: Command = {
  about: 'Makes an integration and prints its client id and its secret. The secret is shown only this once.',
  options: {
    ...inWhoseName,
    name: { about: 'what it is called', required: true },
    scopes: { about: 'the most it may do: permissions, with commas; it only signs people in when left out' },
    role: { about: 'the name of the role with which it acts by itself; it only acts for people when left out' },
    redirect: { about: 'where people are sent back to; several with commas' },
    public: { about: 'it runs where no secret can be kept, such as a page or a telephone', flag: true },
    'without-pkce': {
      about: 'people may sign in with it without PKCE; only for an integration with a secret',
      flag: true,
    },
    'id-token-alg': { about: 'how its identity tokens are signed: RS256 (when left out) or ES256' },
  },
  run: ({ options, flags }, config) => {
    const { name = '', role } = options
    if (!/\S/.test(name)) throw new CommandError('--name must not be blank.')
    checkLine('name', name, 200)
    const scopes = options['scopes'] === undefined ? [] : parseScopes(options['scopes'])
    const id_token_signed_response_alg = options['id-token-alg'] ?? 'RS256'
    if (id_token_signed_response_alg !== 'RS256' && id_token_signed_response_alg !== 'ES256')
      throw new CommandError('--id-token-alg must be RS256 or ES256.')
    const redirect_uris = options['redirect']?.split(',').map(uri => uri.trim()) ?? []
    return working(config, options, async (sql, writer) => {
      const found = role === undefined ? undefined : await findRole(sql, writer.caller.group_id, { name: role })
      if (role !== undefined && !found) throw new CommandError(`The space has no role named ${role}.`)
      const { client_id, secret } = await createIntegration(sql, writer, {
        name,
        scopes,
        public: flags.has('public'),
        redirect_uris,
        role_id: found?.id ?? null,
        pkce_required: !flags.has('without-pkce'),
        id_token_signed_response_alg,
      })
      return [`client id\t${client_id}`, ...(secret ? [`secret\t${secret}`] : [])].join('\n')
    })
  },
}

export const integrationList: Command = {
  about: 'Lists the integrations of a space; never their secrets.',
  options: inWhoseName,
  run: ({ options }, config) =>
    working(config, options, async (sql, { caller }) => {
      const { rows } = await listIntegrations(sql, caller, { limit: 1000, offset: 0 })
      return rows
        .map(({ id, name, client_id, role, secrets }) => {
          const keys = secrets.map(({ id, hint }) => `${id} (…${hint})`).join(', ')
          return [id, client_id, role ? `as ${role.name}` : 'for people', `secrets ${keys || 'none'}`, name].join('\t')
        })
        .join('\n')
    }),
}

export const integrationSecret: Command = {
  about: 'Makes another secret for an integration and prints it; or ends one with --end. Two can live at once.',
  options: { ...inWhoseName, id, end: { about: 'the number of the secret to end' } },
  run: ({ options }, config) => {
    const integration = numbered(options['id'], 'id')
    const ended = wholeNumber(options['end'], 'end', { from: 1, to: id_max })
    return working(config, options, async (sql, writer) => {
      if (ended === undefined) return (await createIntegrationSecret(sql, writer, integration)).secret
      await endIntegrationSecret(sql, writer, integration, ended)
      return 'The secret was ended.'
    })
  },
}

export const integrationEnd: Command = {
  about: 'Ends an integration, its secrets and every token it holds, at once.',
  options: { ...inWhoseName, id },
  run: ({ options }, config) => {
    const integration = numbered(options['id'], 'id')
    return working(config, options, async (sql, writer) => {
      await endIntegration(sql, writer, integration)
      return 'The integration was ended.'
    })
  },
}

const numbered = (text: string | undefined, name: string) => wholeNumber(text, name, { from: 1, to: id_max })!

function working(
  config: Config,
  options: Record<string, string | undefined>,
  work: (sql: Sql, writer: WriteContext) => Promise<string>,
) {
  const space = wholeNumber(options['space'], 'space', { from: 1, to: id_max })
  const needed: Permission = 'clients:manage'
  return withPool(config, pool =>
    pool.write({}, async sql => {
      const writer = await actingUser(sql, options['as']!, space)
      if (!may(writer.caller, needed)) throw new CommandError(`${options['as']} lacks the permission ${needed}.`)
      return work(sql, writer)
    }),
  )
}
