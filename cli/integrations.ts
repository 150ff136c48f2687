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
import { findRole, roleNames } from '../server/organisation/core/roles.ts'
import { asActingUser, parseScopes } from './acting_user.ts'
import { CommandError, checkLine, type ParsedArgs, requiredId, UsageError } from './command.ts'
import { list, message, type Output } from './output.ts'

export async function create({ options, flags }: ParsedArgs, config: Config): Promise<Output> {
  const { name = '', role } = options
  if (!/\S/.test(name)) throw new UsageError('--name must not be blank.')
  checkLine('name', name, 200)
  const scopes = options['scopes'] === undefined ? [] : parseScopes(options['scopes'])
  const redirect_uris = options['redirect-uris']?.split(',').map(uri => uri.trim()) ?? []
  return asManager(config, options, async (sql, writer) => {
    const made = await createIntegration(sql, writer, {
      name,
      scopes,
      public: flags.has('public'),
      redirect_uris,
      role_id: role === undefined ? null : await roleId(sql, writer.caller.group_id, role),
      pkce_required: !flags.has('without-pkce'),
      id_token_signed_response_alg: options['id-token-alg'] === 'ES256' ? 'ES256' : 'RS256',
    })
    const { id, client_id, secret } = made
    const text = [`client id\t${client_id}`, ...(secret ? [`secret\t${secret}`] : [])].join('\n')
    return message(text, { id, client_id, ...(secret && { secret }) })
  })
}

async function roleId(sql: Sql, group_id: number, name: string) {
  const found = await findRole(sql, group_id, { name })
  if (found) return found.id
  const names = await roleNames(sql, group_id)
  throw new CommandError(`The space has no role named ${name}. Its roles: ${names.join(', ')}.`)
}

export const listAll = ({ options }: ParsedArgs, config: Config): Promise<Output> =>
  asManager(config, options, async (sql, { caller }) => {
    const { rows } = await listIntegrations(sql, caller, { limit: 1000, offset: 0 })
    const cellsOf = ({ id, name, client_id, role, secrets }: (typeof rows)[number]) => ({
      id,
      client_id,
      role: role ? `as ${role.name}` : 'for users',
      secrets: `secrets ${secrets.map(({ id, hint }) => `${id} (…${hint})`).join(', ') || 'none'}`,
      name,
    })
    return list(rows, cellsOf, {
      line: row => Object.values(cellsOf(row)),
      none: 'There is no integration yet.',
    })
  })

export async function addSecret({ options }: ParsedArgs, config: Config): Promise<Output> {
  const integration_id = requiredId(options, 'id')
  return asManager(config, options, async (sql, writer) => {
    const { secret } = await createIntegrationSecret(sql, writer, integration_id)
    return message(secret, { integration_id, secret })
  })
}

export async function revokeSecret({ options }: ParsedArgs, config: Config): Promise<Output> {
  const [integration_id, secret_id] = [requiredId(options, 'id'), requiredId(options, 'secret')]
  return asManager(config, options, async (sql, writer) => {
    await revokeIntegrationSecret(sql, writer, integration_id, secret_id)
    return message('Secret revoked.', { integration_id, secret_id, revoked: true })
  })
}

export async function remove({ options }: ParsedArgs, config: Config): Promise<Output> {
  const id = requiredId(options, 'id')
  return asManager(config, options, async (sql, writer) => {
    await deleteIntegration(sql, writer, id)
    return message('Integration deleted.', { id, deleted: true })
  })
}

const asManager = (
  config: Config,
  options: ParsedArgs['options'],
  work: (sql: Sql, writer: WriteContext) => Promise<Output>,
) => asActingUser(config, options, 'clients:manage', work)
