import { recordAudit } from '../../access/audit.ts'
import type { Caller } from '../../access/caller.ts'
import type { WriteContext } from '../../access/write_context.ts'
import { databaseTime } from '../../db/clock.ts'
import { type Fragment, onlyRow, rowOf, type Sql } from '../../db/sql.ts'
import { ApiError, invalid, notFound } from '../../errors.ts'
import { page_size_max } from '../../fields.ts'
import { cursorOf } from '../../http/cursor.ts'
import { msg } from '../../messages/message.ts'
import { checkVisible, isVisible } from '../core/read.ts'
import { lockSentContacts } from '../core/referred_contacts.ts'
import { seesRestricted } from '../core/restriction.ts'
import { type Household, type HouseholdChange, members_max, type NewHousehold } from './schema.ts'

/** That household `h` has a member, contact `c`, of whom this holds. */
const hasMember = (sql: Sql, { group_id }: Caller, condition: Fragment) => sql`
  exists (
    select from household_members m
    join contacts c on c.group_id = ${group_id} and c.id = m.contact_id
    where m.group_id = ${group_id} and m.household_id = h.id and ${condition})`

const hasRestrictedMember = (sql: Sql, caller: Caller) => hasMember(sql, caller, sql`c.restricted_at is not null`)

/** Without a member that the caller sees, the name and the address are those of restricted contacts. */
const isShown = (sql: Sql, caller: Caller) =>
  seesRestricted(caller)
    ? sql`true`
    : sql`(not ${hasRestrictedMember(sql, caller)} or ${hasMember(sql, caller, isVisible(sql, caller))})`

/** Households that the caller sees, with the members that the caller sees. */
const selectHouseholds = (sql: Sql, caller: Caller) => sql`
  select h.id, h.created_at, h.updated_at, h.created_by, h.name, h.house_number, h.street, h.addition, h.postal_code, h.city, h.country,
         coalesce(
           (select json_agg(json_build_object('id', c.id, 'firstname', c.firstname, 'surname', c.surname) order by c.id)
            from household_members m
            join contacts c on c.group_id = ${caller.group_id} and c.id = m.contact_id
            where m.group_id = ${caller.group_id} and m.household_id = h.id and ${isVisible(sql, caller)}), '[]') as members
  from households h
  where h.group_id = ${caller.group_id} and ${isShown(sql, caller)}`

type HouseholdRow = Omit<Household, 'contact_ids'>

const wireOf = ({ members, ...row }: HouseholdRow): Household => ({
  ...row,
  contact_ids: members.map(({ id }) => id),
  members,
})

export const householdCursor = cursorOf('text', 'id')

/** Lists households by name. */
export async function listHouseholds(sql: Sql, caller: Caller, { limit, cursor }: { limit: number; cursor?: string }) {
  const page_size = Math.min(limit, page_size_max)
  const after = householdCursor.read(cursor)
  const rows = await sql<HouseholdRow[]>`
    ${selectHouseholds(sql, caller)}
      ${after ? sql`and (h.name collate "und-x-icu", h.id) > (${after[0]}::text collate "und-x-icu", ${after[1]}::bigint)` : sql``}
    order by h.name collate "und-x-icu", h.id
    limit ${page_size}`
  const last = rows.length === page_size ? rows.at(-1) : undefined
  return { rows: rows.map(wireOf), next_cursor: last ? householdCursor.write(last.name, last.id) : null }
}

async function findHousehold(sql: Sql, caller: Caller, id: number) {
  const [row] = await sql<HouseholdRow[]>`${selectHouseholds(sql, caller)} and h.id = ${id}`
  return row && wireOf(row)
}

export async function readHousehold(sql: Sql, caller: Caller, id: number): Promise<Household> {
  const household = await findHousehold(sql, caller, id)
  if (!household) throw notFound('household')
  return household
}

/** The household of a contact; null if it is in none. */
export async function readHouseholdOf(sql: Sql, caller: Caller, contact_id: number): Promise<Household | null> {
  await checkVisible(sql, caller, contact_id)
  const [member] = await sql<{ household_id: number }[]>`
    select household_id from household_members where group_id = ${caller.group_id} and contact_id = ${contact_id}`
  return member ? readHousehold(sql, caller, member.household_id) : null
}

