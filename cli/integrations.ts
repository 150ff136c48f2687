import type { WriteContext } from '../server/access/write_context.ts'
import type { Config } from '../server/config.ts'
import type { Sql } from '../server/db/sql.ts'
import {
  createIntegration,
  createIntegrationSecret,
  deleteIntegration,
  listIntegrations,
  revokeIntegrationSecret,
} from '../server/integrations/integrations/queries.ts'
import { findRole } from '../server/organisation/core/roles.ts'
import { actingUserOptions, asActingUser, parseScopes } from './acting_user.ts'
import { type Command, CommandError, checkLine, type Option, type ParsedArgs, requiredId } from './command.ts'

const id: Option = { about: 'ID from "muster integration list"', required: true }

export const integrationCreate: Command = {
  about: 'Create an integration and print its client ID and its secret. The secret is shown only once.',
  options: {
    ...actingUserOptions,
    name: { about: 'Name of the integration', required: true },
    scopes: { about: 'Permissions it may use, separated by commas. Default: none, it only signs users in' },
    role: { about: 'Role of its service account. Default: none, it only acts for users' },
    'redirect-uris': { about: 'Redirect URIs, separated by commas', value: 'uris' },
    public: { about: 'Public client: it cannot keep a secret, such as a web page or a mobile app', flag: true },
    'without-pkce': { about: 'Accept sign-ins without PKCE. Only for an integration with a secret', flag: true },
    'id-token-alg': { about: 'Signature of its ID tokens: RS256 or ES256. Default: RS256', value: 'alg' },
  },
  run: ({ options, flags }, config) => {
    const { name = '', role } = options
    if (!/\S/.test(name)) throw new CommandError('--name must not be blank.')
    checkLine('name', name, 200)
    const scopes = options['scopes'] === undefined ? [] : parseScopes(options['scopes'])
    const id_token_signed_response_alg = options['id-token-alg'] ?? 'RS256'
    if (id_token_signed_response_alg !== 'RS256' && id_token_signed_response_alg !== 'ES256')
      throw new CommandError('--id-token-alg must be RS256 or ES256.')
    const redirect_uris = options['redirect-uris']?.split(',').map(uri => uri.trim()) ?? []
    return asManager(config, options, async (sql, writer) => {
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
  about: 'List the integrations of a space, without their secrets.',
  options: actingUserOptions,
  run: ({ options }, config) =>
    asManager(config, options, async (sql, { caller }) => {
      const { rows } = await listIntegrations(sql, caller, { limit: 1000, offset: 0 })
      return rows
        .map(({ id, name, client_id, role, secrets }) => {
          const keys = secrets.map(({ id, hint }) => `${id} (…${hint})`).join(', ')
          return [id, client_id, role ? `as ${role.name}` : 'for users', `secrets ${keys || 'none'}`, name].join('\t')
        })
        .join('\n')
    }),
}

export const integrationAddSecret: Command = {
  about: 'Add a secret to an integration and print it. Two secrets can be valid at once.',
  options: { ...actingUserOptions, id },
  run: ({ options }, config) => {
    const integration = requiredId(options, 'id')
    return asManager(
      config,
      options,
      async (sql, writer) => (await createIntegrationSecret(sql, writer, integration)).secret,
    )
  },
}

export const integrationRevokeSecret: Command = {
  about: 'Revoke a secret of an integration.',
  options: { ...actingUserOptions, id, secret: { about: 'ID of the secret', required: true, value: 'id' } },
  run: ({ options }, config) => {
    const [integration, secret] = [requiredId(options, 'id'), requiredId(options, 'secret')]
    return asManager(config, options, async (sql, writer) => {
      await revokeIntegrationSecret(sql, writer, integration, secret)
      return 'Secret revoked.'
    })
  },
}

export const integrationDelete: Command = {
  about: 'Delete an integration, its secrets and all its tokens.',
  options: { ...actingUserOptions, id },
  run: ({ options }, config) => {
    const integration = requiredId(options, 'id')
    return asManager(config, options, async (sql, writer) => {
      await deleteIntegration(sql, writer, integration)
      return 'Integration deleted.'
    })
  },
}

const asManager = (
  config: Config,
  options: ParsedArgs['options'],
  work: (sql: Sql, writer: WriteContext) => Promise<string>,
) => asActingUser(config, options, 'clients:manage', work)
