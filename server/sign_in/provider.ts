import type { FastifyBaseLogger } from 'fastify'
import Provider, { type Configuration, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { newSecret, type SecretKind } from '../access/secrets.ts'
import type { Pool } from '../db/pool/pool.ts'
import { adapterFor } from './adapter.ts'
import { claimsOf, isTokenAccepted } from './claims.ts'
import { builtInClients, console_client, isClientSecret, scopes } from './clients.ts'
import { predatesPasswordChange } from './credentials.ts'
import { setServerError } from './errors.ts'
import type { ServerKeys } from './keys.ts'
import { renderError, renderSignedOut, renderSignOut } from './pages/provider_pages.ts'
import { pendingCookie } from './pending_interaction.ts'
import { isActiveMember, loadGrant } from './spaces.ts'

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

/** The authorization server: which doors there are and how long each stays open. What it remembers is in storage.ts. */
export function createProvider({ pool, keys, log, public_url }: ProviderDependencies) {
  const https = public_url.startsWith('https:')
  const provider = new Provider(public_url, { ...settings(pool, keys, https), clients: builtInClients(public_url) })
  // Whatever a proxy in front of us says: our address is the one in the settings, see mount.ts.
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
  // A grant remembers its space.
  const remembered = [...(provider.Grant as unknown as { IN_PAYLOAD: string[] }).IN_PAYLOAD, 'group_id']
  Object.defineProperty(provider.Grant, 'IN_PAYLOAD', { get: () => remembered })
  provider.on('authorization.success', endGrantWithSession)
  provider.on('server_error', (ctx, error) => setServerError(ctx, error, log))
  return provider
}

/** What an application is given without `offline_access` ends when the person signs out. */
function endGrantWithSession({ oidc: { session, client, params } }: KoaContextWithOIDC) {
  const away = String(params?.['scope'] ?? '')
    .split(' ')
    .includes('offline_access')
  if (session && client && !away) delete session.authorizationFor(client.clientId)?.persistsLogout
}

/** Codes travel in the query and nowhere else; a refusal of another wish does so too. */
function responseModeAllowed(mode: string) {
  const params = Provider.ctx?.oidc.params
  if (mode === 'query' || params?.['response_mode'] === undefined) return true
  params['response_mode'] = undefined
  return false
}

function settings(pool: Pool, keys: ServerKeys, https: boolean): Configuration {
  return {
    adapter: adapterFor(pool, pendingCookie(keys.cookies[0]!, https)),
    jwks: keys.jwks as NonNullable<Configuration['jwks']>,
    scopes,
    claims: {
      openid: ['sub'],
      profile: ['name', 'given_name', 'family_name', 'locale'],
      email: ['email', 'email_verified'],
    },
    // Most clients read name and address from the identity token and never ask for more.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    // Client metadata comes from metadataOf, which leaves PKCE out for no public client.
    pkce: { required: (_, client) => client['pkce_required'] !== false },
    extraClientMetadata: { properties: ['pkce_required'] },
    allowOmittingSingleRegisteredRedirectUri: false,
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    enabledJWA: { idTokenSigningAlgValues: ['RS256', 'ES256'] },
    cookies: {
      keys: keys.cookies,
      names: {
        session: https ? '__Host-muster_session' : 'muster_session',
        // These belong to one address each, which the stronger prefix does not allow.
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
      // Whose token it is not learns nothing, not even that there is one.
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
    // That a session has grown old ends nothing; signing out does, see `endWithSignOut`.
    expiresWithSession: async () => false,
    clientBasedCORS: (_, origin, client) =>
      client.tokenEndpointAuthMethod === 'none' &&
      (client.redirectUris ?? []).some(uri => URL.parse(uri)?.origin === origin),
    interactions: { policy: interactionPrompts(pool), url: (_, interaction) => `/sign-in/${interaction.uid}` },
    loadExistingGrant: ctx => loadGrant(pool, ctx),
    findAccount: async ({ oidc }, id, token) => {
      // Asked before what renews a token is used up: a suspension that ends must not have ended the connection.
      if (oidc.entities.RefreshToken && !(await isActiveMember(pool, Number(id), oidc.entities.Grant))) return undefined
      if (oidc.route === 'userinfo' && !(await isTokenAccepted(pool, token?.jti))) return undefined
      return { accountId: id, claims: async () => claimsOf(pool, Number(id), oidc.entities.Grant) }
    },
    renderError: (ctx, out) => renderError(ctx, out),
  }
}

function interactionPrompts(pool: Pool) {
  const prompts = interactionPolicy.base()
  // Somebody may have typed the old password, waited, and only then come back for what it opens.
  const changed = new interactionPolicy.Check('new_password', 'the password has changed', 'login_required', ctx => {
    const { accountId, loginTs = 0 } = ctx.oidc.session ?? {}
    return accountId !== undefined && predatesPasswordChange(pool, Number(accountId), loginTs)
  })
  prompts.get('login')!.checks.add(changed)
  return prompts
}

const now_s = () => Math.floor(Date.now() / 1000)
