import type { ClientMetadata } from 'oidc-provider'
import { allPermissions } from '../access/permissions.ts'
import { digestOf, isSecret } from '../access/secrets.ts'
import type { Pool } from '../db/pool/pool.ts'
import { setRlsContext } from '../db/rls_context.ts'
import type { Sql } from '../db/sql.ts'

/** Our own console needs nobody's consent: it is as much Muster as this server is. */
export const console_client = 'muster-console'
const cli_client = 'muster-cli'
/** The pages on which people look after their account: they want to know who it is, and nothing of any space. */
export const account_client = 'muster-account'

/** Scopes that tell who the person is, as OpenID Connect names them. */
export const identity_scopes = ['openid', 'profile', 'email']

/** Every scope an application can ask for: who the person is, to stay signed in, and what its tokens may do. */
export const scopes = [...identity_scopes, 'offline_access', ...allPermissions]

/** The permissions among these scopes. */
export const permissionsIn = (scope = '') =>
  scope.split(' ').filter(word => (allPermissions as string[]).includes(word))

/** What is asked for by a client that names no scope: all it may do, or who the person is where it may do nothing. */
export const defaultScope = (scope = '') => permissionsIn(scope).join(' ') || 'openid'

/** Clients of our own have verified this algorithm since before there was another. */
const own_client = { token_endpoint_auth_method: 'none', id_token_signed_response_alg: 'ES256' } as const

/** The applications that come with Muster. Neither can keep a secret; what they are given is bound to their proof (PKCE). */
export const builtInClients = (public_url: string): ClientMetadata[] => [
  {
    client_id: console_client,
    client_name: 'Muster',
    ...own_client,
    redirect_uris: [`${public_url}/console/callback`],
    post_logout_redirect_uris: [`${public_url}/console/`],
    grant_types: ['authorization_code', 'refresh_token'],
    scope: scopes.join(' '),
    // Never a native application, whose loopback address matches on any port: codes for the console are given without consent.
    application_type: 'web',
  },
  {
    client_id: account_client,
    client_name: 'Muster',
    ...own_client,
    redirect_uris: [`${public_url}/account`],
    grant_types: ['authorization_code'],
    scope: 'openid',
  },
  {
    client_id: cli_client,
    client_name: 'Muster on the command line',
    application_type: 'native',
    ...own_client,
    redirect_uris: ['http://127.0.0.1/callback', 'http://[::1]/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    scope: scopes.join(' '),
  },
]

/** What a client id can look like. Anything else is nobody's, and never reaches the database. */
export const isClientId = (text: string) => /^[\w.-]{1,100}$/.test(text)

export interface Integration {
  group_id: number
  id: number
  name: string
  client_id: string
  user_id: number | null
  public: boolean
  redirect_uris: string[]
  scopes: string[]
  pkce_required: boolean
  id_token_signed_response_alg: 'RS256' | 'ES256'
}

/** An integration that has not been ended, from within its space; the transaction must present its client id. */
export async function findIntegration(sql: Sql, client_id: string): Promise<Integration | undefined> {
  const [integration] = await sql<Integration[]>`
    select group_id, id, name, client_id, user_id, public, redirect_uris, scopes, pkce_required, id_token_signed_response_alg
    from integrations
    where client_id = ${client_id} and ended_at is null`
  return integration
}

/** An integration as the authorization server describes a client. */
export function metadataOf(integration: Integration) {
  const { client_id, name, user_id, public: open, redirect_uris, scopes: words } = integration
  const people = redirect_uris.length > 0
  return {
    client_id,
    client_name: name,
    redirect_uris,
    response_types: people ? ['code'] : [],
    grant_types: [
      ...(people ? ['authorization_code', 'refresh_token'] : []),
      ...(user_id !== null && !open ? ['client_credentials'] : []),
    ],
    scope: [...identity_scopes, 'offline_access', ...permissionsIn(words.join(' '))].join(' '),
    application_type: redirect_uris.every(uri => uri.startsWith('https:')) ? 'web' : 'native',
    token_endpoint_auth_method: open ? 'none' : 'client_secret_basic',
    id_token_signed_response_alg: integration.id_token_signed_response_alg,
    pkce_required: open || integration.pkce_required,
    // Required where there is one, and never compared: only digests of secrets are kept, see `isSecretOf`.
    ...(!open && { client_secret: 'kept as digests' }),
  } as ClientMetadata
}

/** Whether this is one of the live secrets of an integration. */
export function isClientSecret(pool: Pool, client_id: string, secret: string): Promise<boolean> {
  if (!isSecret(secret, 'mus_s_') || !isClientId(client_id)) return Promise.resolve(false)
  return pool.read({ presented: client_id }, async sql => {
    const integration = await findIntegration(sql, client_id)
    if (!integration) return false
    await setRlsContext(sql, { group_id: integration.group_id })
    const [found] = await sql`
      select from integration_secrets
      where group_id = ${integration.group_id} and integration_id = ${integration.id}
        and digest = ${digestOf(secret)} and ended_at is null`
    return found !== undefined
  })
}
