import { notifyLocal } from '../db/notifications.ts'
import type { Sql } from '../db/sql.ts'
import { inList } from '../db/stable_plans.ts'
import type { EventType } from './catalogue.ts'

/** The caller and the request of a change. */
export interface Author {
  caller: { id: number; group_id: number }
  request_id: string
}

/** Inserts one event for each id, in the transaction that makes the change. */
export function emitEvents(sql: Sql, { caller, request_id }: Author, type: EventType, ids: number[]) {
  notifyLocal(sql, 'events')
  const { group_id, id: user_id } = caller
  return sql`
    insert into events (group_id, kind, subject_id, user_id, request)
    select ${group_id}::bigint, ${type}, id, ${user_id}::bigint, ${request_id} from unnest(${ids}::bigint[]) as id
    returning group_id`
}

/** The same for contacts, with their version: a receiver that has a later version need not read the contact. */
export function emitContactEvents(sql: Sql, { caller, request_id }: Author, type: EventType, ids: number[]) {
  notifyLocal(sql, 'events')
  const { group_id, id: user_id } = caller
  return sql`
    with changed as materialized (select id, version from contacts where group_id = ${group_id} and id ${inList(sql, ids)})
    insert into events (group_id, kind, subject_id, user_id, request, version)
    select ${group_id}::bigint, ${type}, id, ${user_id}::bigint, ${request_id}, version from changed
    returning group_id`
}
