import { randomBytes } from 'node:crypto'
import { recordAudit } from '../../access/audit.ts'
import { type Caller, own_applications } from '../../access/caller.ts'
import type { Permission } from '../../access/permissions.ts'
import type { WriteContext } from '../../access/write_context.ts'
import { notifyAll } from '../../db/notifications.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError, forbidden, invalid, notFound } from '../../errors.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import { msg } from '../../messages/message.ts'
import { removeMember } from '../../organisation/core/membership.ts'
import {
  checkMayGrantRole,
  checkMayGrantScopes,
  checkNotOutranked,
  wireOrder,
} from '../../organisation/core/role_hierarchy.ts'
import { findRole, lockMembers } from '../../organisation/core/roles.ts'
import { addServiceAccount, changeServiceAccount } from '../core/service_accounts.ts'
import { checkRedirectUris } from './redirect_uris.ts'
import type { Integration, IntegrationChange, NewIntegration } from './schema.ts'
import { createSecret, revokeSecret } from './secret_queries.ts'

const integrations_max = 100

const columns = (sql: Sql, { group_id }: Caller) => sql`
  i.id, i.created_at, i.updated_at, i.created_by, i.name, i.client_id, i.public, i.user_id, i.scopes, i.redirect_uris,
  i.pkce_required, i.id_token_signed_response_alg,
  case when r.id is not null then json_build_object('id', r.id, 'name', r.name, 'type', r.type, 'order', ${wireOrder(sql)}, 'rank', r."order") end as role,
  coalesce((
    select json_agg(json_build_object('id', s.id, 'created_at', wire_time(s.created_at), 'hint', s.hint) order by s.id)
    from integration_secrets s
    where s.group_id = ${group_id} and s.integration_id = i.id and s.ended_at is null), '[]') as secrets`

/** The integrations of the space that have not been ended. */
const activeIntegrations = (sql: Sql, { group_id }: Caller) => sql`
  from integrations i
  left join users u on u.group_id = ${group_id} and u.id = i.user_id
  left join roles r on r.group_id = ${group_id} and r.id = u.role_id
  where i.group_id = ${group_id} and i.ended_at is null`

export async function listIntegrations(sql: Sql, caller: Caller, { limit, offset }: Paging) {
  const [rows, [count]] = await Promise.all([
    sql<Integration[]>`
      select ${columns(sql, caller)} ${activeIntegrations(sql, caller)}
      order by i.name collate "und-x-icu", i.id
      limit ${Math.min(limit, page_size_max)} offset ${offset}`,
    sql<[{ total: number }]>`select count(*) as total ${activeIntegrations(sql, caller)}`,
  ])
  return { rows: [...rows], total: count.total }
}

export async function readIntegration(sql: Sql, caller: Caller, id: number) {
  const [row] = await sql<
    Integration[]
  >`select ${columns(sql, caller)} ${activeIntegrations(sql, caller)} and i.id = ${id}`
  if (!row) throw notFound('integration')
  return row
}

/** Reads an integration after locking the members of the space until the end of the transaction. */
export async function lockIntegration(sql: Sql, caller: Caller, id: number) {
  await lockMembers(sql, caller.group_id)
  return readIntegration(sql, caller, id)
}

export async function createIntegration(sql: Sql, writer: WriteContext, { role_id, ...fields }: NewIntegration) {
  const { caller, request_id } = writer
  const { group_id } = caller
  checkIsPerson(caller)
  checkSettings({ ...fields, role_id: role_id ?? undefined })
  checkMayGrantScopes(caller, fields.scopes)
  // Serializes concurrent creations in one space, so that they cannot exceed the limit together.
  await lockMembers(sql, group_id)
  const [held] = await sql<[{ n: number }]>`select count(*) as n ${activeIntegrations(sql, caller)}`
  if (held.n >= integrations_max)
    throw new ApiError(
      'conflict',
      msg`The space has reached the limit of ${integrations_max} integrations. End one first.`,
    )
  const client_id = randomBytes(16).toString('hex')
  if (role_id) await checkRole(sql, caller, role_id)
  const user_id = role_id ? await addServiceAccount(sql, group_id, { name: fields.name, client_id, role_id }) : null
  const row = { ...fields, group_id, client_id, user_id, created_by: caller.id }
  const [{ id }] = await sql<[{ id: number }]>`insert into integrations ${sql(row)} returning id`
  const details = {
    name: fields.name,
    client_id,
    scopes: fields.scopes,
    role_id: role_id ?? null,
    redirect_uris: fields.redirect_uris,
    pkce_required: fields.pkce_required,
  }
  await recordAudit(sql, {
    caller,
    request_id,
    kind: 'integration.made',
    subject: 'integration',
    subject_id: id,
    details,
  })
  const secret = fields.public ? null : (await createSecret(sql, writer, id)).secret
  return { ...(await readIntegration(sql, caller, id)), secret }
}

