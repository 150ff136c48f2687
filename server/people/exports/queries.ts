import { recordDeed } from '../../access/audit.ts'
import { type Caller, may } from '../../access/caller.ts'
import { cell } from '../../csv.ts'
import { type Sql, unkept } from '../../db/sql.ts'
import { forbidden, invalid } from '../../errors.ts'
import type { Piece } from '../../http/streaming.ts'
import { countContacts } from '../contact_search.ts'
import { isAmong } from '../restriction.ts'
import { checkMayAsk, parseQuery } from '../search_language.ts'
import { dialled } from '../search_numbers.ts'
import { compile } from '../search_sql.ts'
import { type ExportColumn, type ExportWish, exportColumns } from './schema.ts'

/** Whom a wish is about. Of those who asked that their data be stored and nothing else, none is given out. */
async function asked(sql: Sql, caller: Caller, { query: sent, ids }: ExportWish) {
  const { group_id } = caller
  const query = await dialled(sql, group_id, parseQuery(sent, 'body.data.query'))
  checkMayAsk(caller, query)
  const from = sql`
    from searched_contacts c
    where c.group_id = ${group_id} and ${compile(sql, group_id, query)} and ${isAmong(sql, 'unrestricted')}
      ${ids === undefined ? sql`` : sql`and c.id = any(${ids}::bigint[])`}`
  return { query, from, all: query.nodes.length === 0 && query.every && ids === undefined }
}

/** Puts on record who takes out what, why, and how many. Committed before the first line leaves. */
export async function recordExport(sql: Sql, caller: Caller, request_id: string, wish: ExportWish) {
  const columns = columnsOf(caller, wish)
  const { reason, query, ids, forms } = wish
  await formsOf(sql, caller, wish)
  const details = { reason, count: await countOf(sql, caller, wish), columns }
  const whom = { ...(query !== undefined && { query }), ...(ids && { ids: ids.length }), ...(forms && { forms }) }
  await recordDeed(sql, {
    caller,
    request_id,
    kind: 'contacts.exported',
    subject: 'contacts',
    details: { ...details, ...whom },
  })
}

async function countOf(sql: Sql, caller: Caller, wish: ExportWish) {
  const { query, from, all } = await asked(sql, caller, wish)
  if (all) return countContacts(sql, caller.group_id, query, 'unrestricted')
  const [found] = await unkept(sql<[{ count: number }]>`select count(*) as count ${from}`)
  return found.count
}

/** What was asked for, or all that the caller may see. */
export function columnsOf(caller: Caller, { columns }: ExportWish): readonly ExportColumn[] {
  if (may(caller, 'contacts:sensitive')) return columns ?? exportColumns
  if (columns?.includes('tags'))
    throw forbidden('Your role or token lacks the permission contacts:sensitive, which tags need.')
  return columns ?? exportColumns.filter(column => column !== 'tags')
}

interface AskedForm {
  id: number
  label: string
  type: string
}

/** The forms whose answers are wanted, in the order asked for. */
async function formsOf(sql: Sql, caller: Caller, { forms: ids = [] }: ExportWish): Promise<AskedForm[]> {
  if (ids.length === 0) return []
  if (!may(caller, 'contacts:sensitive'))
    throw forbidden('Your role or token lacks the permission contacts:sensitive, which answers need.')
  const rows = await sql<AskedForm[]>`
    select id, label, type from forms where group_id = ${caller.group_id} and id = any(${ids}) order by id`
  return ids.map((id, index) => {
    const form = rows.find(row => row.id === id)
    if (!form) throw invalid(`body.data.forms.${index}`, `is ${id}, which is no form of your space`, id)
    return form
  })
}

const exported_at_once = 20_000

/** The contacts as CSV, by id. PostgreSQL writes the lines itself; we only pass them on, some thousands at a time. */
export async function* exportedLines(sql: Sql, caller: Caller, wish: ExportWish): AsyncIterable<Piece> {
  const columns = columnsOf(caller, wish)
  const forms = await formsOf(sql, caller, wish)
  const separator = wish.separator === 'tab' ? '\t' : wish.separator
  const { all, from } = await asked(sql, caller, wish)
  const selected = [
    ...columns.map(column => cellOf(column, separator)),
    ...forms.map(form => answerCell(form, separator)),
  ]
  // COPY takes no parameters: whatever stands in its text is a number of ours, or a word of this file. There are no nulls; saying that they
  // would be written otherwise leaves empty texts empty.
  const copy = async (which: string) =>
    await sql
      .unsafe(
        `copy (select ${selected.join(', ')} from contacts c ${listsIn(caller.group_id, columns, forms, separator)}
               where c.group_id = ${caller.group_id} and c.deleted_at is null and c.restricted_at is null ${which}
               order by c.id)
         to stdout with (format csv, delimiter '${separator}', null '\\N')`,
      )
      .readable()
  yield `${wish.bom ? '\uFEFF' : ''}${[...columns, ...forms.map(({ label }) => cell(label, separator))].join(separator)}\n`
  for (let after = 0; ; ) {
    const ids = all ? sql`from contacts c where c.group_id = ${caller.group_id} and c.deleted_at is null` : from
    const page = await unkept(sql<{ id: number }[]>`
      select c.id ${ids} and c.id > ${after} order by c.id limit ${exported_at_once}`)
    const last = page.at(-1)?.id
    if (last === undefined) return
    const which = all ? `c.id > ${after} and c.id <= ${last}` : `c.id = any('{${page.map(({ id }) => id).join()}}')`
    yield await copy(`and ${which}`)
    after = last
  }
}

