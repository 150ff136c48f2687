import { recordAudit } from '../../access/audit.ts'
import { type Caller, may } from '../../access/caller.ts'
import { cell } from '../../csv.ts'
import { bufferCopyStream, openCopyStream } from '../../db/copy_stream.ts'
import { type Fragment, type Sql, unprepared } from '../../db/sql.ts'
import { forbidden, invalid } from '../../errors.ts'
import type { DownloadChunk } from '../../http/stream/downloads.ts'
import { joinDecidingMembership, membershipCells } from '../../money/core/contact_conditions.ts'
import { fieldsOf } from '../core/fields.ts'
import { seesForm } from '../core/form_visibility.ts'
import { isInScope } from '../core/restriction.ts'
import { compileQuery } from '../search/engine/compile.ts'
import { countContacts } from '../search/engine/find.ts'
import { parseQuery, permittedQuery } from '../search/engine/parse.ts'
import { normalizePhones } from '../search/engine/phone_numbers.ts'
import { matchesAll } from '../search/engine/query_tree.ts'
import { hasTerm } from '../search/engine/sql_conditions.ts'
import { csvLines } from './cells.ts'
import { type ExportColumn, type ExportParams, exportColumns, permissionFor } from './schema.ts'

/** The contacts to export, whether or not they may be contacted. Restricted contacts are never exported. */
async function selectContacts(sql: Sql, caller: Caller, { query: sent, ids }: ExportParams) {
  const { group_id } = caller
  const permitted = await permittedQuery(sql, caller, parseQuery(sent, 'body.data.query'))
  const query = await normalizePhones(sql, group_id, permitted)
  const from = sql`
    from searched_contacts c
    where c.group_id = ${group_id} and ${compileQuery(sql, group_id, query)} and ${isInScope(sql, 'unrestricted')}
      ${ids === undefined ? sql`` : sql`and c.id = any(${ids}::bigint[])`}`
  return { query, from, all: matchesAll(query) && ids === undefined }
}

const optedOut = (sql: Sql, group_id: number) => hasTerm(sql, group_id, 'black_list+', [''])

const contactable = (sql: Sql, group_id: number, { include_do_not_contact }: ExportParams) =>
  include_do_not_contact ? sql`` : sql`and not ${optedOut(sql, group_id)}`

/** Records who exports what, why, and how many. Committed before the first line is sent. Returns the HTTP headers. */
export async function recordExport(sql: Sql, caller: Caller, request_id: string, params: ExportParams) {
  const columns = exportedColumns(caller, params)
  const { reason, query, ids, forms, include_do_not_contact } = params
  await formsOf(sql, caller, params)
  const { found, left_out } = await countOf(sql, caller, params)
  const details = { reason, count: found - left_out, left_out, include_do_not_contact, columns }
  const whom = { ...(query !== undefined && { query }), ...(ids && { ids: ids.length }), ...(forms && { forms }) }
  await recordAudit(sql, {
    caller,
    request_id,
    kind: 'contacts.exported',
    subject: 'contacts',
    details: { ...details, ...whom },
  })
  return { 'x-do-not-contact-left-out': String(left_out) }
}

/** How many contacts are selected, and how many of them are left out because they opted out. */
async function countOf(sql: Sql, caller: Caller, params: ExportParams) {
  const { query, from, all } = await selectContacts(sql, caller, params)
  const [opted] = params.include_do_not_contact
    ? [{ count: 0 }]
    : await unprepared(sql<[{ count: number }]>`select count(*) as count ${from} and ${optedOut(sql, caller.group_id)}`)
  if (all) return { found: await countContacts(sql, caller.group_id, query, 'unrestricted'), left_out: opted.count }
  const [found] = await unprepared(sql<[{ count: number }]>`select count(*) as count ${from}`)
  return { found: found.count, left_out: opted.count }
}

/** The columns that were sent, or all that the caller may see. */
export function exportedColumns(caller: Caller, { columns }: ExportParams): readonly ExportColumn[] {
  const isAllowed = (column: ExportColumn) => {
    const permission = permissionFor(column)
    return permission === undefined || may(caller, permission)
  }
  const refused = columns?.find(column => !isAllowed(column))
  if (refused === 'tags')
    throw forbidden('Your role or token lacks the permission contacts:sensitive, which tags need.')
  if (refused) throw forbidden('Your role or token lacks the permission finance:read, which memberships need.')
  return columns ?? exportColumns.filter(isAllowed)
}

interface ExportedForm {
  id: number
  label: string
  type: string
}

/** The forms whose answers are exported, in the order sent. */
async function formsOf(sql: Sql, caller: Caller, { forms: ids = [] }: ExportParams): Promise<ExportedForm[]> {
  if (ids.length === 0) return []
  if (!may(caller, 'contacts:sensitive'))
    throw forbidden('Your role or token lacks the permission contacts:sensitive, which answers need.')
  const rows = await sql<ExportedForm[]>`
    select f.id, f.label, f.type from forms f
    where f.group_id = ${caller.group_id} and f.id = any(${ids}) and ${seesForm(sql, caller)}
    order by f.id`
  return ids.map((id, index) => {
    const form = rows.find(row => row.id === id)
    if (!form) throw invalid(`body.data.forms.${index}`, 'is not a form of your space', id)
    return form
  })
}

