import { recordAudit } from '../../access/audit.ts'
import { type Caller, may } from '../../access/caller.ts'
import type { WriteContext } from '../../access/write_context.ts'
import { addToCounter } from '../../db/counters.ts'
import { rowOf, type Sql } from '../../db/sql.ts'
import { ApiError, forbidden, invalid, notFound } from '../../errors.ts'
import { page_size_max } from '../../fields.ts'
import { byId } from '../../http/cursor.ts'
import { msg } from '../../messages/message.ts'
import { renameInBundles } from '../../money/core/contact_names.ts'
import { movedItemTables, moveItems } from '../../money/core/rewrite.ts'
import { type ContactColumns, columnNames } from '../core/columns.ts'
import { hiddenForms } from '../core/form_visibility.ts'
import { absentContact } from '../core/merged.ts'
import { linkTables } from '../core/references.ts'
import { isInScope, seesRestricted, visibleScope } from '../core/restriction.ts'
import { publishContacts } from '../core/search_index.ts'
import { copyAnswers } from './answer_queries.ts'
import { columnDifferences, mergedColumns, mergeFieldsOf } from './columns.ts'
import { moveRows } from './move_queries.ts'
import type { MembershipIdentity, MergeRecord } from './record.ts'
import type { Merge, MergeRequest } from './schema.ts'

/** Merges two contacts. The merged one keeps a copy of its data, so that the merge can be undone. */
export async function mergeContacts(
  sql: Sql,
  writer: WriteContext,
  survivor_id: number,
  sent: MergeRequest,
): Promise<Merge> {
  const { group_id } = writer.caller
  const gone_id = sent.contact_id
  if (gone_id === survivor_id) throw invalid('body.data.contact_id', 'must be another contact', gone_id)
  const pair = await lockPair(sql, group_id, survivor_id, gone_id)
  const [survivor, gone] = pair.map(contact => (contact && isVisibleTo(writer.caller, contact) ? contact : undefined))
  if (!survivor) throw await absentContact(sql, group_id, survivor_id)
  if (!gone) throw invalid('body.data.contact_id', 'is not a contact of your space', gone_id)
  checkUnrestricted(survivor, gone)
  await checkMayMovePayments(sql, writer.caller, gone_id)
  const id = await nextMergeId(sql)
  const after = mergedColumns(survivor, gone, sent.fields ?? {})
  const numbers = [survivor, gone].map(membershipOf) as [MembershipIdentity, MembershipIdentity]
  await writeContact(sql, writer.caller, survivor, after, lowerFirst(numbers)[0], async () => {
    await markMerged(sql, gone, survivor_id, lowerFirst(numbers)[1])
  })
  const answers = await copyAnswers(sql, { ...writer, source: `merge ${id}` }, gone_id, survivor_id)
  const record: MergeRecord = {
    fields: columnDifferences(survivor, after),
    membership: { survivor: numbers[0], gone: numbers[1] },
    answers,
    links: await copyLinks(sql, group_id, gone_id, survivor_id),
    moved: await moveRows(sql, group_id, gone_id, survivor_id),
    items: await moveItems(sql, { ...writer, merge_id: id }, gone_id, survivor_id),
  }
  const row = { group_id, id, user_id: writer.caller.id, survivor_id, gone_id, record }
  await sql`insert into merges ${sql(rowOf(row))}`
  await recordMergeAudit(sql, writer, 'contact.merged', survivor_id, { merge_id: id, gone_id })
  await publishContacts(sql, writer, 'contact.merged', [survivor_id])
  await publishContacts(sql, writer, 'contact.deleted', [gone_id])
  await addToCounter(sql, group_id, 'contacts', -1)
  return readMerge(sql, writer.caller, id)
}

export async function readMerge(sql: Sql, caller: Caller, id: number): Promise<Merge> {
  const [row] = await sql<MergeRow[]>`${merges(sql, caller)} and m.id = ${id}`
  if (!row) throw notFound('merge')
  return wireOf(caller, row, await hiddenForms(sql, caller))
}

