import { type Caller, may } from '../../access/caller.ts'
import type { Fragment, Sql } from '../../db/sql.ts'
import { type Forms, loadForms } from './answers.ts'

// Who sees which form. A form that the caller does not see does not exist for them: neither the form, nor its answers, nor contacts found by them.

/** Users who manage forms see them all: they decide who else does. */
export const seesAllForms = (caller: Caller) => may(caller, 'forms:write')

/** Whether the caller sees form `f`. */
export const seesForm = (sql: Sql, caller: Caller): Fragment =>
  seesAllForms(caller) ? sql`true` : sql`(f.visible_roles is null or ${isListed(sql, caller)})`

/** That form `f`, which not every user sees, is visible to the caller through their role or a team. */
const isListed = (sql: Sql, { group_id, id, role }: Caller) => sql`(
  f.visible_roles @> array[${role.id}::bigint]
  or f.visible_teams && array(
    select m.team_id from team_members m
    join teams t on t.group_id = ${group_id} and t.id = m.team_id and t.deleted_at is null
    where m.group_id = ${group_id} and m.user_id = ${id}))`

/** The forms that the caller does not see. */
export async function hiddenForms(sql: Sql, caller: Caller): Promise<ReadonlySet<number>> {
  if (seesAllForms(caller)) return new Set()
  const rows = await sql<{ id: number }[]>`
    select f.id from forms f
    where f.group_id = ${caller.group_id} and f.visible_roles is not null and not ${isListed(sql, caller)}
    order by f.id`
  return new Set(rows.map(({ id }) => id))
}

/** The forms with these ids that the caller sees. */
export async function visibleForms(sql: Sql, caller: Caller, ids: number[]): Promise<Forms> {
  const hidden = await hiddenForms(sql, caller)
  return loadForms(
    sql,
    caller.group_id,
    ids.filter(id => !hidden.has(id)),
  )
}

/** That the form with the id in this column is visible to the caller. */
export const seesFormOf = (sql: Sql, caller: Caller, form_id: Fragment): Fragment =>
  seesAllForms(caller)
    ? sql`true`
    : sql`${form_id} <> all(array(
        select f.id from forms f
        where f.group_id = ${caller.group_id} and f.visible_roles is not null and not ${isListed(sql, caller)}))`

/**
 * The condition of form `f`; null also where the caller does not see the other form or it is archived, since the form is then asked of everyone. Users who
 * manage forms see the conditions on archived forms too.
 */
export const conditionJson = (sql: Sql, caller: Caller) => sql`(
  select json_build_object('form_id', f.condition_form_id, 'form_ref_ids', f.condition_ref_ids)
  where f.condition_form_id is not null ${
    seesAllForms(caller)
      ? sql``
      : sql`and exists (
          select from forms o where o.group_id = ${caller.group_id} and o.id = f.condition_form_id and o.archived_at is null)
        and ${seesFormOf(sql, caller, sql`f.condition_form_id`)}`
  })`

// The same in a function of the database.

export const form_sight_parameters = 'sees_all_forms boolean, acting_role bigint'

export const formSight = (sql: Sql, caller: Caller) => sql`${seesAllForms(caller)}, ${caller.role.id}`

/** That the form of answer `a` is visible to the caller. */
export const sees_form_of_answer = `(sees_all_forms or a.form_id <> all(array(
      select f.id from forms f
      where f.group_id = space and f.visible_roles is not null and not f.visible_roles @> array[acting_role]
        and not f.visible_teams && array(
          select m.team_id from team_members m
          join teams t on t.group_id = space and t.id = m.team_id and t.deleted_at is null
          where m.group_id = space and m.user_id = acting_user))))`
