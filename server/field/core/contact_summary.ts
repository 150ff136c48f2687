import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { seesAction, seesVisit } from './visibility.ts'

// The conversations with a contact and the actions that it is in, for the summary of the contact.

const actions_max = 20

interface Conversation {
  at: string
  user: { id: number; firstname: string; surname: string } | null
  action: { id: number; name: string }
  result: string
  comment: string
}

/** The last visit at which the person was met, among the visits that the caller sees. */
export async function lastConversation(sql: Sql, caller: Caller, contact_id: number): Promise<Conversation | null> {
  const { group_id } = caller
  const [row] = await sql<Conversation[]>`
    select v.date as at, json_build_object('id', a.id, 'name', a.name) as action, v.result, v.comment,
           case when u.id is not null then json_build_object('id', u.id, 'firstname', u.firstname, 'surname', u.surname) end as user
    from visits v
    join actions a on a.group_id = ${group_id} and a.id = v.action_id
    left join users u on u.group_id = ${group_id} and u.id = v.recorded_by
    where v.group_id = ${group_id} and v.contact_id = ${contact_id} and v.withdrawn_at is null and v.contact_made and ${seesVisit(sql, caller)}
    order by v.date desc, v.id desc
    limit 1`
  return row ?? null
}

interface ContactAction {
  id: number
  name: string
  archived: boolean
  visits: number
  last_visit: string | null
}

/** The actions that the contact is in or was visited for, as far as the caller sees them: current ones first, then by the last visit. */
export async function actionsOf(sql: Sql, caller: Caller, contact_id: number): Promise<ContactAction[]> {
  const { group_id } = caller
  const rows = await sql<ContactAction[]>`
    select a.id, a.name, a.archived_at is not null as archived, coalesce(n.visits, 0) as visits, n.last_visit
    from actions a
    left join (
      select v.action_id, count(*) as visits, max(v.date) as last_visit
      from visits v
      join actions a on a.group_id = ${group_id} and a.id = v.action_id
      where v.group_id = ${group_id} and v.contact_id = ${contact_id} and v.withdrawn_at is null and ${seesVisit(sql, caller)}
      group by v.action_id
    ) n on n.action_id = a.id
    where a.group_id = ${group_id} and ${seesAction(sql, caller)}
      and a.id = any(array(
        select ac.action_id from action_contacts ac where ac.group_id = ${group_id} and ac.contact_id = ${contact_id}
        union
        select v.action_id from visits v where v.group_id = ${group_id} and v.contact_id = ${contact_id} and v.withdrawn_at is null))
    order by archived, n.last_visit desc nulls last, a.id desc
    limit ${actions_max}`
  return [...rows]
}