// A spreadsheet runs a text that begins like a formula. An apostrophe in front makes it a text again, as in server/csv.ts.
// All these signs come before the letters, which nearly every text begins with, or far behind them: the others are done with at once.
const signs = '=+-@＝＋－＠'
const codes = (letters: string) => [...letters].map(letter => letter.codePointAt(0)).join()

/** One that expects another separator finds the beginning of a cell in the middle of a text. */
const innerFormula = (separator: string) =>
  `([${[',', ';', '\t', '\r', '\n'].filter(other => other !== separator).join('')}]\\s*)(?=[${signs.replace('-', '')}-])`

/** A text as a cell; `odd` tells whether there may be a formula in the middle of it. */
function text(value: string, separator: string, odd: string) {
  const safe = `
    case when (${value} < 'A' collate "C" or ${value} >= '＋' collate "C")
           and (ascii(ltrim(${value}, E' \\t\\r\\n')) = any('{${codes(signs)}}') or ascii(${value}) = any('{${codes('\t\r\n')}}'))
      then '''' || ${value} else ${value} end`
  return `case when ${odd} then regexp_replace(${safe}, '${innerFormula(separator)}', '\\1''', 'g') else ${safe} end`
}

/** A list, looked up as a column of `lists`. */
const listed = (name: string, separator: string) =>
  text(`lists.${name}`, separator, `lists.${name} ~ '${innerFormula(separator)}'`)

const special: Partial<Record<ExportColumn, string>> = {
  contact_id: 'c.id',
  birthdate: `coalesce(c.birthdate::date::text, '')`,
  age_category: 'c.age_category',
  black_list: `case when c.black_list then 'true' else 'false' end`,
  created_at: 'wire_time(c.created_at)',
  updated_at: 'wire_time(c.updated_at)',
}

const isText = (column: ExportColumn) => column !== 'tags' && !special[column]

const cellOf = (column: ExportColumn, separator: string) =>
  column === 'tags' ? listed('tags', separator) : (special[column] ?? text(`c.${column}`, separator, 'lists.odd'))

/** Numbers and dates were checked when they came: a minus sign in front is no formula. */
const answerCell = ({ id, type }: AskedForm, separator: string) =>
  ['numeric', 'date'].includes(type) ? `lists.form_${id}` : listed(`form_${id}`, separator)

/**
 * The tags and answers of contact `c`, and whether one look at all its texts finds anything odd. `offset 0` keeps PostgreSQL from doing this again
 * wherever it is named.
 */
function listsIn(group_id: number, columns: readonly ExportColumn[], forms: AskedForm[], separator: string) {
  const texts = columns.filter(isText).map(column => `c.${column}`)
  const given = forms.map(
    ({ id, type }) => `
      (select coalesce(string_agg(${isFree(type) ? 'a.data' : 'r.label'}, '|' order by a.id), '') from contact_answers a
       join form_refvalues r on r.group_id = ${group_id} and r.id = a.form_ref_id
       where a.group_id = ${group_id} and a.contact_id = c.id and a.form_id = ${id}) as form_${id}`,
  )
  if (columns.includes('tags'))
    given.push(`
      (select coalesce(string_agg(t.name, '|' order by t.name), '') from contact_tags ct
       join tags t on t.group_id = ${group_id} and t.id = ct.tag_id
       where ct.group_id = ${group_id} and ct.contact_id = c.id) as tags`)
  if (texts.length > 0) given.push(`concat_ws(' ', ${texts.join(', ')}) ~ '${innerFormula(separator)}' as odd`)
  return given.length === 0 ? '' : `cross join lateral (select ${given.join(', ')} offset 0) lists`
}

const isFree = (type: string) => ['text', 'numeric', 'date'].includes(type)
