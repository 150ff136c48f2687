import Provider, { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import { digestOf } from '../access/secrets.ts'
import { limitIn } from '../access/session_limit.ts'
import { notifyAll } from '../db/notifications.ts'
import type { Pool } from '../db/pool/pool.ts'
import { setRlsContext } from '../db/rls_context.ts'
import { rowOf, type Sql } from '../db/sql.ts'
import { console_client, findIntegration, isClientId, metadataOf, permissionsIn } from './clients.ts'
import { revokeGrant } from './grants.ts'
import { isAnonymous, type PendingCookie, readPendingCookie, setPendingCookie } from './pending_interaction.ts'

// The storage of oidc-provider. Its record IDs are secrets, so only their digests are stored, and the ID is added again when it is presented.

const agent_length_max = 300

/** The adapter of each kind of record. */
export const adapterFor =
  (pool: Pool, cookie: PendingCookie) =>
  (kind: string): Adapter => {
    switch (kind) {
      case 'AccessToken':
      case 'ClientCredentials':
        return tokens(pool, kind)
      case 'Client':
        return clients(pool)
      default:
        return records(pool, kind, cookie)
    }
  }

interface RecordRow {
  record: AdapterPayload
  consumed_at: string | null
  group_id: number | null
}

function records(pool: Pool, kind: string, cookie: PendingCookie): Adapter {
  const find = (presented: string, by: 'digest' | 'uid_digest') =>
    pool.read({ presented }, async sql => {
      const [row] = await sql<RecordRow[]>`
        select record, consumed_at, group_id from oidc_records
        where kind = ${kind} and ${sql(by)} = ${presented} and expires_at > now()`
      return row
    })
  return {
    ...unsupported,
    upsert: async (id, payload, expires_in) => {
      // Anonymous requests must not create rows.
      if (isAnonymous(kind, payload)) {
        if (kind === 'Interaction') setPendingCookie(cookie, id, withoutSecrets(payload), expires_in ?? 0)
        return
      }
      await pool.write({ presented: digestOf(id) }, async sql => {
        if (!(await hasLiveGrant(sql, payload))) return
        await setRlsContext(sql, { presented: digestOf(id) })
        await save(sql, kind, id, payload, expires_in)
      })
    },
    find: async id => {
      const row = await find(digestOf(id), 'digest')
      if (row) return restored(kind, row, id)
      const record = kind === 'Interaction' ? readPendingCookie(cookie, id) : undefined
      return record && restored(kind, { record, consumed_at: null, group_id: null }, id)
    },
    findByUid: async uid => {
      const row = await find(digestOf(uid), 'uid_digest')
      // The uid of a session does not give access to its ID.
      return row && { ...row.record, jti: 'unknown' }
    },
    consume: async id => {
      const grant_digest = await pool.write({ presented: digestOf(id) }, async sql => {
        const used = await sql`
          update oidc_records set consumed_at = now()
          where kind = ${kind} and digest = ${digestOf(id)} and consumed_at is null
          returning digest`
        if (used.length === 1) return undefined
        const [row] = await sql<{ grant_digest: string }[]>`
          select grant_digest from oidc_records where kind = ${kind} and digest = ${digestOf(id)}`
        return row?.grant_digest ?? ''
      })
      if (grant_digest === undefined) return
      // Used twice: one of the two clients has stolen the secret, so the whole grant is revoked.
      if (grant_digest) await revokeGrant(pool, grant_digest)
      throw new errors.InvalidGrant('already used')
    },
    destroy: async id => {
      if (kind === 'Grant') await revokeGrant(pool, digestOf(id))
      else
        await pool.write(
          { presented: digestOf(id) },
          async sql => sql`delete from oidc_records where kind = ${kind} and digest = ${digestOf(id)}`,
        )
    },
    revokeByGrantId: async id => {
      const presented = digestOf(id)
      await pool.write(
        { presented },
        async sql => sql`delete from oidc_records where kind = ${kind} and grant_digest = ${presented}`,
      )
    },
  }
}

async function save(sql: Sql, kind: string, id: string, payload: AdapterPayload, expires_in: number | undefined) {
  const { grantId, uid, accountId, clientId, group_id } = payload as AdapterPayload & { group_id?: number }
  const row = {
    kind,
    digest: digestOf(id),
    expires_at: inSeconds(expires_in ?? 0),
    updated_at: new Date().toISOString(),
    user_id: accountId ? Number(accountId) : null,
    group_id: group_id ?? null,
    client_id: clientId ?? null,
    grant_digest: grantId ? digestOf(grantId) : null,
    uid_digest: uid ? digestOf(uid) : null,
    agent: Provider.ctx?.get('user-agent').slice(0, agent_length_max) ?? '',
    record: withoutSecrets(payload),
  }
  await sql`
    insert into oidc_records ${sql(rowOf(row))}
    on conflict (kind, digest) do update
    set expires_at = excluded.expires_at, updated_at = excluded.updated_at, user_id = excluded.user_id, group_id = excluded.group_id,
        client_id = excluded.client_id, grant_digest = excluded.grant_digest, uid_digest = excluded.uid_digest, record = excluded.record`
}

/** Removes the ID of the record, and that of the session of an interaction. */
function withoutSecrets({ jti: _, returnTo: __, session, ...payload }: AdapterPayload) {
  if (!session) return payload
  const { cookie: ___, ...rest } = session
  return { ...payload, session: rest }
}

function restored(kind: string, { record, consumed_at, group_id }: RecordRow, jti: string): AdapterPayload {
  return {
    ...record,
    jti,
    ...(consumed_at && { consumed: Math.floor(Date.parse(consumed_at) / 1000) }),
    ...(group_id !== null && { group_id }),
    ...(kind === 'Interaction' && { returnTo: `/oauth/authorize/${jti}` }),
  }
}

/**
 * Records of a grant are stored only while the grant exists, which is locked meanwhile. Otherwise the client gets a secret that does not
 * work, as after the reuse of a code.
 */
async function hasLiveGrant(sql: Sql, { grantId, kind }: AdapterPayload) {
  if (!grantId || kind === 'Interaction') return true
  return (await liveGrant(sql, digestOf(grantId))) !== undefined
}

interface GrantRow {
  user_id: number
  group_id: number
}

async function liveGrant(sql: Sql, digest: string) {
  await setRlsContext(sql, { presented: digest })
  const [grant] = await sql<GrantRow[]>`
    select user_id, group_id from oidc_records
    where kind = 'Grant' and digest = ${digest} and expires_at > now()
    for key share`
  return grant
}

interface TokenRow {
  record: AdapterPayload
}

/** Access tokens share a table with personal tokens, so that a request looks them up in one place. */
function tokens(pool: Pool, kind: 'AccessToken' | 'ClientCredentials'): Adapter {
  return {
    ...unsupported,
    upsert: (id, payload, expires_in) =>
      pool.write({}, sql =>
        kind === 'AccessToken'
          ? saveAccessToken(sql, id, payload, expires_in)
          : saveClientToken(sql, id, payload, expires_in),
      ),
    find: id =>
      pool.read({ presented: digestOf(id) }, async sql => {
        const [row] = await sql<TokenRow[]>`
          select record from tokens
          where digest = ${digestOf(id)} and kind = ${tokenKind[kind]} and revoked_at is null and expires_at > now()`
        return row && { ...row.record, jti: id }
      }),
    destroy: id =>
      pool.write({ presented: digestOf(id) }, async sql => {
        await sql`update tokens set revoked_at = now() where digest = ${digestOf(id)} and revoked_at is null`
        await notifyAll(sql, 'access')
      }),
    revokeByGrantId: id =>
      pool.write({ presented: digestOf(id) }, async sql => {
        await sql`update tokens set revoked_at = now() where grant_digest = ${digestOf(id)} and revoked_at is null`
        await notifyAll(sql, 'access')
      }),
  }
}

const tokenKind = { AccessToken: 'access', ClientCredentials: 'service_account' }

async function saveAccessToken(sql: Sql, id: string, payload: AdapterPayload, expires_in: number | undefined) {
  const { grantId, accountId, clientId, scope = '' } = payload
  if (!grantId || !clientId) throw new Error('an access token without grant or client')
  const grant = await liveGrant(sql, digestOf(grantId))
  if (!grant) return
  await setRlsContext(sql, { user_id: Number(accountId) })
  const [user] = await sql<{ suspended: boolean }[]>`
    select suspended_at is not null as suspended from users
    where group_id = ${grant.group_id} and id = ${grant.user_id} and deleted_at is null`
  if (!user || user.suspended) throw new errors.InvalidGrant('the user may not act in this space')
  const source = Provider.ctx?.oidc.entities.AuthorizationCode ?? Provider.ctx?.oidc.entities.RefreshToken
  const limit = limitIn(source?.acr)
  if (limit && limit.group_id !== grant.group_id) throw new errors.InvalidGrant('the session is of another space')
  await insertToken(sql, id, payload, expires_in, {
    kind: 'access',
    ...grant,
    name: '',
    client_id: clientId,
    grant_digest: digestOf(grantId),
    authenticated_at: source?.authTime ? new Date(source.authTime * 1000).toISOString() : null,
    // Null: the console has all permissions of the role, including later ones.
    scopes: clientId === console_client ? null : permissionsIn(scope),
    single_space: limit !== undefined,
  })
}

async function saveClientToken(sql: Sql, id: string, payload: AdapterPayload, expires_in: number | undefined) {
  const { clientId = '', scope } = payload
  await setRlsContext(sql, { presented: clientId })
  const integration = await findIntegration(sql, clientId)
  if (!integration || integration.user_id === null) throw new errors.InvalidGrant('the integration has ended')
  const { group_id, user_id, name, scopes } = integration
  await setRlsContext(sql, { group_id })
  await insertToken(sql, id, payload, expires_in, {
    kind: 'service_account',
    user_id,
    group_id,
    name,
    client_id: clientId,
    scopes: scope === undefined ? scopes : permissionsIn(scope),
  })
}

async function insertToken(
  sql: Sql,
  id: string,
  payload: AdapterPayload,
  expires_in: number | undefined,
  columns: object,
) {
  const row = {
    digest: digestOf(id),
    expires_at: inSeconds(expires_in ?? 0),
    record: withoutSecrets(payload),
    ...columns,
  }
  await sql`insert into tokens ${sql(rowOf(row))}`
}

function clients(pool: Pool): Adapter {
  return {
    ...unsupported,
    find: async client_id => {
      if (!isClientId(client_id)) return undefined
      const integration = await pool.read({ presented: client_id }, sql => findIntegration(sql, client_id))
      return integration && (metadataOf(integration) as AdapterPayload)
    },
  }
}

const rejectCall = async () => {
  throw new Error('unexpected call by oidc-provider')
}
const unsupported = {
  upsert: rejectCall,
  find: rejectCall,
  findByUid: rejectCall,
  findByUserCode: rejectCall,
  consume: rejectCall,
  destroy: rejectCall,
  revokeByGrantId: rejectCall,
}

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
