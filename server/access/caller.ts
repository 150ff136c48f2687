import type { NotificationListener } from '../db/notification_listener.ts'
import type { Pool } from '../db/pool/pool.ts'
import { setRlsContext } from '../db/rls_context.ts'
import type { Sql } from '../db/sql.ts'
import { type Permission, permissionsOfRole, type RoleType } from './permissions.ts'
import { providerRequired, requiredProvider } from './required_provider.ts'
import { lacksSecondFactor, secondFactorRequired } from './second_factor.ts'
import { digestOf, hasValidMac, isSecret } from './secrets.ts'
import { tokenKey } from './server_keys.ts'
import { VisitRecorder } from './visit_recorder.ts'

export interface Role {
  id: number
  name: string
  type: RoleType
  /** A lower number is a higher rank. */
  rank: number
  permissions: readonly string[]
}

/** The user who sends a request, the space, and their permissions there. */
export interface Caller {
  id: number
  group_id: number
  role: Role
  /** Those of the role that the token allows too. */
  permissions: ReadonlySet<Permission>
  /** The scopes of the token; undefined if it is not limited. */
  scopes: ReadonlySet<string> | undefined
  token: Credential
  /** The membership is pending: the user was added and has not opened the space. Using a token opens it. */
  pending?: boolean
}

/** The token of a request: a personal one, one of an application, or one of a service account. */
export interface Credential {
  id: number
  digest: string
  kind: 'personal' | 'access' | 'service_account'
  /** The application that it was issued to. */
  client_id: string | null
  /** When its user last signed in. */
  authenticated_at: string | null
  /** Whether its user signed in through the provider of the space. That space must not learn of the user's other spaces, or act in them. */
  single_space: boolean
}

/** For work on behalf of a user without a request, such as jobs and the demo. */
export const noCredential: Credential = {
  id: 0,
  digest: '',
  kind: 'personal',
  client_id: null,
  authenticated_at: null,
  single_space: false,
}

/** The applications of Muster itself. All others are integrations of a space. */
export const own_applications: readonly string[] = ['muster-console', 'muster-cli']

export const may = (caller: Caller, permission: Permission) => caller.permissions.has(permission)

const cached_ms_max = 10_000
const cached_max = 20_000
const known_digests_max = 50_000

/**
 * Finds the caller of a token, and refuses a user without the second factor or provider that the space requires. Callers are cached for seconds; the cache is
 * cleared whenever a token, role or membership changes. While notifications could be missed, nothing is cached.
 */
export class Callers {
  readonly #pool: Pool
  readonly #listener: NotificationListener
  readonly #externalTokens: ExternalTokens | undefined
  readonly #acceptPending: AcceptPending
  readonly #cache = new Map<string, { caller: Caller; until: number }>()
  /** Digests of tokens that were valid when last looked up. */
  readonly #valid = new Set<string>()
  /** Digests of tokens with a valid MAC that have expired or were revoked. They count as guesses. */
  readonly #ended = new Set<string>()
  readonly #visits: VisitRecorder
  #key: Buffer | undefined
  #generation = 0

  constructor(
    pool: Pool,
    listener: NotificationListener,
    acceptPending: AcceptPending,
    externalTokens?: ExternalTokens,
  ) {
    this.#pool = pool
    this.#visits = new VisitRecorder(pool)
    this.#listener = listener
    this.#acceptPending = acceptPending
    this.#externalTokens = externalTokens
    listener.on('access', () => this.clearCache())
  }

  /** Reads the key that verifies the MAC of a token without a lookup. */
  async prepare() {
    this.#key = await this.#pool.write({}, tokenKey)
  }

  clearCache() {
    this.#generation++
    this.#cache.clear()
  }

  /** `beforeGuess` is called before the lookup of a token that may be invented or ended, and may throw. */
  async find(token: string, beforeGuess = () => {}): Promise<Caller | undefined> {
    const own = isSecret(token, 'mus_p_') || isSecret(token, 'mus_a_')
    const externalTokens = own ? undefined : this.#externalTokens
    if (!own && !externalTokens?.isCandidate(token)) return undefined
    const digest = digestOf(token)
    const known = this.#cache.get(digest)
    if (known && known.until > Date.now() && this.#listener.connected) return known.caller
    if (!this.#isLikely(token, digest)) beforeGuess()
    const generation = this.#generation
    const found = externalTokens
      ? await externalTokens.find(this.#pool, token, digest)
      : await this.#pool.read({ presented: digest }, sql => findCaller(sql, digest))
    this.#recordLookup(token, digest, found !== undefined)
    if (found?.caller.pending) await this.#openSpace(found.caller)
    if (found && found.caller.token.kind !== 'service_account') this.#visits.record(found.caller)
    // If the cache was cleared during the lookup, the result may be outdated.
    if (found && this.#listener.connected && generation === this.#generation) this.#store(digest, found)
    return found?.caller
  }

  async #openSpace(caller: Caller) {
    const { id, group_id } = caller
    await this.#pool.write({ group_id, user_id: id }, sql =>
      this.#acceptPending(sql, { caller: { id, group_id }, request_id: '' }),
    )
    delete caller.pending
    this.#visits.forget(caller)
  }

  #isLikely(token: string, digest: string) {
    return this.#valid.has(digest) || (this.#isOurs(token) && !this.#ended.has(digest))
  }

  #isOurs(token: string) {
    return this.#key !== undefined && hasValidMac(token, this.#key)
  }

