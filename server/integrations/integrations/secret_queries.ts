import { recordAudit } from '../../access/audit.ts'
import { digestOf, newSecret } from '../../access/secrets.ts'
import type { WriteContext } from '../../access/write_context.ts'
import { notifyAll } from '../../db/notifications.ts'
import { onlyRow, type Sql } from '../../db/sql.ts'
import { ApiError, notFound } from '../../errors.ts'
import { msg } from '../../messages/message.ts'

// Two at a time, so that one can be replaced without an outage.
const secrets_max = 2
const hint_length = 4

/** Creates a secret for an integration, which the caller has locked. Only its digest is stored, so it cannot be read again. */
export async function createSecret(sql: Sql, { caller, request_id }: WriteContext, integration_id: number) {
  const { group_id } = caller
  const [held] = await sql<[{ n: number }]>`
    select count(*) as n from integration_secrets
    where group_id = ${group_id} and integration_id = ${integration_id} and ended_at is null`
  if (held.n >= secrets_max)
    throw new ApiError(
      'conflict',
      msg`The integration already has ${secrets_max} secrets. End the one that is no longer used first.`,
    )
  const secret = newSecret('mus_s_')
  const row = { group_id, integration_id, digest: digestOf(secret), hint: secret.slice(-hint_length) }
  const created = onlyRow(
    await sql<{ id: number; created_at: string; hint: string }[]>`
      insert into integration_secrets ${sql(row)} returning id, created_at, hint`,
  )
  await recordAudit(sql, { caller, request_id, ...secretAuditEntry('made', integration_id, created.id) })
  return { ...created, secret }
}

/** Revokes a secret, and every token of the service account, since any of them may have been issued for this secret. */
export async function revokeSecret(
  sql: Sql,
  { caller, request_id }: WriteContext,
  { id: integration_id, client_id }: { id: number; client_id: string },
  id: number,
) {
  const { group_id } = caller
  const ended = await sql`
    update integration_secrets set ended_at = now()
    where group_id = ${group_id} and integration_id = ${integration_id} and id = ${id} and ended_at is null
    returning id`
  if (ended.length === 0) throw notFound('secret')
  await sql`
    update tokens set revoked_at = now()
    where group_id = ${group_id} and client_id = ${client_id} and kind = 'service_account' and revoked_at is null`
  await notifyAll(sql, 'access')
  await recordAudit(sql, { caller, request_id, ...secretAuditEntry('ended', integration_id, id) })
}

const secretAuditEntry = (what: 'made' | 'ended', subject_id: number, secret_id: number) => ({
  kind: `integration.secret_${what}`,
  subject: 'integration',
  subject_id,
  details: { secret_id },
})
