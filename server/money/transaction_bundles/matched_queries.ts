import type { Sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { msg } from '../../messages/message.ts'
import type { ItemChange } from '../core/history.ts'
import { isReceivedKind } from '../core/status_kinds.ts'
import type { References } from './items.ts'
import type { Item, Reversal, Transaction } from './schema.ts'

type Statuses = References['statuses']

/**
 * Refuses changes that contradict the bank line that a payment is matched to: of its amount, currency or method, to a status which says that the
 * money has not come in, its removal, and the cancellation of a matched reversal. A payment that went back as a whole can have any status.
 */
export async function checkMatched(sql: Sql, group_id: number, changes: ItemChange[], statuses: Statuses) {
  const transaction_ids = contradicting(changes, statuses)
  const cancelled = cancelledReversals(changes)
  if (transaction_ids.length === 0 && cancelled.length === 0) return
  const reversal_ids = cancelled.map(({ id }) => id)
  const named = [...transaction_ids, ...cancelled.map(({ transaction_id }) => transaction_id)]
  const [held] = await sql<{ reversed: boolean; date: string }[]>`
    select coalesce(m.reversal_id = any(${reversal_ids}), false) as reversed, l.date::text as date from bank_matches m
    join bank_lines l on l.group_id = ${group_id} and l.id = m.line_id
    where m.group_id = ${group_id} and m.transaction_id = any(${named})
      and (m.transaction_id = any(${transaction_ids}) or m.reversal_id = any(${reversal_ids}))
    order by reversed desc, m.id
    limit 1`
  if (!held) return
  throw new ApiError(
    'conflict',
    held.reversed
      ? msg`This refund or return is matched to the bank line of ${held.date}. Undo the match first.`
      : msg`This payment is matched to the bank line of ${held.date}. Undo the match first.`,
  )
}

export const isRefusedIfMatched = (changes: ItemChange[], statuses: Statuses) =>
  contradicting(changes, statuses).length > 0 || cancelledReversals(changes).length > 0

/** The transactions with such changes. A change of status has an entry of its own, after the rest. */
const contradicting = (changes: ItemChange[], statuses: Statuses) =>
  [...Map.groupBy(changes.filter(isOfTransaction), ({ target_id }) => target_id)]
    .filter(([, entries]) => isContradiction(entries[0]?.old ?? null, entries.at(-1)?.new ?? null, statuses))
    .map(([id]) => id)

const isOfTransaction = ({ kind }: ItemChange) => kind === 'transaction' || kind === 'transaction_status'

function isContradiction(before: Item | null, after: Item | null, statuses: Statuses) {
  if (!before) return false
  if (!after) return true
  const [old, now] = [before as Transaction, after as Transaction]
  return (
    old.amount !== now.amount ||
    old.currency.toUpperCase() !== now.currency.toUpperCase() ||
    old.payment_method_kind !== now.payment_method_kind ||
    (isOutstanding(now, statuses) && !isOutstanding(old, statuses))
  )
}

/** Whether money of it should be at the bank and its status says that it is not. */
function isOutstanding({ status_id, amount, reimbursed_amount, unpaid_amount }: Transaction, statuses: Statuses) {
  const kind = status_id === null ? '' : (statuses.get(status_id)?.kind ?? '')
  return !isReceivedKind(kind) && reimbursed_amount + unpaid_amount < amount
}

const cancelledReversals = (changes: ItemChange[]) =>
  changes.flatMap(({ kind, old, new: now }) => {
    if (kind !== 'reversal' || old || !now) return []
    const { cancels, transaction_id } = now as Reversal
    return cancels === null ? [] : [{ id: cancels, transaction_id }]
  })