/** Newest first; with a contact, only its own merges. */
export async function listMerges(
  sql: Sql,
  caller: Caller,
  { limit, contact_id, cursor }: { limit: number; contact_id?: number; cursor?: string },
) {
  const page_size = Math.min(limit, page_size_max)
  const about = contact_id === undefined ? sql`` : sql`and (m.survivor_id = ${contact_id} or m.gone_id = ${contact_id})`
  const before = byId.read(cursor)
  const rows = await sql<MergeRow[]>`
    ${merges(sql, caller)} ${about} ${before ? sql`and m.id < ${before[0]}` : sql``}
    order by m.id desc
    limit ${page_size}`
  const last = rows.length === page_size ? rows.at(-1) : undefined
  const hidden = await hiddenForms(sql, caller)
  return { rows: rows.map(row => wireOf(caller, row, hidden)), next_cursor: last ? byId.write(last.id) : null }
}

interface MergeRow {
  id: number
  created_at: string
  user: Merge['user']
  survivor_id: number
  gone_id: number
  survivor: Merge['survivor']
  gone: Merge['gone']
  record: MergeRecord | null
  undone_at: string | null
  stayed: Merge['stayed']
}

/** A part of the name of merged contact `g`, which was restricted after the merge was undone. */
const nameUnlessRestricted = (sql: Sql, caller: Caller, part: 'firstname' | 'surname') =>
  seesRestricted(caller) ? sql`g.${sql(part)}` : sql`case when g.restricted_at is null then g.${sql(part)} else '' end`

/** The merges whose survivor the caller may read. */
const merges = (sql: Sql, caller: Caller) => sql`
  select m.id, m.created_at, m.survivor_id, m.gone_id, m.record, m.undone_at, m.stayed,
         json_build_object('id', u.id, 'firstname', u.firstname, 'surname', u.surname) as user,
         json_build_object('id', c.id, 'firstname', c.firstname, 'surname', c.surname) as survivor,
         json_build_object('id', g.id, 'firstname', ${nameUnlessRestricted(sql, caller, 'firstname')},
                           'surname', ${nameUnlessRestricted(sql, caller, 'surname')}) as gone
  from merges m
  join users u on u.group_id = ${caller.group_id} and u.id = m.user_id
  join contacts c on c.group_id = ${caller.group_id} and c.id = m.survivor_id
  join contacts g on g.group_id = ${caller.group_id} and g.id = m.gone_id
  where m.group_id = ${caller.group_id} and ${isInScope(sql, visibleScope(caller))}`

const no_items = { transactions: [], memberships: [], donations: [] }

/** Payments show with `finance:read`, answers and tags with `contacts:sensitive`, and only answers to forms that the caller sees. */
function wireOf(caller: Caller, { record, stayed, ...merge }: MergeRow, hidden: ReadonlySet<number>): Merge {
  const { fields = {}, answers, links = {}, items } = record ?? {}
  const [paid, sensitive] = [may(caller, 'finance:read'), may(caller, 'contacts:sensitive')]
  const taken = answers ? [...answers.added, ...answers.changed.map(({ after }) => after)] : []
  const seen = (id: number) => !taken.some(answer => answer.id === id && hidden.has(answer.form_id))
  return {
    ...merge,
    fields: mergeFieldsOf(Object.keys(fields)),
    answers: sensitive ? taken.filter(({ form_id }) => !hidden.has(form_id)).length : 0,
    tags: sensitive ? (links['contact_tags']?.length ?? 0) : 0,
    ...((paid && items) || no_items),
    can_undo: record !== null && merge.undone_at === null,
    stayed: stayed && { ...stayed, answers: sensitive ? stayed.answers.filter(seen) : [], ...(!paid && no_items) },
  }
}

export type LockedContact = ContactColumns & {
  id: number
  group_id: number
  membership_code: string
  membership_number: number | null
  restricted: boolean
  merged_into: number | null
}

/** Locks both in the order of their ids, which avoids deadlocks. `for update` also waits for payments that refer to them. */
export async function lockPair(sql: Sql, group_id: number, one: number, other: number, alsoGone = false) {
  const rows = await sql<LockedContact[]>`
    select id, group_id, membership_code, membership_number, restricted_at is not null as restricted, merged_into, ${sql(columnNames)}
    from contacts
    where group_id = ${group_id} and id = any(${[one, other]}) and (deleted_at is null or ${alsoGone})
    order by id
    for update`
  return [one, other].map(id => rows.find(row => row.id === id)) as [LockedContact?, LockedContact?]
}

