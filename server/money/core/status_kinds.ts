import type { Fragment, Sql } from '../../db/sql.ts'

/** The kinds of statuses which mean that the money has not come in. */
const not_received = ['pending', 'unpaid', 'bank_error', 'cancel']

/** Whether the money of a transaction has come in, by the kind of its status. */
export const isReceivedKind = (kind: string) => !not_received.includes(kind)

/** The same in SQL. The kind must not be null. */
export const isReceived = (sql: Sql, kind: Fragment) => sql`${kind} <> all(${not_received})`
