import type { FastifyBaseLogger } from 'fastify'
import Provider, { type Configuration, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { newSecret, type SecretKind } from '../access/secrets.ts'
import { limitIn } from '../access/session_limit.ts'
import type { Pool } from '../db/pool/pool.ts'
import { isIdentityActive } from '../organisation/core/identity_providers/providers.ts'
import { adapterFor } from './adapter.ts'
import { claimsOf, isTokenAccepted } from './claims.ts'
import { account_client, builtInClients, console_client, isClientSecret, scopes } from './clients.ts'
import { predatesPasswordChange } from './credentials.ts'
import { setServerError } from './errors.ts'
import type { ServerKeys } from './keys.ts'
import { renderError, renderSignedOut, renderSignOut } from './pages/provider_pages.ts'
import { pendingCookie } from './pending_interaction.ts'
import { isActiveMember, loadGrant, spacesForClient } from './spaces.ts'

const minute_s = 60
const hour_s = 3600
const day_s = 86_400
const session_idle_s = hour_s
const session_s_max = 12 * hour_s
const refresh_s = 30 * day_s
const refresh_s_max = 90 * day_s

export interface ProviderDependencies {
  pool: Pool
  keys: ServerKeys
  log: FastifyBaseLogger
  public_url: string
}

/** Configures the OpenID provider: routes, lifetimes and policies. adapter.ts is its storage. */
export function createProvider({ pool, keys, log, public_url }: ProviderDependencies) {
  const https = public_url.startsWith('https:')
  const provider = new Provider(public_url, { ...settings(pool, keys, https), clients: builtInClients(public_url) })
  // mount.ts sets the forwarded headers from PUBLIC_URL.
  provider.proxy = true
  const prefixes: [{ prototype: object }, SecretKind][] = [
    [provider.AccessToken, 'mus_a_'],
    [provider.ClientCredentials, 'mus_a_'],
    [provider.RefreshToken, 'mus_r_'],
    [provider.AuthorizationCode, 'mus_o_'],
  ]
  for (const [model, prefix] of prefixes)
    Object.assign(model.prototype, {
      generateTokenId(this: { format: string }) {
        this.format = 'opaque'
        return newSecret(prefix, prefix === 'mus_a_' ? keys.tokens : undefined)
      },
    })
  Object.assign(provider.Client.prototype, {
    compareClientSecret(this: { clientId: string }, secret: string) {
      return isClientSecret(pool, this.clientId, secret)
    },
    responseModeAllowed,
  })
  // Stores the space with a grant.
  const grantFields = [...(provider.Grant as unknown as { IN_PAYLOAD: string[] }).IN_PAYLOAD, 'group_id']
  Object.defineProperty(provider.Grant, 'IN_PAYLOAD', { get: () => grantFields })
  provider.on('authorization.success', endGrantWithSession)
  provider.on('server_error', (ctx, error) => setServerError(ctx, error, log))
  return provider
}

/** A grant without `offline_access` ends with the session. */
function endGrantWithSession({ oidc: { session, client, params } }: KoaContextWithOIDC) {
  const away = String(params?.['scope'] ?? '')
    .split(' ')
    .includes('offline_access')
  if (session && client && !away) delete session.authorizationFor(client.clientId)?.persistsLogout
}

/** Only `query` is allowed. Errors about another mode are sent in the query too. */
function responseModeAllowed(mode: string) {
  const params = Provider.ctx?.oidc.params
  if (mode === 'query' || params?.['response_mode'] === undefined) return true
  params['response_mode'] = undefined
  return false
}

function settings(pool: Pool, keys: ServerKeys, https: boolean): Configuration {
  return {
    adapter: adapterFor(pool, pendingCookie(cookieKey(keys), https)),
    jwks: keys.jwks as NonNullable<Configuration['jwks']>,
    scopes,
    claims: {
      openid: ['sub'],
      profile: ['name', 'given_name', 'family_name', 'locale'],
      email: ['email', 'email_verified'],
    },
    // Most clients read name and address from the ID token and never call userinfo.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    // metadataOf always requires PKCE for public clients.
    pkce: { required: (_, client) => client['pkce_required'] !== false },
    extraClientMetadata: { properties: ['pkce_required'] },
    allowOmittingSingleRegisteredRedirectUri: false,
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    enabledJWA: { idTokenSigningAlgValues: ['RS256', 'ES256'] },
    cookies: {
      keys: keys.cookies,
      names: {
        session: https ? '__Host-muster_session' : 'muster_session',
        // The __Host- prefix does not allow the path attribute of these cookies.
        interaction: https ? '__Secure-muster_sign_in' : 'muster_sign_in',
        resume: https ? '__Secure-muster_resume' : 'muster_resume',
      },
      long: { signed: true, httpOnly: true, sameSite: 'lax', secure: https, path: '/' },
      short: { signed: true, httpOnly: true, sameSite: 'lax', secure: https },
    },
    routes: {
      authorization: '/oauth/authorize',
      token: '/oauth/token',
      revocation: '/oauth/revoke',
      introspection: '/oauth/introspect',
      jwks: '/oauth/jwks',
      userinfo: '/oauth/userinfo',
      end_session: '/oauth/end_session',
    },
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: { enabled: false },
      userinfo: { enabled: true },
      dPoP: { enabled: false },
      claimsParameter: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      requestObjects: { enabled: false },
      registration: { enabled: false },
      clientCredentials: { enabled: true },
      // A client can revoke and introspect only its own tokens.
      revocation: { enabled: true, allowedPolicy: async (_, client, token) => token.clientId === client.clientId },
      introspection: { enabled: true, allowedPolicy: async (_, client, token) => token.clientId === client.clientId },
      rpInitiatedLogout: { enabled: true, logoutSource: renderSignOut, postLogoutSuccessSource: renderSignedOut },
    },
    ttl: {
      AccessToken: 15 * minute_s,
      ClientCredentials: 15 * minute_s,
      AuthorizationCode: minute_s,
      IdToken: 15 * minute_s,
      Interaction: 30 * minute_s,
      Grant: refresh_s_max,
      RefreshToken: (_, token) => Math.max(1, Math.min(refresh_s, refresh_s_max - token.totalLifetime())),
      Session: (_, session) => {
        const signed_in_at = session.loginTs ?? now_s()
        return Math.max(1, Math.min(session_idle_s, signed_in_at + session_s_max - now_s()))
      },
    },
    rotateRefreshToken: true,
    issueRefreshToken: async (_, client, source) =>
      client.grantTypeAllowed('refresh_token') &&
      (client.clientId === console_client || source.scopes.has('offline_access')),
    // An expired session ends no grant; signing out does, see `endGrantWithSession`.
    expiresWithSession: async () => false,
    clientBasedCORS: (_, origin, client) =>
      client.tokenEndpointAuthMethod === 'none' &&
      (client.redirectUris ?? []).some(uri => URL.parse(uri)?.origin === origin),
    interactions: { policy: interactionPrompts(pool), url: (_, interaction) => `/sign-in/${interaction.uid}` },
    loadExistingGrant: ctx => loadGrant(pool, ctx),
    findAccount: async ({ oidc }, id, token) => {
      // Checked before the refresh token is consumed, so that it works again after a suspension.
      if (oidc.entities.RefreshToken && !(await isActiveMember(pool, Number(id), oidc.entities.Grant))) return undefined
      if (oidc.entities.RefreshToken && !(await mayGoOn(pool, id, oidc.entities.RefreshToken.acr))) return undefined
      if (oidc.route === 'userinfo' && !(await isTokenAccepted(pool, token?.jti))) return undefined
      return { accountId: id, claims: async () => claimsOf(pool, Number(id), oidc.entities.Grant) }
    },
    renderError: (ctx, out) => renderError(ctx, out),
  }
}