/** Reads a household and locks it until the end of the transaction. */
export async function lockHousehold(sql: Sql, caller: Caller, id: number) {
  await sql`select from households where group_id = ${caller.group_id} and id = ${id} for update`
  return readHousehold(sql, caller, id)
}

export async function createHousehold(sql: Sql, caller: Caller, { contact_ids, ...fields }: NewHousehold) {
  const { group_id } = caller
  const rows = await sql<{ id: number }[]>`
    insert into households ${sql(rowOf({ ...fields, group_id, created_by: caller.id }))} returning id`
  const { id } = onlyRow(rows)
  await addMembers(sql, caller, id, [...new Set(contact_ids)], contact_ids)
  return readHousehold(sql, caller, id)
}

/** Changes the fields that were sent. Members that the caller does not see stay. */
export async function changeHousehold(
  sql: Sql,
  caller: Caller,
  id: number,
  { contact_ids, ...fields }: HouseholdChange,
) {
  const { group_id } = caller
  const before = await lockHousehold(sql, caller, id)
  if (fields.name !== undefined && fields.name !== before.name && fields.name.trim() === '')
    throw invalid('body.data.name', 'must not be blank', fields.name)
  if (contact_ids) {
    const wanted = [...new Set(contact_ids)]
    const removed = before.contact_ids.filter(member => !wanted.includes(member))
    await sql`
      delete from household_members where group_id = ${group_id} and household_id = ${id} and contact_id = any(${removed})`
    const added = wanted.filter(member => !before.contact_ids.includes(member))
    await addMembers(sql, caller, id, added, contact_ids)
  }
  const updated_at = await databaseTime(sql)
  await sql`
    update households set ${sql(rowOf({ ...fields, updated_at }))} where group_id = ${group_id} and id = ${id}`
  // A caller who removed the last member that they see no longer sees the household.
  return (await findHousehold(sql, caller, id)) ?? { ...before, ...fields, updated_at, contact_ids: [], members: [] }
}

/** Deletes a household. Its members stay contacts. It is kept if the caller does not see that a restricted contact is in it. */
export async function deleteHousehold(sql: Sql, { caller, request_id }: WriteContext, id: number) {
  const { group_id } = caller
  const { contact_ids } = await lockHousehold(sql, caller, id)
  if (!seesRestricted(caller)) await checkNoneRestricted(sql, caller, id)
  await sql`delete from household_members where group_id = ${group_id} and household_id = ${id}`
  await sql`delete from households where group_id = ${group_id} and id = ${id}`
  await recordAudit(sql, {
    ...{ caller, request_id, kind: 'household.deleted', subject: 'household', subject_id: id },
    details: { contact_ids },
  })
}

async function checkNoneRestricted(sql: Sql, caller: Caller, id: number) {
  const [restricted] = await sql`
    select from households h
    where h.group_id = ${caller.group_id} and h.id = ${id} and ${hasRestrictedMember(sql, caller)}`
  if (!restricted) return
  const detail =
    'This household has members that you cannot see. A user with the permission privacy:manage can delete it.'
  throw new ApiError('conflict', detail)
}

/** Adds contacts that are in no household. Their locks make a concurrent request for the same contact wait. */
async function addMembers(sql: Sql, caller: Caller, household_id: number, added: number[], sent: number[]) {
  if (added.length === 0) return
  const { group_id } = caller
  const locationOf = (id: number | undefined) => `body.data.contact_ids.${sent.indexOf(id ?? 0)}`
  await lockSentContacts(sql, caller, added, index => locationOf(added[index]))
  const [taken] = await sql<{ contact_id: number; household_id: number }[]>`
    select contact_id, household_id from household_members
    where group_id = ${group_id} and contact_id = any(${added})
    order by contact_id
    limit 1`
  if (taken)
    throw invalid(
      locationOf(taken.contact_id),
      msg`is already in household ${taken.household_id}; remove the contact there first`,
      taken.contact_id,
    )
  await sql`
    insert into household_members (group_id, household_id, contact_id)
    select ${group_id}::bigint, ${household_id}::bigint, id from unnest(${added}::bigint[]) as id
    returning id`
  const [row] = await sql<[{ count: number }]>`
    select count(*) as count from household_members where group_id = ${group_id} and household_id = ${household_id}`
  if (row.count > members_max)
    throw invalid('body.data.contact_ids', msg`would make more than ${members_max} members`, null)
}
