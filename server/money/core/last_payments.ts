import type { Sql } from '../../db/sql.ts'

export interface LastPayment {
  contact_id: number
  date: string
  amount: number
  currency: string
}

/** The last transaction of each of these contacts, where there is one. */
export async function lastPayments(sql: Sql, group_id: number, contact_ids: number[]) {
  const rows = await sql<LastPayment[]>`
    select distinct on (t.contact_id) t.contact_id, t.date, t.amount::bigint as amount, t.currency::text as currency
    from items t
    join transaction_bundles b on b.group_id = ${group_id} and b.id = t.bundle_id and b.deleted_at is null
    where t.group_id = ${group_id} and t.contact_id = any(${contact_ids}) and t.kind = 'transaction'
    order by t.contact_id, t.date desc, t.id desc`
  return new Map(rows.map(({ contact_id, ...payment }) => [contact_id, payment]))
}
