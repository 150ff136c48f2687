import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { invalid } from '../../errors.ts'
import { msg } from '../../messages/message.ts'
import { form_lock_slot } from '../core/identity_locks.ts'
import type { Form } from './schema.ts'

// What can be set about a form: its condition, who sees it, and the text of a consent.

type Settings = Partial<Pick<Form, 'text' | 'condition' | 'visible_to'>>

const at = (field: string) => `body.data.form.${field}`

/** Serialises changes of conditions in the space, so that two of them cannot make a circle. */
export async function lockConditions(sql: Sql, group_id: number) {
  await sql`
    insert into contact_locks (group_id, slot) values (${group_id}, ${form_lock_slot})
    on conflict (group_id, slot) do update set slot = excluded.slot`
}

/** Refuses settings that cannot be. A setting that is sent back as it was is not checked again. */
export async function checkSettings(
  sql: Sql,
  caller: Caller,
  form: { id: number; kind: Form['kind'] } & Settings,
  { text = '', condition, visible_to }: Settings,
) {
  if (text !== '' && form.kind !== 'consent')
    throw invalid(at('text'), 'is only for forms of kind consent; use help to explain a question', text)
  if (condition && JSON.stringify(condition) !== JSON.stringify(form.condition))
    await checkCondition(sql, caller, form.id, condition)
  if (visible_to && JSON.stringify(visible_to) !== JSON.stringify(form.visible_to))
    await checkVisibleTo(sql, caller, visible_to)
}

/** How many forms may depend on one another in a row. */
const chain_max = 5

async function checkCondition(
  sql: Sql,
  { group_id }: Caller,
  id: number,
  { form_id, form_ref_ids }: NonNullable<Form['condition']>,
) {
  const [other] = await sql<{ label: string; archived: boolean; choices: boolean; refs: number[] }[]>`
    select f.label, f.archived_at is not null as archived, f.type in ('radio', 'select', 'checkbox') as choices, array(
             select r.id from form_refvalues r
             where r.group_id = ${group_id} and r.form_id = f.id and r.archived_at is null order by r.id) as refs
    from forms f where f.group_id = ${group_id} and f.id = ${form_id}`
  if (!other) throw invalid(at('condition.form_id'), msg`is ${form_id}, which is not a form of your space`, form_id)
  if (form_id === id) throw invalid(at('condition.form_id'), 'must be another form', form_id)
  if (other.archived)
    throw invalid(at('condition.form_id'), msg`is “${other.label}”, which is archived and no longer asked`, form_id)
  if (!other.choices && form_ref_ids.length > 0)
    throw invalid(
      at('condition.form_ref_ids'),
      msg`must be empty, because “${other.label}” has free input`,
      form_ref_ids,
    )
  const unknown = form_ref_ids.findIndex(ref => !other.refs.includes(ref))
  if (unknown >= 0)
    throw invalid(
      at(`condition.form_ref_ids.${unknown}`),
      msg`is not a value of “${other.label}” that can be chosen`,
      form_ref_ids[unknown],
    )
  await checkChain(sql, group_id, id, form_id)
}

async function checkChain(sql: Sql, group_id: number, id: number, form_id: number) {
  const rows = await sql<{ id: number; label: string; depends_on: number }[]>`
    select id, label, condition_form_id as depends_on from forms where group_id = ${group_id} and condition_form_id is not null order by id`
  const forms = new Map(rows.map(row => [row.id, row]))
  let above = 1
  for (let next = forms.get(form_id); next && above <= chain_max; next = forms.get(next.depends_on)) {
    if (next.depends_on === id)
      throw invalid(at('condition.form_id'), msg`makes a circle: “${next.label}” depends on this form`, form_id)
    above += 1
  }
  if (above + longestBelow(rows, id) > chain_max)
    throw invalid(
      at('condition.form_id'),
      msg`makes more than ${chain_max} forms depend on one another in a row`,
      form_id,
    )
}

/** How many forms in a row depend on this one. There are no circles among the stored ones. */
function longestBelow(rows: readonly { id: number; depends_on: number }[], id: number): number {
  const below = rows.filter(({ depends_on }) => depends_on === id)
  return below.length === 0 ? 0 : 1 + Math.max(...below.map(form => longestBelow(rows, form.id)))
}

async function checkVisibleTo(sql: Sql, { group_id }: Caller, { role_ids, team_ids }: NonNullable<Form['visible_to']>) {
  const [roles, teams] = await Promise.all([
    sql<{ id: number }[]>`select id from roles where group_id = ${group_id} and id = any(${role_ids}) order by id`,
    sql<{ id: number }[]>`
      select id from teams where group_id = ${group_id} and id = any(${team_ids}) and deleted_at is null order by id`,
  ])
  const role = unknownAmong(role_ids, roles)
  if (role >= 0) throw invalid(at(`visible_to.role_ids.${role}`), 'is not a role of your space', role_ids[role])
  const team = unknownAmong(team_ids, teams)
  if (team >= 0) throw invalid(at(`visible_to.team_ids.${team}`), 'is not a team of your space', team_ids[team])
}

function unknownAmong(ids: number[], found: readonly { id: number }[]) {
  const known = new Set(found.map(({ id }) => id))
  return ids.findIndex(id => !known.has(id))
}