function interactionPrompts(pool: Pool) {
  const prompts = interactionPolicy.base()
  // A password change invalidates sessions of the old password.
  const changed = new interactionPolicy.Check('new_password', 'the password has changed', 'login_required', ctx => {
    const { accountId, loginTs = 0 } = ctx.oidc.session ?? {}
    return accountId !== undefined && predatesPasswordChange(pool, Number(accountId), loginTs)
  })
  const limited = new interactionPolicy.Check(
    'session_limit',
    'the session is not valid here',
    'login_required',
    ctx => {
      const { accountId, acr } = ctx.oidc.session ?? {}
      return accountId !== undefined && isOutsideLimit(pool, accountId, acr, ctx.oidc.client?.clientId ?? '')
    },
  )
  const login = prompts.get('login')
  if (!login) throw new Error('oidc-provider has no login prompt')
  login.checks.add(changed)
  login.checks.add(limited)
  return prompts
}

/** Whether a session that began through the provider of a space cannot be used for this client, or the provider has ended. */
async function isOutsideLimit(pool: Pool, account_id: string, acr: string | undefined, client_id: string) {
  const limit = limitIn(acr)
  if (!limit) return false
  if (client_id === account_client || !(await mayGoOn(pool, account_id, acr))) return true
  const spaces = await spacesForClient(pool, Number(account_id), client_id, limit)
  return spaces.length === 0
}

/** Whether the provider, through which a session began, still exists and may sign the account in. */
async function mayGoOn(pool: Pool, account_id: string, acr: string | undefined) {
  const limit = limitIn(acr)
  return !limit || isIdentityActive(pool, { ...limit, account_id: Number(account_id) })
}

function cookieKey({ cookies: [key] }: ServerKeys) {
  if (key === undefined) throw new Error('there is no cookie key')
  return key
}

const now_s = () => Math.floor(Date.now() / 1000)