/** Contacts read at a time. Answers may be long texts, so fewer contacts are read with them. */
const exported_at_once = { plain: 10_000, with_answers: 2000 }

/** The contacts as CSV, by id. PostgreSQL writes the lines with COPY; only cells that need quotes are rewritten. */
export async function* exportedLines(sql: Sql, caller: Caller, params: ExportParams): AsyncIterable<DownloadChunk> {
  const columns = exportedColumns(caller, params)
  const forms = await formsOf(sql, caller, params)
  const separator = params.separator === 'tab' ? '\t' : params.separator
  const { all, from } = await selectContacts(sql, caller, params)
  const memberships: Partial<Record<ExportColumn, string>> = membershipCells(caller.group_id)
  const selected = [
    ...columns.map(column => memberships[column] ?? cellOf(column)),
    ...forms.map(({ id }) => `lists.form_${id}`),
  ]
  // Numbers and dates are validated on write: a leading minus sign is not a formula.
  const numbers = [
    ...columns.map(column => column in notText || (column in memberships && column !== 'membership_price')),
    ...forms.map(({ type }) => isNumber(type)),
  ]
  // COPY takes no parameters: its text holds only numbers and names of this file. There are no nulls.
  const copy = (which: string) =>
    openCopyStream(
      sql,
      `copy (select ${selected.join(', ')} from contacts c ${listsIn(caller.group_id, columns, forms)}
             ${columns.some(column => column in memberships) ? joinDecidingMembership(caller.group_id) : ''}
             where c.group_id = ${caller.group_id} and c.deleted_at is null and c.restricted_at is null
               ${params.include_do_not_contact ? '' : 'and not c.black_list'} and ${which}
             order by c.id)
       to stdout with (delimiter '${separator}')`,
    )
  const at_once = forms.length > 0 ? Math.ceil(exported_at_once.with_answers / forms.length) : exported_at_once.plain
  yield `${params.bom ? '\uFEFF' : ''}${[...columns, ...forms.map(({ label }) => cell(label, separator))].join(separator)}\n`
  for (let after = 0; ; ) {
    const { last, which } = await (all
      ? pageOfAll(sql, caller.group_id, after, at_once)
      : pageOf(sql, sql`${from} ${contactable(sql, caller.group_id, params)}`, after, at_once))
    if (last === undefined) return
    yield await csvLines(await bufferCopyStream(await copy(which)), separator, numbers)
    after = last
  }
}

/** The next contacts of a space: the last id, and the condition that selects them. */
async function pageOfAll(sql: Sql, group_id: number, after: number, at_once: number) {
  const [page] = await sql<[{ last: number | null }]>`
    select max(id) as last from (
      select id from contacts
      where group_id = ${group_id} and deleted_at is null and id > ${after}
      order by id
      limit ${at_once}) page`
  return { last: page.last ?? undefined, which: `c.id > ${after} and c.id <= ${page.last}` }
}

/** The next contacts that a search finds. */
async function pageOf(sql: Sql, from: Fragment, after: number, at_once: number) {
  const page = await unprepared(sql<{ id: number }[]>`
    select c.id ${from} and c.id > ${after} order by c.id limit ${at_once}`)
  const ids = page.map(({ id }) => id)
  return { last: ids.at(-1), which: `c.id = any('{${ids.join()}}')` }
}

/** The cells that are not the text of a column, by field. */
const notText: Partial<Record<ExportColumn, string>> = {
  contact_id: 'c.id',
  created_at: 'wire_time(c.created_at)',
  updated_at: 'wire_time(c.updated_at)',
  ...Object.fromEntries(fieldsOf('count').map(name => [name, `c.${name}`])),
  ...Object.fromEntries(fieldsOf('date').map(name => [name, `coalesce(c.${name}::date::text, '')`])),
  ...Object.fromEntries(fieldsOf('flag').map(name => [name, `case when c.${name} then 'true' else 'false' end`])),
}

const cellOf = (column: ExportColumn) => (column === 'tags' ? 'lists.tags' : (notText[column] ?? `c.${column}`))

/** The tags and answers of contact `c`. */
function listsIn(group_id: number, columns: readonly ExportColumn[], forms: ExportedForm[]) {
  const given = forms.map(
    ({ id, type }) => `
      (select coalesce(string_agg(${answerOf(type)}, '|' order by a.id), '') from contact_answers a
       join form_refvalues r on r.group_id = ${group_id} and r.id = a.form_ref_id
       where a.group_id = ${group_id} and a.contact_id = c.id and a.form_id = ${id}) as form_${id}`,
  )
  if (columns.includes('tags'))
    given.push(`
      (select coalesce(string_agg(t.name, '|' order by t.name), '') from contact_tags ct
       join tags t on t.group_id = ${group_id} and t.id = ct.tag_id
       where ct.group_id = ${group_id} and ct.contact_id = c.id) as tags`)
  return given.length === 0 ? '' : `cross join lateral (select ${given.join(', ')}) lists`
}

/** The text of an answer; a day as spreadsheets write it. */
const answerOf = (type: string) =>
  type === 'date' ? `replace(a.data, 'T00:00:00.000Z', '')` : isFree(type) ? 'a.data' : 'r.label'

const isNumber = (type: string) => type === 'numeric' || type === 'date'
const isFree = (type: string) => type === 'text' || isNumber(type)
