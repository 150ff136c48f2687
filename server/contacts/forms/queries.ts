import type { Caller } from '../../access/caller.ts'
import { onlyRow, rowOf, type Sql } from '../../db/sql.ts'
import { invalid, notFound } from '../../errors.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import { msg } from '../../messages/message.ts'
import { conditionJson, seesForm } from '../core/form_visibility.ts'
import { type FormValue, valuesAfterChange } from './form_values.ts'
import type { Form, FormChange, FormKind, NewForm } from './schema.ts'
import { checkSettings, lockConditions } from './settings_queries.ts'
import { addVersion } from './version_queries.ts'

const formColumns = (sql: Sql, caller: Caller) => sql`
  f.id, f.group_id, f.created_at, f.updated_at, f.created_at as "CreatedAt", f.updated_at as "UpdatedAt", f.label, f.type, f.kind,
  f.archived_at is not null as archived,
  coalesce((
    select json_agg(json_build_object('id', r.id, 'form_id', r.form_id, 'label', r.label, 'value', r.value,
                                      'archived', r.archived_at is not null) order by r.position, r.id)
    from form_refvalues r
    where r.group_id = ${caller.group_id} and r.form_id = f.id), '[]') as refvalues,
  f.position, f.help, f.text, f.version, f.required_at_door, ${conditionJson(sql, caller)} as condition,
  case when f.visible_roles is not null then json_build_object('role_ids', f.visible_roles, 'team_ids', f.visible_teams) end as visible_to`

interface FormListParams extends Paging {
  kind?: FormKind | undefined
  archived?: boolean | undefined
}

/** Lists forms that the caller sees: those of a kind in their order, all forms oldest first. */
export function listForms(sql: Sql, caller: Caller, { kind, archived = false, limit, offset }: FormListParams) {
  return sql<Form[]>`
    select ${formColumns(sql, caller)}
    from forms f
    where f.group_id = ${caller.group_id} and ${seesForm(sql, caller)}
      ${kind === undefined ? sql`` : sql`and f.kind = ${kind}`}
      ${archived ? sql`` : sql`and f.archived_at is null`}
    order by ${kind === undefined ? sql`` : sql`f.position, `}f.id
    limit ${Math.min(limit, page_size_max)} offset ${offset}`
}

export async function readForm(sql: Sql, caller: Caller, id: number) {
  const [form] = await sql<Form[]>`
    select ${formColumns(sql, caller)} from forms f
    where f.group_id = ${caller.group_id} and f.id = ${id} and ${seesForm(sql, caller)}`
  if (!form) throw notFound('form')
  return form
}

/** Reads a form and locks it until the end of the transaction. */
export async function lockForm(sql: Sql, caller: Caller, id: number) {
  await sql`select from forms where group_id = ${caller.group_id} and id = ${id} for no key update`
  return readForm(sql, caller, id)
}

export async function createForm(sql: Sql, caller: Caller, { label, type, kind, refvalues, ...settings }: NewForm) {
  const values = valuesAfterChange(type, label, [], refvalues)
  const { group_id } = caller
  if (settings.condition) await lockConditions(sql, group_id)
  await checkSettings(sql, caller, { id: 0, kind }, settings)
  const fields = { group_id, label, type, kind, ...columnsOf(settings) }
  // Forms have no place of their own until they are reordered. A new one comes last: it has the place of the last one and the highest id.
  const [last] = await sql<{ position: number | null }[]>`
    select max(position) as position from forms where group_id = ${group_id} and kind = ${kind}`
  const row = { ...fields, position: last?.position ?? 0 }
  const { id } = onlyRow(await sql<{ id: number }[]>`insert into forms ${sql(row)} returning id`)
  await saveValues(sql, caller, id, values)
  const form = await readForm(sql, caller, id)
  await addVersion(sql, caller, form)
  return form
}

