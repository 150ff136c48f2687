import type { Configuration, IDToken, UserInfoResponse } from 'openid-client'
import { digestOf } from '../../../access/secrets.ts'
import { limitedFetch } from './limited_fetch.ts'

// Muster as a client of the provider of an organisation. openid-client checks state, issuer, nonce, audience, lifetime and signature.

const request_s_max = 5
const clock_tolerance_s = 30
const discovered_ms_max = 300_000
const discovered_max = 200
const subject_length_max = 255

export interface OpenIdClient {
  issuer: string
  client_id: string
  client_secret: string
  /** Whether the issuer may use http and private networks. */
  private_addresses: boolean
}

/** What is remembered between the two redirects. */
export interface PendingRequest {
  state: string
  nonce: string
  code_verifier: string
  /** The sign-in at the provider must be at most this old, in seconds. */
  max_age?: number
}

/** The person who signed in, as the provider names them. */
export interface ProviderPerson {
  issuer: string
  subject: string
  mail: string | undefined
  mail_verified: boolean | undefined
  firstname: string
  surname: string
  locale: string
  /** When the person proved who they are at the provider, in seconds; undefined if it does not say. */
  authenticated_s: number | undefined
}

/** The provider refused, or the person cancelled. `code` is that of OAuth, such as access_denied. */
export class ProviderRefusal extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** The provider could not be reached, or sent something that cannot be trusted. The message is for the log and for administrators. */
export class ProviderFailure extends Error {
  readonly unreachable: boolean
  constructor(error: unknown) {
    super(reasonOf(error), { cause: error })
    this.unreachable = isOutage(error)
  }
}

/** Reads the configuration that the issuer publishes. Throws if there is none, or if it is of another issuer. */
export async function discover(client: OpenIdClient): Promise<Configuration> {
  const key = digestOf(JSON.stringify(client))
  const now = Date.now()
  const known = discovered.get(key)
  if (known && known.until > now) return known.configuration
  if (discovered.size >= discovered_max) discovered.clear()
  const configuration = discoverNow(client)
  discovered.set(key, { configuration, until: now + discovered_ms_max })
  configuration.catch(() => discovered.delete(key))
  return configuration
}

const discovered = new Map<string, { configuration: Promise<Configuration>; until: number }>()

async function discoverNow({ issuer, client_id, client_secret, private_addresses }: OpenIdClient) {
  const openid = await import('openid-client')
  const isHttp = issuer.startsWith('http:')
  // The method of the standard, unless the provider names only the other one.
  const authenticate: typeof openid.None extends () => infer Auth ? Auth : never = (as, client, body, headers) => {
    const methods = as.token_endpoint_auth_methods_supported
    const isBasic = !Array.isArray(methods) || methods.includes('client_secret_basic')
    const method = isBasic ? openid.ClientSecretBasic(client_secret) : openid.ClientSecretPost(client_secret)
    return method(as, client, body, headers)
  }
  try {
    const configuration = await openid.discovery(
      new URL(issuer),
      client_id,
      { client_secret, [openid.clockTolerance]: clock_tolerance_s },
      authenticate,
      {
        timeout: request_s_max,
        [openid.customFetch]: limitedFetch(private_addresses),
        // Without the first, a token that comes directly from the provider is accepted without checking its signature.
        execute: [openid.enableNonRepudiationChecks, ...(isHttp ? [openid.allowInsecureRequests] : [])],
      },
    )
    // Identities are kept by this name. It may differ by a final slash, or have a place for any tenant, whose people are not all trusted.
    const named = configuration.serverMetadata().issuer
    if (named !== issuer) throw new Error(`the provider calls itself ${named}: enter this address, of one organisation`)
    return configuration
  } catch (error) {
    throw new ProviderFailure(error)
  }
}

/** The address at which the person signs in, and what must be remembered until they return. */
export async function authorizationRequest(
  client: OpenIdClient,
  { redirect_uri, state, login_hint, max_age }: RequestOptions,
): Promise<{ url: URL; pending: PendingRequest }> {
  const [openid, configuration] = [await import('openid-client'), await discover(client)]
  const code_verifier = openid.randomPKCECodeVerifier()
  const pending = { state, nonce: openid.randomNonce(), code_verifier, ...(max_age !== undefined && { max_age }) }
  try {
    const url = openid.buildAuthorizationUrl(configuration, {
      redirect_uri,
      scope: 'openid email profile',
      state,
      nonce: pending.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(code_verifier),
      code_challenge_method: 'S256',
      ...(login_hint && { login_hint }),
      ...(max_age !== undefined && { max_age: String(max_age), prompt: 'login' }),
    })
    if (url.protocol !== 'https:' && !client.issuer.startsWith('http:'))
      throw new Error('the authorization endpoint is not https')
    return { url, pending }
  } catch (error) {
    throw new ProviderFailure(error)
  }
}

interface RequestOptions {
  redirect_uri: string
  state: string
  login_hint?: string | undefined
  max_age?: number | undefined
}

/** Exchanges the code in the address at which the person returned. Throws unless everything about the answer is right. */
export async function readPerson(
  client: OpenIdClient,
  returned: URL,
  pending: PendingRequest,
): Promise<ProviderPerson> {
  const openid = await import('openid-client')
  const configuration = await discover(client)
  try {
    const tokens = await openid.authorizationCodeGrant(configuration, returned, {
      expectedState: pending.state,
      expectedNonce: pending.nonce,
      pkceCodeVerifier: pending.code_verifier,
      idTokenExpected: true,
      ...(pending.max_age !== undefined && { maxAge: pending.max_age }),
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('the answer has no ID token')
    // Many providers put the address only in the answer of the UserInfo endpoint.
    const asks = claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
    const info = asks ? await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub) : undefined
    return personOf(claims, info)
  } catch (error) {
    if (error instanceof openid.AuthorizationResponseError) throw new ProviderRefusal(error.error)
    throw new ProviderFailure(error)
  }
}

function personOf(claims: IDToken, info: UserInfoResponse | undefined): ProviderPerson {
  const { iss, sub, auth_time } = claims
  if (sub.length > subject_length_max) throw new Error('the subject is too long')
  const claim = (name: string) => claims[name] ?? info?.[name]
  const text = (name: string) => {
    const value = claim(name)
    return typeof value === 'string' && value.isWellFormed() && !value.includes('\0') ? value.trim().slice(0, 254) : ''
  }
  // Some providers send texts in place of booleans.
  const verified = claim('email_verified')
  return {
    issuer: iss,
    subject: sub,
    mail: text('email') || undefined,
    mail_verified: verified === undefined ? undefined : verified === true || verified === 'true',
    firstname: text('given_name') || text('name'),
    surname: text('family_name'),
    locale: text('locale'),
    authenticated_s: typeof auth_time === 'number' ? auth_time : undefined,
  }
}

/** The innermost reason, which names what was wrong. */
function reasonOf(error: unknown): string {
  let inner = error
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause
  return (inner instanceof Error ? inner.message : String(inner)).slice(0, 300)
}

/** Whether the provider did not answer, in contrast to a wrong answer. */
function isOutage(error: unknown): boolean {
  for (let inner = error; inner instanceof Error; inner = inner.cause)
    if (
      inner.name === 'TimeoutError' ||
      inner.name === 'AbortError' ||
      /^(E[A-Z]+|ABORT_ERR)$/.test(String((inner as NodeJS.ErrnoException).code ?? ''))
    )
      return true
  return false
}
