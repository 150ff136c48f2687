import type { Caller } from '../../access/caller.ts'
import { isRestricted, seesRestricted } from '../../contacts/core/restriction.ts'
import type { Fragment, Sql } from '../../db/sql.ts'
import { parseExact } from '../../json.ts'
import { contactJson, memberships_key_json } from './contact_names.ts'

// A payment of a restricted contact is shown to all who see payments, with its contact_id. The name is shown only to callers who may read
// the contact.

/** Whether the space has restricted contacts. Read from a partial index, which is empty in most spaces. */
export const hasRestrictedContacts = (sql: Sql, group_id: number): Fragment => sql`
  exists (select from contacts r where r.group_id = ${group_id} and r.restricted_at is not null and r.deleted_at is null)`

/** The same in a function of the database, of `space`. */
export const has_restricted_contacts =
  'exists (select from contacts r where r.group_id = space and r.restricted_at is not null and r.deleted_at is null)'

/** A text about contact `c`, empty where the caller may not read the contact. */
export const nameVisibleTo = (sql: Sql, caller: Caller, text: Fragment): Fragment =>
  seesRestricted(caller) ? text : sql`case when c.restricted_at is null then ${text} else '' end`

// The names are blanked in the text of the document, which is not parsed: a page of documents has megabytes. The pattern matches what
// `contactJson` writes. Quotes inside of strings are escaped, so no comment matches it.
const string = '"(?:[^"\\\\]|\\\\.)*"'
const contactPattern = new RegExp(
  `"contact": \\{"id":(\\d+),"firstname":${string},"surname":${string},"group_id":(\\d+),` +
    `"membership_code":${string},"membership_number":\\d+\\}`,
  'g',
)

// The ids of contacts, from `contact_id` and `contact`, also in a document that is not as `documentOf` writes it.
const id_pattern = '"contact\\D+(\\d{1,15})'
const idPattern = new RegExp(id_pattern, 'g')

/** Documents of bundles, with empty names where the caller may not read the contact. */
export async function withoutRestrictedNames(sql: Sql, caller: Caller, documents: string[]): Promise<string[]> {
  if (seesRestricted(caller)) return documents
  const ids = new Set(documents.flatMap(document => [...document.matchAll(idPattern)].map(([, id]) => Number(id))))
  if (ids.size === 0) return documents
  const rows = await sql<{ id: number }[]>`
    select id from contacts
    where group_id = ${caller.group_id} and id = any(${[...ids]}) and restricted_at is not null and deleted_at is null`
  const hidden = new Set(rows.map(({ id }) => id))
  return hidden.size === 0 ? documents : documents.map(document => blankNames(document, hidden))
}

/**
 * The same in a function of the database: the ids of the contacts of `space` in the document whose names are hidden, or null. Most spaces
 * have no restricted contact, and the document is not searched.
 */
export const hidden_contacts = (document: string) => `case
      when ${has_restricted_contacts} then array(
        select c.id from contacts c
        where c.group_id = space and c.restricted_at is not null and c.deleted_at is null
          and c.id = any(array(select found[1]::bigint from regexp_matches(${document}, '${id_pattern}', 'g') found)))
    end`

/** A document with empty names of these contacts. */
export const withHiddenNames = (document: string, hidden: number[] | null) =>
  hidden?.length ? blankNames(document, new Set(hidden)) : document

/** The part of a document after its transactions, which has no free objects. */
const tailOf = (document: string) => document.slice(document.lastIndexOf(memberships_key_json))

const summaryPattern = /"memberships_count":(\d+),"donations_count":(\d+)\}\}$/
const empty = { firstname: '', surname: '', membership_code: '', membership_number: 0 }

function blankNames(document: string, hidden: ReadonlySet<number>) {
  const tail = tailOf(document)
  let found = 0
  const cut = tail.replace(contactPattern, (whole, id, group_id) => {
    found += 1
    return hidden.has(Number(id)) ? contactJson({ ...empty, id: Number(id), group_id: Number(group_id) }) : whole
  })
  const [, memberships, donations] = summaryPattern.exec(tail) ?? []
  // Not as `documentOf` writes it, so that the pattern may have missed a name.
  if (found !== Number(memberships) + Number(donations)) return withoutNames(document)
  return document.slice(0, document.length - tail.length) + cut
}

/** A document of any format, with empty names of all contacts. */
function withoutNames(document: string) {
  const { memberships, donations, ...rest } = parseExact(document) as Record<string, unknown>
  const blank = (items: unknown) =>
    Array.isArray(items)
      ? items.map(item => ({ ...item, contact: { id: item.contact_id, ...empty, group_id: item.group_id } }))
      : []
  return JSON.stringify({ ...rest, memberships: blank(memberships), donations: blank(donations) })
}

/** Changes when a restriction that applies to the caller begins or ends. Part of the ETag of a page of bundles. */
export async function restrictionStamp(sql: Sql, caller: Caller): Promise<string> {
  if (seesRestricted(caller)) return ''
  const [row] = await sql<[{ count: number; latest: string | null }]>`
    select count(*) as count, max(restricted_at) as latest from contacts
    where group_id = ${caller.group_id} and restricted_at is not null and deleted_at is null`
  return row.count === 0 ? '' : `${row.count} ${row.latest} `
}

/** The filters of a list. A contact that the caller may not read becomes one without payments. */
export async function visibleFilters<Filters extends { contact_id?: number | undefined }>(
  sql: Sql,
  caller: Caller,
  filters: Filters,
): Promise<Filters> {
  const { contact_id } = filters
  if (contact_id === undefined || seesRestricted(caller)) return filters
  return (await isRestricted(sql, caller.group_id, contact_id)) ? { ...filters, contact_id: 0 } : filters
}
