import { notifyLocal } from '../../db/notifications.ts'
import type { Sql } from '../../db/sql.ts'
import type { EventType } from '../../events/catalogue.ts'
import type { Author } from '../../events/outbox.ts'
import { sumDifferences } from './sums.ts'

/**
 * Emits an event of the space with the changes of sums that its new time zone makes: payments around midnight move to another day. Call it with
 * the sums locked (`lockSums`), after the time zone is stored. Payments need no lock: their days are found when their sums are read or stored.
 */
export function emitWithMovedSums(sql: Sql, { caller, request_id }: Author, type: EventType) {
  notifyLocal(sql, 'events')
  const { group_id, id: user_id } = caller
  return sql`
    with changes as materialized (
      select day, currency, payment_method_kind, code_campaign, status_id, -transactions as transactions, -amount as amount,
             -reimbursed as reimbursed, -unpaid as unpaid, -net as net, -donations as donations, -memberships as memberships
      from (${sumDifferences(sql, group_id)}) d
    )
    insert into events (group_id, kind, subject_id, user_id, request, sums)
    select ${group_id}::bigint, ${type}, ${group_id}::bigint, ${user_id}::bigint, ${request_id}, json_agg(changes)
    from changes
    returning group_id`
}
