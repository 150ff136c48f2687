import type { Caller } from '../../access/caller.ts'
import { onlyRow, type Sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { mergedIds } from '../core/merged.ts'
import { contactSight } from '../core/read.ts'
import { contactReferences, linkTables } from '../core/references.ts'
import type { Contact } from '../core/shape.ts'
import { writeContacts } from '../core/stored_contact.ts'
import { readRequest } from './queries.ts'
import type { PersonalData } from './schema.ts'

// These refer to another person, or repeat what is exported already: items are exported from the documents, which have all of their fields.
const excluded_columns = ['not_duplicates.low_id', 'not_duplicates.high_id', 'contacts.merged_into', 'items.contact_id']

/** All data about a person, for that person. Every column that refers to a contact is included, from the list in core/references.ts. */
export async function exportPerson(sql: Sql, caller: Caller, id: number): Promise<PersonalData> {
  const { group_id } = caller
  const { kind, contact_id } = await readRequest(sql, caller, id)
  if (kind !== 'access') throw new ApiError('conflict', 'Only a request for access has an export.')
  const ids = await mergedIds(sql, group_id, contact_id)
  const records: PersonalData['records'] = {
    ...(await readPayments(sql, group_id, ids)),
    bank_lines: await readBankLines(sql, group_id, ids),
  }
  for (const column of Object.keys(contactReferences).filter(column => !excluded_columns.includes(column))) {
    const [table, name] = column.split('.') as [string, string]
    const rows = await sql`
      select t.* from ${sql(table)} t where t.group_id = ${group_id} and t.${sql(name)} = any(${ids})
      order by t.${sql(linkTables[table]?.[0] ?? 'id')}`
    const exported = new Set((records[table] ?? []).map(idOf))
    records[table] = [...(records[table] ?? []), ...rows.filter(row => !exported.has(idOf(row)))]
  }
  records['households'] = await readHouseholds(sql, group_id, ids)
  const [space] = await sql<[PersonalData['space']]>`select id, name from spaces where id = ${group_id}`
  return {
    made_at: new Date().toISOString(),
    space,
    contact_id,
    contacts: await readContacts(sql, caller, ids),
    forms: [...(await readForms(sql, group_id, ids))],
    records,
    changes: [
      ...(await sql`
        select id, created_at, kind, subject_id, user_id from events
        where group_id = ${group_id} and subject_id = any(${ids}) and kind like 'contact.%' order by id`),
    ],
    audit: [
      ...(await sql`
        select id, created_at, kind, user_id, details from audit_log
        where group_id = ${group_id} and subject = 'contact' and subject_id = any(${ids}) order by id`),
    ],
  }
}

/** The transactions, memberships and donations of a person, with all fields. */
async function readPayments(sql: Sql, group_id: number, ids: number[]): Promise<PersonalData['records']> {
  const lists: PersonalData['records'] = {}
  for (const list of ['transactions', 'memberships', 'donations']) {
    const rows = await sql<{ item: object }[]>`
      select i.item
      from transaction_bundles b
      cross join lateral json_array_elements(b.document::json -> ${list}) as i (item)
      where b.group_id = ${group_id} and (i.item ->> 'contact_id')::bigint = any(${ids})
        and b.id in (select bundle_id from items where group_id = ${group_id} and contact_id = any(${ids}))
      order by (i.item ->> 'id')::bigint`
    lists[list] = rows.map(({ item }) => item)
  }
  return lists
}

/** The bank lines that brought payments of a person, with the amount of these. Texts of a line that is also of other people are not included. */
async function readBankLines(sql: Sql, group_id: number, ids: number[]) {
  const text = (name: string) => sql`case when shared.others then '' else l.${sql(name)} end as ${sql(name)}`
  return [
    ...(await sql`
      select l.id, l.date::text as date, l.value_date::text as value_date, m.kind, m.transaction_id, m.amount::bigint as amount, ${text('text')},
             ${text('counterparty')}, ${text('counterparty_iban')}, ${text('end_to_end_id')}, ${text('mandate_id')}, l.return_reason
      from items t
      join bank_matches m on m.group_id = ${group_id} and m.transaction_id = t.id
      join bank_lines l on l.group_id = ${group_id} and l.id = m.line_id
      cross join lateral (
        select exists (
          select from bank_matches o
          join items i on i.group_id = ${group_id} and i.kind = 'transaction' and i.id = o.transaction_id
          where o.group_id = ${group_id} and o.line_id = l.id and i.contact_id <> all(${ids})) as others
      ) shared
      where t.group_id = ${group_id} and t.kind = 'transaction' and t.contact_id = any(${ids})
      order by l.id, m.id`),
  ]
}

/** The households that the person is in. */
async function readHouseholds(sql: Sql, group_id: number, ids: number[]) {
  const rows = await sql`
    select h.* from households h
    where h.group_id = ${group_id} and h.id in (select household_id from household_members where group_id = ${group_id} and contact_id = any(${ids}))
    order by h.id`
  return [...rows]
}

const idOf = (row: object) => (row as { id: number }).id

/** All fields and answers, including those that the role of the caller may not see elsewhere, also of deleted and merged contacts. */
async function readContacts(sql: Sql, caller: Caller, ids: number[]) {
  const { group_id } = caller
  const permissions = new Set([
    ...caller.permissions,
    'contacts:sensitive' as const,
    'privacy:manage' as const,
    'forms:write' as const,
  ])
  const stored = await sql`
    select contacts, answers, tags, actions
    from read_contacts(${group_id}, ${caller.id}, ${ids}, ${contactSight(sql, { ...caller, permissions })}, true)`.raw()
  const contacts: Contact[] = JSON.parse(`[${writeContacts(onlyRow(stored), ids).documents}]`)
  const byId = new Map(contacts.map(contact => [contact.id, contact]))
  const rows = await sql<{ id: number }[]>`
    select id, deleted_at, merged_into, restricted_at from contacts
    where group_id = ${group_id} and id = any(${ids}) order by id`
  return rows.map(row => ({ ...byId.get(row.id), ...row }))
}

const readForms = (sql: Sql, group_id: number, ids: number[]) => sql`
  select f.id, f.label, f.kind, f.type, f.text, (
           select json_agg(json_build_object('version', v.version, 'created_at', wire_time(v.created_at), 'label', v.label, 'text', v.text)
                           order by v.version)
           from form_versions v where v.group_id = ${group_id} and v.form_id = f.id) as versions, (
           select json_agg(json_build_object('id', r.id, 'label', r.label) order by r.position, r.id)
           from form_refvalues r where r.group_id = ${group_id} and r.form_id = f.id) as refvalues
  from forms f
  where f.group_id = ${group_id} and f.id in (
    select form_id from contact_answers where group_id = ${group_id} and contact_id = any(${ids})
    union select form_id from consent_history where group_id = ${group_id} and contact_id = any(${ids}))
  order by f.id`