  #recordLookup(token: string, digest: string, isValid: boolean) {
    const [into, outOf] = isValid ? [this.#valid, this.#ended] : [this.#ended, this.#valid]
    outOf.delete(digest)
    if (into.has(digest) || !(isValid || this.#isOurs(token))) return
    if (into.size >= known_digests_max) into.clear()
    into.add(digest)
  }

  #store(digest: string, { caller, expires_at }: FoundCaller) {
    if (this.#cache.size >= cached_max) this.#cache.clear()
    this.#cache.set(digest, { caller, until: Math.min(Date.now() + cached_ms_max, Date.parse(expires_at)) })
  }
}

export interface FoundCaller {
  caller: Caller
  expires_at: string
}

/** Records that a pending member has opened the space. */
export type AcceptPending = (
  sql: Sql,
  author: { caller: { id: number; group_id: number }; request_id: string },
) => Promise<unknown>

/** Tokens of an external issuer, for organisations with their own sign-in. */
export interface ExternalTokens {
  isCandidate: (token: string) => boolean
  find: (pool: Pool, token: string, digest: string) => Promise<FoundCaller | undefined>
}

interface TokenRow extends Omit<Credential, 'digest'> {
  user_id: number
  group_id: number
  scopes: string[] | null
  expires_at: string
}

/** The caller of a token of this server; undefined if the token has ended or its user may not act. */
export async function findCaller(sql: Sql, digest: string): Promise<FoundCaller | undefined> {
  const [token] = await sql<TokenRow[]>`
    select id, kind, user_id, group_id, scopes, client_id, authenticated_at, single_space, expires_at
    from tokens
    where digest = ${digest} and revoked_at is null and expires_at > now()`
  if (!token) return undefined
  const { group_id, user_id, kind, expires_at, single_space } = token
  await setRlsContext(sql, { group_id, user_id })
  const isPerson = kind !== 'service_account'
  const [caller, lacking, provider] = await Promise.all([
    callerWith(sql, { ...token, digest }),
    isPerson && lacksSecondFactor(sql, group_id, user_id),
    isPerson && !single_space ? requiredProvider(sql, group_id, user_id) : undefined,
  ])
  if (caller && lacking) throw secondFactorRequired()
  if (caller && provider) throw providerRequired()
  return caller && { caller, expires_at }
}

/** The caller of this token, read in its space; undefined if the user has left or is suspended, or the application was ended. */
export async function callerWith(
  sql: Sql,
  { user_id, group_id, scopes: words, ...token }: Omit<TokenRow, 'expires_at'> & { digest: string },
): Promise<Caller | undefined> {
  const [[role], limits] = await Promise.all([
    sql<(Role & { pending: boolean })[]>`
      select r.id, r.name, r.type, r."order" as rank, r.permissions, u.pending_since is not null as pending
      from users u
      join roles r on r.group_id = ${group_id} and r.id = u.role_id
      where u.group_id = ${group_id} and u.id = ${user_id} and u.deleted_at is null and u.suspended_at is null`,
    applicationScopes(sql, group_id, token.client_id),
  ])
  if (!role || limits.length === 0) return undefined
  const { pending, ...given } = role
  const sets = [words, ...limits].filter(set => set !== null).map(set => new Set(set))
  const scopes = sets.length > 0 ? sets.reduce((some, others) => some.intersection(others)) : undefined
  const permissions = new Set(permissionsOfRole(given).filter(word => !scopes || scopes.has(word)))
  const { id, digest, kind, client_id, authenticated_at, single_space } = token
  const credential = { id, digest, kind, client_id, authenticated_at, single_space }
  return { id: user_id, group_id, role: given, permissions, scopes, token: credential, ...(pending && { pending }) }
}

/** The current scopes of the application of a token: `[null]` without a limit, empty if the application was ended. */
async function applicationScopes(sql: Sql, group_id: number, client_id: string | null): Promise<(string[] | null)[]> {
  if (client_id === null || own_applications.includes(client_id)) return [null]
  const rows = await sql<{ scopes: string[] }[]>`
    select scopes from integrations
    where group_id = ${group_id} and client_id = ${client_id} and ended_at is null`
  return rows.map(({ scopes }) => scopes)
}
