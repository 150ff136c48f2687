import { recordAudit } from '../../access/audit.ts'
import type { Caller } from '../../access/caller.ts'
import type { WriteContext } from '../../access/write_context.ts'
import { onlyRow, type Sql } from '../../db/sql.ts'
import { ApiError, invalid, notFound } from '../../errors.ts'
import { page_size_max } from '../../fields.ts'
import { byId } from '../../http/cursor.ts'
import { msg } from '../../messages/message.ts'
import { checkVisible, isVisible } from '../core/read.ts'
import { lockContactInPath, lockSentContacts } from '../core/referred_contacts.ts'
import { type NewRelationship, oppositeKinds, type Relationship, type StoredKind } from './schema.ts'

const relationships_per_contact_max = 200

/** The relationships of a contact with contacts that the caller sees, oldest first. */
export async function listRelationships(
  sql: Sql,
  caller: Caller,
  contact_id: number,
  { limit, cursor }: { limit: number; cursor?: string },
) {
  await checkVisible(sql, caller, contact_id)
  const page_size = Math.min(limit, page_size_max)
  const [after = 0] = byId.read(cursor) ?? []
  const part = (side: Side) => sql`
    (${selectSide(sql, caller, side)} and r.${sql(side)} = ${contact_id} and r.id > ${after} order by r.id limit ${page_size})`
  const rows = await sql<RelationshipRow[]>`
    ${part('contact_id')} union all ${part('other_id')} order by id limit ${page_size}`
  const last = rows.length === page_size ? rows.at(-1) : undefined
  return { rows: rows.map(wireOf), next_cursor: last ? byId.write(last.id) : null }
}

export async function createRelationship(
  sql: Sql,
  { caller }: WriteContext,
  contact_id: number,
  { contact_id: other_id, kind, label }: NewRelationship,
): Promise<Relationship> {
  if (other_id === contact_id) throw invalid('body.data.contact_id', 'must be another contact', other_id)
  if (kind === 'other' && label.trim() === '')
    throw invalid('body.data.label', 'is required if kind is other, such as godmother', label)
  if (kind !== 'other' && label !== '') throw invalid('body.data.label', 'must be empty unless kind is other', label)
  await lockBoth(sql, caller, contact_id, other_id)
  const stored = storedKind(kind)
  // With the opposite word, the contact of the path is the parent, the employer or the caregiver.
  const [one, two] = stored === kind ? [contact_id, other_id] : [other_id, contact_id]
  for (const id of [one, two]) await checkLimit(sql, caller, id)
  const rows = await sql<{ id: number }[]>`
    insert into relationships (group_id, created_by, contact_id, other_id, kind, label)
    values (${caller.group_id}, ${caller.id}, ${one}, ${two}, ${stored}, ${label.trim()})
    on conflict (group_id, low_id, high_id, kind, label_key) do nothing
    returning id`
  if (rows.length === 0) throw new ApiError('conflict', msg`These contacts already have the relationship ${kind}.`)
  return readRelationship(sql, caller, onlyRow(rows).id, stored === kind ? 'contact_id' : 'other_id')
}

/** Deletes a relationship between two contacts that the caller sees. */
export async function deleteRelationship(sql: Sql, { caller, request_id }: WriteContext, id: number) {
  const { group_id } = caller
  await sql`select from relationships where group_id = ${group_id} and id = ${id} for update`
  const side = await readRelationship(sql, caller, id, 'contact_id')
  const { contact } = await readRelationship(sql, caller, id, 'other_id')
  await sql`delete from relationships where group_id = ${group_id} and id = ${id}`
  await recordAudit(sql, {
    ...{ caller, request_id, kind: 'contact.relationship_deleted', subject: 'contact', subject_id: contact.id },
    details: { relationship_id: id, kind: side.kind, contact_id: side.contact.id },
  })
}

/** The column with the contact from whose side a relationship is read. */
type Side = 'contact_id' | 'other_id'

type RelationshipRow = Omit<Relationship, 'kind'> & { kind: StoredKind; opposite: boolean }

/** Relationships as seen from one side, with the contact `c` of the other side. */
const selectSide = (sql: Sql, caller: Caller, side: Side) => sql`
  select r.id, r.created_at, r.created_by, json_build_object('id', c.id, 'firstname', c.firstname, 'surname', c.surname) as contact,
         r.kind, r.label, ${side === 'other_id'} as opposite
  from relationships r
  join contacts c on c.group_id = ${caller.group_id} and c.id = r.${sql(side === 'contact_id' ? 'other_id' : 'contact_id')}
  where r.group_id = ${caller.group_id} and ${isVisible(sql, caller)}`

const wireOf = ({ opposite, kind, label, ...row }: RelationshipRow): Relationship => ({
  ...row,
  kind: opposite ? oppositeKinds[kind] : kind,
  label,
})

async function readRelationship(sql: Sql, caller: Caller, id: number, side: Side): Promise<Relationship> {
  const [row] = await sql<RelationshipRow[]>`${selectSide(sql, caller, side)} and r.id = ${id}`
  if (!row) throw notFound('relationship')
  return wireOf(row)
}

const storedKinds = Object.fromEntries(
  Object.entries(oppositeKinds).flatMap(([kind, opposite]) => [
    [opposite, kind],
    [kind, kind],
  ]),
) as Record<Relationship['kind'], StoredKind>

const storedKind = (kind: Relationship['kind']) => storedKinds[kind]

/** Locks both in the order of their ids, which avoids deadlocks. */
async function lockBoth(sql: Sql, caller: Caller, contact_id: number, other_id: number) {
  const lockOther = () => lockSentContacts(sql, caller, [other_id], () => 'body.data.contact_id')
  await checkVisible(sql, caller, contact_id)
  if (other_id < contact_id) await lockOther()
  await lockContactInPath(sql, caller, contact_id)
  if (other_id > contact_id) await lockOther()
}

async function checkLimit(sql: Sql, { group_id }: Caller, id: number) {
  const [row] = await sql<[{ count: number }]>`
    select (select count(*) from relationships where group_id = ${group_id} and contact_id = ${id})
         + (select count(*) from relationships where group_id = ${group_id} and other_id = ${id}) as count`
  if (row.count >= relationships_per_contact_max)
    throw new ApiError(
      'conflict',
      msg`Contact ${id} has reached the limit of ${relationships_per_contact_max} relationships.`,
    )
}
