import { type Caller, may } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { page_size_max } from '../../fields.ts'
import { byId } from '../../http/cursor.ts'
import type { Language } from '../../messages/language.ts'
import { seesRestricted } from '../core/restriction.ts'
import { readBulkChange } from './queries.ts'
import { type KeptCode, keptSentence, type RefusalCode, refusalSentence, shownKept, shownRefusal } from './reasons.ts'
import type { BulkChangeContact, ContactOutcome } from './schema.ts'

interface ListParams {
  limit: number
  cursor?: string
  outcome?: ContactOutcome
}

interface Row {
  contact_id: number
  name: string
  outcome: ContactOutcome
  reason: RefusalCode | ''
  kept_because: KeptCode | ''
}

/** The contacts of a change by id, each with its outcome. */
export async function listContactsOf(
  sql: Sql,
  caller: Caller,
  id: number,
  { limit, cursor, outcome }: ListParams,
  language: Language,
) {
  await readBulkChange(sql, caller, id, language)
  const { group_id } = caller
  const page_size = Math.min(limit, page_size_max)
  const [after] = byId.read(cursor) ?? [0]
  // The names of deleted contacts are visible to those who can restore them.
  const visible = sql`
    ${seesRestricted(caller) ? sql`true` : sql`c.restricted_at is null`} ${may(caller, 'contacts:write') ? sql`` : sql`and c.deleted_at is null`}`
  const rows = await sql<Row[]>`
    select b.contact_id, b.reason, b.kept_because, coalesce(b.undone, b.outcome, 'waiting') as outcome,
           coalesce((
             select coalesce(nullif(btrim(c.firstname || ' ' || c.surname), ''), c.mail) from contacts c
             where c.group_id = ${group_id} and c.id = b.contact_id and c.erased_at is null and ${visible}), '') as name
    from bulk_change_contacts b
    where b.group_id = ${group_id} and b.bulk_change_id = ${id} and b.contact_id > ${after} ${hasOutcome(sql, outcome)}
    order by b.contact_id
    limit ${page_size}`
  const last = rows.length === page_size ? rows.at(-1) : undefined
  return {
    rows: rows.map(row => wireOf(caller, row, language)),
    next_cursor: last ? byId.write(last.contact_id) : null,
  }
}

function hasOutcome(sql: Sql, outcome: ContactOutcome | undefined) {
  if (outcome === undefined) return sql``
  if (outcome === 'waiting') return sql`and b.outcome is null`
  if (outcome === 'kept') return sql`and b.undone = 'kept'`
  if (outcome === 'refused') return sql`and b.outcome = 'refused'`
  return outcome === 'restored' ? sql`and b.undone = 'restored'` : sql`and b.outcome = ${outcome} and b.undone is null`
}

function wireOf(
  caller: Caller,
  { contact_id, name, outcome, reason, kept_because }: Row,
  language: Language,
): BulkChangeContact {
  const said = { contact_id, name, outcome }
  if (kept_because) {
    const code = shownKept(caller, kept_because)
    return { ...said, code, reason: keptSentence(code, language) }
  }
  const code = reason ? shownRefusal(caller, reason) : null
  return { ...said, code, reason: code ? refusalSentence(code, language) : '' }
}
