import { hint } from '../db/notifications.ts'
import type { Sql } from '../db/sql.ts'
import { oneOf } from '../db/stable_plans.ts'
import type { EventType } from './catalogue.ts'

/** Who changed something, and in which request. */
export interface Author {
  caller: { id: number; group_id: number }
  request_id: string
}

/** The same thing happened to each of these. Written in the transaction that does it, one row for each. */
export function tell(sql: Sql, { caller, request_id }: Author, type: EventType, ids: number[]) {
  hint(sql, 'events')
  const { group_id, id: user_id } = caller
  return sql`
    insert into events (group_id, kind, subject_id, user_id, request)
    select ${group_id}::bigint, ${type}, id, ${user_id}::bigint, ${request_id} from unnest(${ids}::bigint[]) as id`
}

/** The same of contacts, whose versions are known: a receiver that holds a later one need not ask. */
export function tellOfContacts(sql: Sql, { caller, request_id }: Author, type: EventType, ids: number[]) {
  hint(sql, 'events')
  const { group_id, id: user_id } = caller
  return sql`
    insert into events (group_id, kind, subject_id, user_id, request, version)
    select ${group_id}::bigint, ${type}, c.id, ${user_id}::bigint, ${request_id}, c.version
    from contacts c where c.group_id = ${group_id} and c.id ${oneOf(sql, ids)}`
}
