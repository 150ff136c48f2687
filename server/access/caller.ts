import type { Listener } from '../db/listener.ts'
import type { Pool } from '../db/pool/pool.ts'
import { setRlsContext } from '../db/rls_context.ts'
import type { Sql } from '../db/sql.ts'
import { type Permission, permissionsOfRole, type RoleType } from './permissions.ts'
import { lacksSecondFactor, secondFactorRequired } from './second_factor.ts'
import { digestOf, hasValidMark, isSecret } from './secrets.ts'
import { tokenKey } from './server_keys.ts'

export interface Role {
  id: number
  name: string
  type: RoleType
  /** The lower, the higher. */
  rank: number
  permissions: readonly string[]
}

/** Who sends a request, in which space, and what they may do there. */
export interface Caller {
  id: number
  group_id: number
  role: Role
  /** What role and token allow together. */
  permissions: ReadonlySet<Permission>
  /** What the token was made for; undefined: anything its owner may do. */
  scopes: ReadonlySet<string> | undefined
  token: Credential
  /** Set while they were added to the space and have not opened it: to use a token in it opens it. */
  pending?: boolean
}

/** What the caller showed: a token that a person made for a script, one that an application was given, or a program's own. */
export interface Credential {
  id: number
  digest: string
  kind: 'personal' | 'access' | 'service_account'
  /** The application that it was given to. */
  client_id: string | null
  /** When the person behind it last proved who they are. */
  authenticated_at: string | null
}

/** For what is done in somebody's name without a request, such as a job or the demo. */
export const noCredential: Credential = { id: 0, digest: '', kind: 'personal', client_id: null, authenticated_at: null }

/** The applications that belong to Muster itself; all others are integrations of a space. */
export const own_applications: readonly string[] = ['muster-console', 'muster-cli']

export const may = (caller: Caller, permission: Permission) => caller.permissions.has(permission)

const cached_ms_max = 10_000
const cached_max = 20_000
const known_digests_max = 50_000

/**
 * Finds the caller behind a token, and refuses whoever lacks the second factor that the space asks for. The answer is kept for seconds, and
 * forgotten at once when any token, role or membership changes; while such news might be missed, nothing is kept at all.
 */
export class Callers {
  readonly #pool: Pool
  readonly #listener: Listener
  readonly #outsiders: ExternalTokens | undefined
  readonly #acceptPending: AcceptPending
  readonly #cache = new Map<string, { caller: Caller; until: number }>()
  /** Digests of tokens that were good when they were last looked up. */
  readonly #seen = new Set<string>()
  /** Digests of tokens that bear our mark and were no good: they have ended, and whoever sends them is trusted no more than others. */
  readonly #ended = new Set<string>()
  #key: Buffer | undefined
  #generation = 0

  constructor(pool: Pool, listener: Listener, acceptPending: AcceptPending, outsiders?: ExternalTokens) {
    this.#pool = pool
    this.#listener = listener
    this.#acceptPending = acceptPending
    this.#outsiders = outsiders
    listener.on('access', () => this.clearCache())
  }

  /** Reads the key by which tokens of ours are known at sight. */
  async prepare() {
    this.#key = await this.#pool.write({}, tokenKey)
  }

  clearCache() {
    this.#generation++
    this.#cache.clear()
  }

  /** `unseen` is called before the database is asked for a token that may have been invented, or has ended, and may refuse it. */
  async find(token: string, unseen = () => {}): Promise<Caller | undefined> {
    const own = isSecret(token, 'mus_p_') || isSecret(token, 'mus_a_')
    const outsiders = own ? undefined : this.#outsiders
    if (!own && !outsiders?.isCandidate(token)) return undefined
    const digest = digestOf(token)
    const known = this.#cache.get(digest)
    if (known && known.until > Date.now() && this.#listener.connected) return known.caller
    if (!this.#isLikely(token, digest)) unseen()
    const generation = this.#generation
    const found = outsiders
      ? await outsiders.find(this.#pool, token, digest)
      : await this.#pool.read({ presented: digest }, sql => findCaller(sql, digest))
    this.#note(token, digest, found !== undefined)
    if (found?.caller.pending) await this.#open(found.caller)
    // News that came while we were asking may be newer than our answer.
    if (found && this.#listener.connected && generation === this.#generation) this.#keep(digest, found)
    return found?.caller
  }

  async #open(caller: Caller) {
    const { id, group_id } = caller
    await this.#pool.write({ group_id, user_id: id }, sql =>
      this.#acceptPending(sql, { caller: { id, group_id }, request_id: '' }),
    )
    delete caller.pending
  }

  #isLikely(token: string, digest: string) {
    return this.#seen.has(digest) || (this.#isOurs(token) && !this.#ended.has(digest))
  }

  #isOurs(token: string) {
    return this.#key !== undefined && hasValidMark(token, this.#key)
  }

  #note(token: string, digest: string, good: boolean) {
    const [into, outOf] = good ? [this.#seen, this.#ended] : [this.#ended, this.#seen]
    outOf.delete(digest)
    if (into.has(digest) || !(good || this.#isOurs(token))) return
    if (into.size >= known_digests_max) into.clear()
    into.add(digest)
  }

  #keep(digest: string, { caller, expires_at }: FoundCaller) {
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

/** Tokens that somebody else has made, where an organisation signs its people in by itself. */
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

/** The caller behind a token of ours, with the digest presented; undefined when the token has ended or its person may not act. */
export async function findCaller(sql: Sql, digest: string): Promise<FoundCaller | undefined> {
  const [token] = await sql<TokenRow[]>`
    select id, kind, user_id, group_id, scopes, client_id, authenticated_at, expires_at
    from tokens
    where digest = ${digest} and revoked_at is null and expires_at > now()`
  if (!token) return undefined
  const { group_id, user_id, kind, expires_at } = token
  await setRlsContext(sql, { group_id, user_id })
  const [caller, lacking] = await Promise.all([
    callerWith(sql, { ...token, digest }),
    kind !== 'service_account' && lacksSecondFactor(sql, group_id, user_id),
  ])
  if (caller && lacking) throw secondFactorRequired()
  return caller && { caller, expires_at }
}

/** Who acts with this token now, from within its space; undefined when they have left it, are suspended, or the application was ended. */
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
  const { id, digest, kind, client_id, authenticated_at } = token
  const credential = { id, digest, kind, client_id, authenticated_at }
  return { id: user_id, group_id, role: given, permissions, scopes, token: credential, ...(pending && { pending }) }
}

/** What the application behind a token is limited to now, whatever it was once given; nothing when it was ended. */
async function applicationScopes(sql: Sql, group_id: number, client_id: string | null): Promise<(string[] | null)[]> {
  if (client_id === null || own_applications.includes(client_id)) return [null]
  const rows = await sql<{ scopes: string[] }[]>`
    select scopes from integrations
    where group_id = ${group_id} and client_id = ${client_id} and ended_at is null`
  return rows.map(({ scopes }) => scopes)
}