export async function changeIntegration(
  sql: Sql,
  { caller, request_id }: WriteContext,
  id: number,
  changes: IntegrationChange,
) {
  checkIsPerson(caller)
  const before = await lockIntegration(sql, caller, id)
  checkMayManage(caller, before)
  const { role_id, ...fields } = changes
  const after = { ...before, role_id: role_id ?? before.role?.id, ...fields }
  checkSettings(after)
  if (fields.scopes) checkMayGrantScopes(caller, addedScopes(before.scopes, fields.scopes))
  if (role_id !== undefined && role_id !== before.role?.id) await checkRole(sql, caller, role_id)
  const { name, scopes, redirect_uris, pkce_required, id_token_signed_response_alg, client_id } = after
  if (after.role_id !== undefined && before.user_id !== null)
    await changeServiceAccount(sql, caller.group_id, before.user_id, { name, role_id: after.role_id })
  const user_id =
    before.user_id ??
    (role_id === undefined ? null : await addServiceAccount(sql, caller.group_id, { name, client_id, role_id }))
  await sql`
    update integrations
    set ${sql({ name, scopes, redirect_uris, pkce_required, id_token_signed_response_alg, user_id })}, updated_at = now()
    where group_id = ${caller.group_id} and id = ${id}`
  await notifyAll(sql, 'access')
  await recordAudit(sql, {
    caller,
    request_id,
    kind: 'integration.changed',
    subject: 'integration',
    subject_id: id,
    details: changes,
  })
  return readIntegration(sql, caller, id)
}

/** Deletes an integration with its secrets and tokens. Its service account stays in the history. */
export async function deleteIntegration(sql: Sql, { caller, request_id }: WriteContext, id: number) {
  const { group_id } = caller
  const { name, client_id, user_id, role } = await lockIntegration(sql, caller, id)
  if (role) checkNotOutranked(caller, role)
  await sql`update integrations set ended_at = now(), updated_at = now() where group_id = ${group_id} and id = ${id}`
  await sql`
    update integration_secrets set ended_at = now()
    where group_id = ${group_id} and integration_id = ${id} and ended_at is null`
  await sql`
    update tokens set revoked_at = now()
    where group_id = ${group_id} and client_id = ${client_id} and revoked_at is null`
  if (user_id !== null) await removeMember(sql, group_id, user_id)
  await notifyAll(sql, 'access')
  const details = { name, client_id }
  await recordAudit(sql, {
    caller,
    request_id,
    kind: 'integration.ended',
    subject: 'integration',
    subject_id: id,
    details,
  })
}

export async function createIntegrationSecret(sql: Sql, writer: WriteContext, id: number) {
  checkIsPerson(writer.caller)
  const integration = await lockIntegration(sql, writer.caller, id)
  checkMayManage(writer.caller, integration)
  if (integration.public) throw new ApiError('conflict', 'A public integration has no secret.')
  return createSecret(sql, writer, id)
}

export async function revokeIntegrationSecret(sql: Sql, writer: WriteContext, id: number, secret_id: number) {
  const integration = await lockIntegration(sql, writer.caller, id)
  if (integration.role) checkNotOutranked(writer.caller, integration.role)
  await revokeSecret(sql, writer, integration, secret_id)
}

// An integration that creates integrations or secrets would keep access after it was ended. This includes integrations that act for a
// person, and changes of redirect URIs.
function checkIsPerson({ token: { kind, client_id } }: Caller) {
  if (kind === 'service_account' || (client_id !== null && !own_applications.includes(client_id)))
    throw forbidden('Only a person can create or change integrations and secrets, not an integration.')
}

type IntegrationSettings = Pick<NewIntegration, 'public' | 'redirect_uris' | 'pkce_required'> & {
  scopes: readonly string[]
  role_id: number | undefined
}

function checkSettings({ public: is_public, redirect_uris, pkce_required, scopes, role_id }: IntegrationSettings) {
  checkRedirectUris(redirect_uris)
  if (is_public && role_id !== undefined)
    throw invalid('body.data.role_id', 'must be left out for a public integration, which only acts for people', role_id)
  if (is_public && !pkce_required)
    throw invalid('body.data.pkce_required', 'must be true for a public integration, which has no secret', false)
  if (scopes.length === 0 && role_id !== undefined)
    throw invalid('body.data.scopes', 'must have at least one scope for an integration that acts by itself', [])
  if (redirect_uris.length === 0 && role_id === undefined)
    throw invalid(
      'body.data.redirect_uris',
      'or role_id is required: an integration acts for people, by itself, or both',
      null,
    )
}

async function checkRole(sql: Sql, caller: Caller, role_id: number) {
  await lockMembers(sql, caller.group_id)
  const role = await findRole(sql, caller.group_id, { id: role_id })
  if (!role) throw invalid('body.data.role_id', 'is not a role of your space', role_id)
  checkMayGrantRole(caller, role)
}

/** Refuses to change an integration that may do more than the caller, or to create a secret for it: the caller could then act as it. */
function checkMayManage(caller: Caller, { role, scopes }: Integration) {
  if (role) checkNotOutranked(caller, role)
  checkMayGrantScopes(caller, scopes as Permission[])
}

const addedScopes = (before: readonly string[], after: readonly Permission[]) =>
  after.filter(scope => !before.includes(scope))
