import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { invalid } from '../../errors.ts'
import { nameVisibleTo } from '../core/restricted_names.ts'
import { isReceived } from '../core/status_kinds.ts'
import type { Purpose, ReceivedPayment } from './schema.ts'

interface Span {
  from: string
  to: string
}

/** The law requires euros, and Muster has no exchange rates. */
export async function checkEuros(sql: Sql, { group_id }: Caller, { from, to }: Span) {
  const [other] = await sql<{ currency: string }[]>`
    with paid as materialized (
      select distinct transaction_bundle_id as bundle_id from transactions
      where group_id = ${group_id} and date >= ${from} and date <= ${to}
    )
    select i.currency::text as currency from paid p
    join transaction_bundles b on b.group_id = ${group_id} and b.id = p.bundle_id and b.deleted_at is null
    join items i on i.group_id = ${group_id} and i.bundle_id = p.bundle_id and upper(i.currency) <> 'EUR'
    where i.kind <> 'transaction' or (i.date >= ${from} and i.date <= ${to})
    limit 1`
  if (other) throw invalid('query.from', 'starts a period with payments in currencies other than the euro', from)
}

const at_once = 500

/** Received payments with their memberships and donations, oldest first, some hundred at a time: memory use does not depend on their number. */
export async function* receivedPaymentsOf(sql: Sql, caller: Caller, { from, to }: Span) {
  const { group_id } = caller
  const name = nameVisibleTo(sql, caller, sql`concat_ws(' ', nullif(c.firstname, ''), nullif(c.surname, ''))`)
  for (let last = { date: from, bundle_id: 0, id: 0 }; ; ) {
    const payments = await sql<ReceivedPayment[]>`
      select t.id, t.transaction_bundle_id as bundle_id, t.date, greatest(b.updated_at, t.date) as validated, (t.amount - t.unpaid_amount)::bigint as amount,
             least(t.reimbursed_amount, t.amount - t.unpaid_amount)::bigint as given_back, lower(t.payment_method_kind) as method, t.contact_id,
             ${name} as contact_name,
             not exists (
               select from transactions e
               left join transaction_statuses f on f.group_id = ${group_id} and f.id = e.status_id
               where e.group_id = ${group_id} and e.transaction_bundle_id = t.transaction_bundle_id and e.amount > e.unpaid_amount
                 and ${isReceived(sql, sql`coalesce(f.kind, '')`)} and (e.date, e.id) < (t.date, t.id)
             ) as first
      from transactions t
      join transaction_bundles b on b.group_id = ${group_id} and b.id = t.transaction_bundle_id and b.deleted_at is null
      join contacts c on c.group_id = ${group_id} and c.id = t.contact_id
      left join transaction_statuses s on s.group_id = ${group_id} and s.id = t.status_id
      where t.group_id = ${group_id} and t.date <= ${to} and t.amount > t.unpaid_amount
        and ${isReceived(sql, sql`coalesce(s.kind, '')`)}
        and t.date >= ${last.date} and (t.date, t.transaction_bundle_id, t.id) > (${last.date}, ${last.bundle_id}, ${last.id})
      order by t.date, t.transaction_bundle_id, t.id
      limit ${at_once}`
    if (payments.length === 0) return
    const begun = payments.filter(({ first }) => first).map(({ bundle_id }) => bundle_id)
    const purposes = await sql<Purpose[]>`
      select i.*, ${name} as contact_name
      from (
        select m.transaction_bundle_id as bundle_id, 'membership' as item, m.id, m.amount::bigint as amount, m.contact_id
        from memberships m where m.group_id = ${group_id} and m.transaction_bundle_id = any(${begun}) and m.amount > 0
        union all
        select d.transaction_bundle_id, 'donation', d.id, d.amount, d.contact_id
        from donations d where d.group_id = ${group_id} and d.transaction_bundle_id = any(${begun}) and d.amount > 0
      ) i
      join contacts c on c.group_id = ${group_id} and c.id = i.contact_id
      order by i.bundle_id, i.item, i.id`
    yield { payments: [...payments], purposes: [...purposes] }
    last = payments.at(-1) ?? last
  }
}
