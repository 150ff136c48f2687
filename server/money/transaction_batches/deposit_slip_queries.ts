import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { invalid } from '../../errors.ts'
import { nameVisibleTo } from '../core/restricted_names.ts'

export interface SlipRow {
  name: string
  day: string
  reference: string
  amount: number
}

/** The payments of a batch, by the name of who paid: with the number of the cheque, else the external one, else that of the payment. */
export async function slipRows(sql: Sql, caller: Caller, batch_id: number, time_zone: string): Promise<SlipRow[]> {
  const { group_id } = caller
  return sql<SlipRow[]>`
    select ${nameVisibleTo(sql, caller, sql`btrim(c.firstname || ' ' || c.surname)`)} as name,
           (t.date at time zone ${time_zone})::date::text as day, t.amount::bigint as amount,
           coalesce(
             (select nullif(btrim(stored -> 'payment_method' ->> 'number'), '')
              from jsonb_array_elements(b.document::jsonb -> 'transactions') stored
              where (stored -> 'id')::bigint = t.id),
             t.external_transaction_id::text, t.bundle_id::text) as reference
    from batched_transactions bt
    join items t on t.group_id = ${group_id} and t.kind = 'transaction' and t.id = bt.transaction_id
    join transaction_bundles b on b.group_id = ${group_id} and b.id = t.bundle_id
    join contacts c on c.group_id = ${group_id} and c.id = t.contact_id
    where bt.group_id = ${group_id} and bt.batch_id = ${batch_id}
    order by lower(c.surname), lower(c.firstname), t.id
    limit 10000`
}

export interface SlipAccount {
  name: string
  iban: string
  number: string
}

/** The bank account that was asked for, or the only one in use. */
export async function slipAccount(
  sql: Sql,
  { group_id }: Caller,
  bank_account_id: number | undefined,
): Promise<SlipAccount | undefined> {
  const rows = await sql<SlipAccount[]>`
    select name, iban, number from bank_accounts
    where group_id = ${group_id} ${bank_account_id === undefined ? sql`and not archived` : sql`and id = ${bank_account_id}`}
    order by id
    limit 2`
  if (bank_account_id !== undefined && rows.length === 0)
    throw invalid('query.bank_account_id', 'is not a bank account of your space', bank_account_id)
  return rows.length === 1 ? rows[0] : undefined
}
