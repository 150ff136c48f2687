import type { Caller } from '../../access/caller.ts'
import { onlyRow, type Sql } from '../../db/sql.ts'
import { invalid, notFound } from '../../errors.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import { type FormValue, valuesAfterChange } from './form_values.ts'
import type { Form, FormChange, FormKind, NewForm } from './schema.ts'

const formColumns = (sql: Sql, { group_id }: Caller) => sql`
  f.id, f.group_id, f.created_at, f.updated_at, f.created_at as "CreatedAt", f.updated_at as "UpdatedAt", f.label, f.type, f.kind,
  f.archived_at is not null as archived,
  coalesce((
    select json_agg(json_build_object('id', r.id, 'form_id', r.form_id, 'label', r.label, 'value', r.value,
                                      'archived', r.archived_at is not null) order by r.position, r.id)
    from form_refvalues r
    where r.group_id = ${group_id} and r.form_id = f.id), '[]') as refvalues`

interface FormListParams extends Paging {
  kind?: FormKind | undefined
  archived?: boolean | undefined
}

/** Lists forms, oldest first. */
export function listForms(sql: Sql, caller: Caller, { kind, archived = false, limit, offset }: FormListParams) {
  return sql<Form[]>`
    select ${formColumns(sql, caller)}
    from forms f
    where f.group_id = ${caller.group_id}
      ${kind === undefined ? sql`` : sql`and f.kind = ${kind}`}
      ${archived ? sql`` : sql`and f.archived_at is null`}
    order by f.id
    limit ${Math.min(limit, page_size_max)} offset ${offset}`
}

export async function readForm(sql: Sql, caller: Caller, id: number) {
  const [form] = await sql<Form[]>`
    select ${formColumns(sql, caller)} from forms f where f.group_id = ${caller.group_id} and f.id = ${id}`
  if (!form) throw notFound('form')
  return form
}

/** Reads a form and locks it until the end of the transaction. */
export async function lockForm(sql: Sql, caller: Caller, id: number) {
  await sql`select from forms where group_id = ${caller.group_id} and id = ${id} for no key update`
  return readForm(sql, caller, id)
}

export async function createForm(sql: Sql, caller: Caller, { label, type, kind, refvalues }: NewForm) {
  const values = valuesAfterChange(type, label, [], refvalues)
  const fields = { group_id: caller.group_id, label, type, kind }
  const { id } = onlyRow(await sql<{ id: number }[]>`insert into forms ${sql(fields)} returning id`)
  await saveValues(sql, caller, id, values)
  return readForm(sql, caller, id)
}

export async function changeForm(sql: Sql, caller: Caller, id: number, change: FormChange) {
  const before = await lockForm(sql, caller, id)
  for (const field of ['type', 'kind'] as const) {
    const sent = change[field]
    if (sent !== undefined && sent !== before[field])
      throw invalid(
        `body.data.form.${field}`,
        `must stay ${before[field]}, because answers depend on it; create a new form instead`,
        sent,
      )
  }
  const label = change.label ?? before.label
  const archived = change.archived ?? before.archived
  await sql`
    update forms set label = ${label}, updated_at = now(), archived_at = ${archivedAt(sql, archived)}
    where group_id = ${caller.group_id} and id = ${id}`
  if (change.refvalues)
    await saveValues(sql, caller, id, valuesAfterChange(before.type, label, before.refvalues, change.refvalues))
  return readForm(sql, caller, id)
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
