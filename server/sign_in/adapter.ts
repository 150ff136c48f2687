import Provider, { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import { digestOf } from '../access/secrets.ts'
import { notifyAll } from '../db/notifications.ts'
import type { Pool } from '../db/pool/pool.ts'
import { setRlsContext } from '../db/rls_context.ts'
import { rowOf, type Sql } from '../db/sql.ts'
import { console_client, findIntegration, isClientId, metadataOf, permissionsIn } from './clients.ts'
import { revokeGrant } from './grants.ts'
import { isAnonymous, type PendingCookie, readPendingCookie, setPendingCookie } from './pending_interaction.ts'

// What the authorization server remembers. It knows its records by ids that open doors; we keep only their digests, and put the id back
// for whoever shows it.

const agent_length_max = 300

/** How each kind of record is kept. */
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
      // What is about nobody is not kept: it would cost those who send it nothing, and us a row each.
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
      // Whoever knows a session by its name does not hold its key.
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
      // Somebody else was faster with the same secret: one of the two has no right to it, and nobody can tell which.
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

/** A record holds its own id, and an interaction that of the session besides. */
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
 * What belongs to a grant is kept only while the grant is there, which cannot end before we have. Otherwise it is given out and opens
 * nothing: whoever was first with a code that another one used too.
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

/** Access tokens stand beside those that people make for their scripts: a request finds them all alike. */
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
  const grant = await liveGrant(sql, digestOf(grantId!))
  if (!grant) return
  await setRlsContext(sql, { user_id: Number(accountId) })
  const [user] = await sql<{ suspended: boolean }[]>`
    select suspended_at is not null as suspended from users
    where group_id = ${grant.group_id} and id = ${grant.user_id} and deleted_at is null`
  if (!user || user.suspended) throw new errors.InvalidGrant('the person may not act in this space')
  const source = Provider.ctx?.oidc.entities.AuthorizationCode ?? Provider.ctx?.oidc.entities.RefreshToken
  await insertToken(sql, id, payload, expires_in, {
    kind: 'access',
    ...grant,
    name: '',
    client_id: clientId!,
    grant_digest: digestOf(grantId!),
    authenticated_at: source?.authTime ? new Date(source.authTime * 1000).toISOString() : null,
    // The console may do whatever its person may, also when that grows.
    scopes: clientId === console_client ? null : permissionsIn(scope),
  })
}

async function saveClientToken(sql: Sql, id: string, payload: AdapterPayload, expires_in: number | undefined) {
  const { clientId = '', scope } = payload
  await setRlsContext(sql, { presented: clientId })
  const integration = await findIntegration(sql, clientId)
  if (!integration || integration.user_id === null) throw new errors.InvalidGrant('the integration was ended')
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
  throw new Error('the authorization server was not meant to ask for this')
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