/** Writes the columns of a contact and its name in its payments. `between` runs while its membership number is free. */
export async function writeContact(
  sql: Sql,
  { group_id, id: changed_by }: Caller,
  before: LockedContact,
  after: Partial<ContactColumns>,
  membership: MembershipIdentity,
  between: () => Promise<void>,
) {
  const fields = Object.fromEntries(columnNames.filter(name => name in after).map(name => [name, after[name]]))
  await sql`update contacts set membership_number = null where group_id = ${group_id} and id = ${before.id}`
  await between()
  await sql`
    update contacts set ${sql(rowOf({ ...fields, ...membership, changed_by }))}, updated_at = now(), version = version + 1
    where group_id = ${group_id} and id = ${before.id}`
  const { firstname = before.firstname, surname = before.surname } = after
  await renameContact(sql, before, { firstname, surname, ...membership })
}

/** Writes what is new of a name and membership number into the payments of a contact, deleted ones included. */
export async function renameContact(sql: Sql, before: LockedContact, after: Partial<LockedContact>) {
  const numbered = (contact: LockedContact) => ({ ...contact, membership_number: contact.membership_number ?? 0 })
  await renameInBundles(sql, numbered(before), numbered({ ...before, ...after }))
}

async function markMerged(sql: Sql, gone: LockedContact, merged_into: number, membership: MembershipIdentity) {
  await sql`
    update contacts set ${sql(rowOf({ ...membership }))}, merged_into = ${merged_into}, deleted_at = now(), updated_at = now(), version = version + 1
    where group_id = ${gone.group_id} and id = ${gone.id}`
  await renameContact(sql, gone, membership)
}

export const membershipOf = ({ membership_number, membership_code }: MembershipIdentity): MembershipIdentity => ({
  membership_number,
  membership_code,
})

/** The survivor gets the lower membership number, which is that of the longer membership. */
const lowerFirst = ([one, other]: [MembershipIdentity, MembershipIdentity]): [
  MembershipIdentity,
  MembershipIdentity,
] => ((other.membership_number ?? Infinity) < (one.membership_number ?? Infinity) ? [other, one] : [one, other])

const isVisibleTo = (caller: Caller, { restricted }: LockedContact) => !restricted || seesRestricted(caller)

function checkUnrestricted(...contacts: LockedContact[]) {
  const restricted = contacts.find(contact => contact.restricted)
  if (restricted)
    throw new ApiError(
      'conflict',
      msg`Contact ${restricted.id} asked that nothing be done with their data; lift that first.`,
    )
}

/** Moving payments needs the permission to write them. */
async function checkMayMovePayments(sql: Sql, caller: Caller, contact_id: number) {
  if (may(caller, 'finance:write')) return
  for (const table of movedItemTables) {
    const paid = await sql`
      select from ${sql(table)} where group_id = ${caller.group_id} and contact_id = ${contact_id} limit 1`
    if (paid.length > 0)
      throw forbidden(msg`Contact ${contact_id} has payments, and moving them needs the permission finance:write.`)
  }
}

async function nextMergeId(sql: Sql) {
  const [row] = await sql<[{ id: number }]>`select nextval('merges_id_seq') as id`
  return row.id
}

async function copyLinks(sql: Sql, group_id: number, from: number, to: number) {
  const copied: MergeRecord['links'] = {}
  for (const [table, columns] of Object.entries(linkTables)) {
    const names = sql.unsafe(columns.join(', '))
    const rows = await sql<{ key: number }[]>`
      with links as materialized (select ${names} from ${sql(table)} where group_id = ${group_id} and contact_id = ${from})
      insert into ${sql(table)} (group_id, contact_id, ${names})
      select ${group_id}::bigint, ${to}::bigint, ${names} from links
      on conflict do nothing
      returning ${sql(columns[0])} as key`
    copied[table] = rows.map(({ key }) => key)
  }
  return copied
}

export const recordMergeAudit = (
  sql: Sql,
  { caller, request_id }: WriteContext,
  kind: string,
  subject_id: number,
  details: object,
) => recordAudit(sql, { caller, request_id, kind, subject: 'contact', subject_id, details })
