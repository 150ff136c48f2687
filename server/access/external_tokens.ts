import {
  createRemoteJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose'
import type { Pool } from '../db/pool/pool.ts'
import { setRlsContext } from '../db/rls_context.ts'
import type { Sql } from '../db/sql.ts'
import { ApiError } from '../errors.ts'
import { type Caller, callerWith, type ExternalTokens, type FoundCaller, noCredential } from './caller.ts'
import { type Permission, permissions } from './permissions.ts'
import { providerRequired, requiredProvider } from './required_provider.ts'
import { lacksSecondFactor, secondFactorRequired } from './second_factor.ts'

// Users who sign in at their organisation. Its tokens say who they are; their role in the space says what they may do.

export interface TrustedIssuer {
  /** The `iss` claim of its tokens. */
  issuer: string
  /** The `aud` claim of its tokens for this server. */
  audience: string
  /** The shortest time between two requests for its keys. */
  cooldown_ms?: number
}

/** The claims of a verified token that are used. */
export interface VerifiedClaims {
  mail: string
  space: number | undefined
  scopes: Permission[] | null
  expires_at: string
  authenticated_at: string | null
  second_factor: boolean
}

const request_ms_max = 3000
const keys_ms_max = 300_000
const skew_s = 30
// Asymmetric signatures only: a shared secret, or `none`, does not prove who signed.
const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]
/** The scope for everything that the role allows. */
const full_access_scope = 'muster'

type Keys = JWTVerifyGetKey

/** A trusted issuer of JSON Web Tokens, with its keys. */
export class ExternalIssuer implements ExternalTokens {
  readonly #trust: TrustedIssuer
  #keys: Promise<Keys> | undefined
  #tried_at = 0

  constructor(trust: TrustedIssuer) {
    this.#trust = trust
  }

  /** Whether this may be a token of the issuer. Others cause no request to it. */
  isCandidate(token: string) {
    try {
      const { alg } = decodeProtectedHeader(token)
      return algorithms.includes(alg ?? '') && decodeJwt(token).iss === this.#trust.issuer
    } catch {
      return false
    }
  }

  async find(pool: Pool, token: string, digest: string): Promise<FoundCaller | undefined> {
    const claims = await this.verify(token)
    const caller = claims && (await pool.read({}, sql => findCallerByMail(sql, claims, digest)))
    return caller && { caller, expires_at: claims.expires_at }
  }

  /** The claims of a token, if its signature, audience and lifetime are valid and its mail address is verified. */
  async verify(token: string): Promise<VerifiedClaims | undefined> {
    const { issuer, audience } = this.#trust
    const keys = await this.#loadKeys()
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms,
        clockTolerance: skew_s,
        requiredClaims: ['exp'],
      })
      // An ID token identifies a user to an application. It is not an access token, even for the same audience.
      return 'nonce' in payload || 'at_hash' in payload ? undefined : verifiedClaimsOf(payload)
    } catch (error) {
      if (error instanceof ApiError) throw error
      return undefined
    }
  }

  // After a failure the issuer is not contacted again until the cooldown has passed.
  #loadKeys(): Promise<Keys> {
    if (this.#keys) return this.#keys
    const { cooldown_ms = 10_000 } = this.#trust
    if (Date.now() - this.#tried_at < cooldown_ms) throw issuerUnreachable(undefined)
    this.#tried_at = Date.now()
    this.#keys = this.#discover(cooldown_ms).catch(error => {
      this.#keys = undefined
      throw issuerUnreachable(error)
    })
    return this.#keys
  }

  async #discover(cooldownDuration: number): Promise<Keys> {
    const { issuer } = this.#trust
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const answer = await fetch(address, { signal: AbortSignal.timeout(request_ms_max), redirect: 'error' })
    const metadata = (await answer.json()) as { issuer?: unknown; jwks_uri?: unknown }
    if (!answer.ok || metadata.issuer !== issuer || typeof metadata.jwks_uri !== 'string')
      throw new Error(`${address} does not describe ${issuer}`)
    const jwks_url = new URL(metadata.jwks_uri)
    if (jwks_url.protocol !== 'https:' && new URL(issuer).protocol === 'https:')
      throw new Error(`the keys of ${issuer} are not served over https`)
    const keys = createRemoteJWKSet(jwks_url, {
      timeoutDuration: request_ms_max,
      cacheMaxAge: keys_ms_max,
      cooldownDuration,
    })
    return (header, token) =>
      keys(header, token).catch(error => {
        throw isOutage(error) ? issuerUnreachable(error) : error
      })
  }
}

function verifiedClaimsOf(claims: JWTPayload): VerifiedClaims | undefined {
  const { email, email_verified, muster_space: space, scope, exp, auth_time, amr } = claims
  if (typeof email !== 'string' || email_verified !== true || exp === undefined) return undefined
  if (space !== undefined && !(Number.isSafeInteger(space) && (space as number) > 0)) return undefined
  if (scope !== undefined && typeof scope !== 'string') return undefined
  return {
    mail: email,
    space: space as number | undefined,
    scopes: scope === undefined ? null : scopesIn(scope),
    expires_at: instant(exp),
    authenticated_at: typeof auth_time === 'number' ? instant(Math.min(auth_time, Date.now() / 1000)) : null,
    second_factor: Array.isArray(amr) && amr.includes('mfa'),
  }
}

function scopesIn(text: string): Permission[] | null {
  const words = text.split(' ')
  return words.includes(full_access_scope)
    ? null
    : words.filter((word): word is Permission => Object.hasOwn(permissions, word))
}

const instant = (seconds: number) => new Date(seconds * 1000).toISOString()

/** The user who signs in with this mail address, in the space of the token or else the first one they have selected. */
async function findCallerByMail(sql: Sql, claims: VerifiedClaims, digest: string): Promise<Caller | undefined> {
  const { mail, space, scopes, authenticated_at } = claims
  await setRlsContext(sql, { presented: mail })
  const [account] = await sql<{ id: number }[]>`
    select id from accounts where login_key = lower(${mail}) and not service_account`
  if (!account) return undefined
  await setRlsContext(sql, { user_id: account.id })
  const [user] = await sql<{ group_id: number }[]>`
    select group_id from users
    where id = ${account.id} and deleted_at is null ${space === undefined ? sql`` : sql`and group_id = ${space}`}
    order by selected_position, pending_since is not null, group_id
    limit 1`
  if (!user) return undefined
  const { group_id } = user
  await setRlsContext(sql, { group_id })
  const credential = { ...noCredential, kind: 'access' as const, digest, authenticated_at }
  const [caller, lacking, provider] = await Promise.all([
    callerWith(sql, { ...credential, user_id: account.id, group_id, scopes }),
    !claims.second_factor && lacksSecondFactor(sql, group_id, account.id),
    requiredProvider(sql, group_id, account.id),
  ])
  if (caller && lacking) throw secondFactorRequired()
  if (caller && provider) throw providerRequired()
  return caller
}

/** Whether the keys could not be loaded. Other errors mean that no key matches the token. */
const isOutage = (error: unknown) =>
  !(error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)

// Not a 401: the token may be valid, and the client should keep it.
const issuerUnreachable = (cause: unknown) =>
  Object.assign(
    new ApiError('unavailable', 'The issuer of this token cannot be reached. Try again in a moment.', {
      headers: { 'retry-after': '10' },
    }),
    { cause },
  )