export async function changeForm(sql: Sql, caller: Caller, id: number, change: FormChange) {
  const before = await lockForm(sql, caller, id)
  for (const field of ['type', 'kind'] as const) {
    const sent = change[field]
    if (sent !== undefined && sent !== before[field])
      throw invalid(
        `body.data.form.${field}`,
        msg`must stay ${before[field]}, because answers depend on it; create a new form instead`,
        sent,
      )
  }
  const { label = before.label, text = before.text, archived = before.archived } = change
  if (change.condition) await lockConditions(sql, caller.group_id)
  await checkSettings(sql, caller, before, change)
  const reworded = before.kind === 'consent' && (text || label) !== (before.text || before.label)
  const columns = { label, version: before.version + (reworded ? 1 : 0), ...columnsOf(change) }
  await sql`
    update forms set ${sql(rowOf(columns))}, updated_at = now(), archived_at = ${archivedAt(sql, archived)}
    where group_id = ${caller.group_id} and id = ${id}`
  if (change.refvalues)
    await saveValues(sql, caller, id, valuesAfterChange(before.type, label, before.refvalues, change.refvalues))
  const form = await readForm(sql, caller, id)
  if (reworded) await addVersion(sql, caller, form)
  return form
}

/** The columns of the settings that were sent. */
function columnsOf({ help, text, required_at_door, condition, visible_to }: Omit<FormChange, 'refvalues'>) {
  const sent = {
    help,
    text,
    required_at_door,
    ...(condition !== undefined && {
      condition_form_id: condition?.form_id ?? null,
      condition_ref_ids: [...new Set(condition?.form_ref_ids)],
    }),
    ...(visible_to !== undefined && {
      visible_roles: visible_to && [...new Set(visible_to.role_ids)],
      visible_teams: visible_to && [...new Set(visible_to.team_ids)],
    }),
  }
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
}

/** Sets the order of the forms of a kind. */
export async function orderForms(sql: Sql, caller: Caller, kind: FormKind, form_ids: number[]) {
  const { group_id } = caller
  const rows = await sql<{ id: number; position: number }[]>`
    select id, position from forms where group_id = ${group_id} and kind = ${kind} order by id for no key update`
  const known = new Set(rows.map(({ id }) => id))
  const unknown = form_ids.findIndex(id => !known.has(id))
  if (unknown >= 0)
    throw invalid(`body.data.form_ids.${unknown}`, msg`is not a form of kind ${kind} of your space`, form_ids[unknown])
  const place = ({ id, position }: { id: number; position: number }) =>
    form_ids.includes(id) ? form_ids.indexOf(id) : form_ids.length + position
  const ordered = [...rows].sort((a, b) => place(a) - place(b) || a.id - b.id).map(({ id }) => id)
  await sql`
    update forms f set position = o.place - 1, updated_at = now()
    from unnest(${ordered}::bigint[]) with ordinality as o (id, place)
    where f.group_id = ${group_id} and f.id = o.id and f.position <> o.place - 1`
  return listForms(sql, caller, { kind, archived: true, limit: page_size_max, offset: 0 })
}

const archivedAt = (sql: Sql, archived: boolean) =>
  archived ? sql`coalesce(archived_at, ${new Date().toISOString()})` : sql`null`

async function saveValues(sql: Sql, { group_id }: Caller, form_id: number, values: FormValue[]) {
  const positioned = values.map((value, position) => ({ ...value, position }))
  for (const { id, label, value, archived, position } of positioned)
    if (id !== undefined)
      await sql`
        update form_refvalues
        set label = ${label}, value = ${value}, position = ${position}, archived_at = ${archivedAt(sql, archived)}
        where group_id = ${group_id} and id = ${id}`
  const added = positioned.filter(({ id }) => id === undefined)
  if (added.length === 0) return
  const rows = added.map(({ label, value, archived, position }) => ({
    group_id,
    form_id,
    label,
    value,
    position,
    archived_at: archived ? new Date().toISOString() : null,
  }))
  await sql`insert into form_refvalues ${sql(rows)}`
}
