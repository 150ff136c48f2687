import type { Sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { msg } from '../../messages/message.ts'
import { lockPayments } from '../core/bank/lock_payments.ts'
import { postLines } from '../core/bank/post_lines.ts'
import { undoReason } from '../core/bank/return_reasons.ts'
import { holdLedger } from '../core/ledger/post.ts'
import { loadBundles, type StoredBundle } from '../core/rows.ts'
import type { Transaction } from '../transaction_bundles/schema.ts'
import { checkMonthsOfLines } from './line_checks.ts'
import {
  changedBundles,
  deleteMatches,
  lockLines,
  type MatchingSettings,
  matchesOfLines,
  matchesOfTransactions,
  matchingSettings,
  openLines,
  rememberStatus,
  type StoredMatch,
} from './matching_queries.ts'
import { changePayment, deletePayment, type LineWriter, type SentReversal } from './payment_changes.ts'
import { readLines } from './queries.ts'
import type { BankLine } from './schema.ts'

export interface UndoOptions {
  /** Whether payments that were recorded from the lines stay. */
  keep_payments: boolean
}

/** Opens lines again, all of them or none, and takes back what matching them did. */
export async function undoLines(
  sql: Sql,
  writer: LineWriter,
  ids: number[],
  { keep_payments }: UndoOptions = { keep_payments: false },
): Promise<BankLine[]> {
  const { group_id } = writer.caller
  const lines = await lockLines(sql, group_id, ids)
  const line_ids = lines.map(({ id }) => id)
  const open = lines.find(({ state }) => state === 'open')
  if (open)
    throw new ApiError('conflict', msg`The bank line of ${open.date} is open already. There is nothing to undo.`)
  await checkMonthsOfLines(sql, group_id, lines)
  const matches = await matchesOfLines(sql, group_id, line_ids)
  const bundle_ids = idsIn(matches.map(({ bundle_id }) => bundle_id))
  await lockPayments(sql, group_id, bundle_ids, idsIn(matches.filter(changesPayment).map(({ bundle_id }) => bundle_id)))
  await deleteMatches(sql, group_id, line_ids)
  const created = keep_payments ? [] : idsIn(matches.filter(isCreated).map(({ bundle_id }) => bundle_id))
  await deleteCreated(sql, writer, created)
  await restorePayments(
    sql,
    writer,
    matches.filter(({ bundle_id }) => bundle_id !== null && !created.includes(bundle_id)),
  )
  await openLines(sql, group_id, line_ids)
  await holdLedger(sql, group_id)
  await postLines(sql, group_id, line_ids)
  return readLines(sql, writer.caller, line_ids)
}

const isCreated = ({ created_bundle }: StoredMatch) => created_bundle

const remembersStatus = ({ old_status_id, new_status_id }: StoredMatch) => old_status_id !== new_status_id

const changesPayment = (match: StoredMatch) => match.created_bundle || match.created_reversal || remembersStatus(match)

const idsIn = (list: (number | null)[]) => [...new Set(list.flatMap(id => id ?? []))].sort((a, b) => a - b)

/** Deletes payments that were recorded from lines, unless a person has changed them since. */
async function deleteCreated(sql: Sql, writer: LineWriter, ids: number[]) {
  const changed = await changedBundles(sql, writer.caller.group_id, ids)
  for (const id of ids) {
    if (changed.has(id))
      throw new ApiError(
        'conflict',
        msg`Payment ${id} was recorded from this line and changed since, so undoing would lose the changes.
          Undo with keep_payments to open the line and keep the payment.`,
      )
    await deletePayment(sql, writer, id)
  }
}

/** Gives payments the statuses from before the matches, and cancels the returns and refunds that the matches recorded. */
async function restorePayments(sql: Sql, writer: LineWriter, matches: StoredMatch[]) {
  const { group_id } = writer.caller
  const affected = matches.filter(changesPayment)
  if (affected.length === 0) return
  const settings = await matchingSettings(sql, group_id)
  const bundles = await loadBundles(sql, group_id, idsIn(affected.map(({ bundle_id }) => bundle_id)))
  const others = await matchesOfTransactions(sql, group_id, idsIn(affected.map(({ transaction_id }) => transaction_id)))
  for (const bundle of bundles.filter(({ deleted }) => !deleted)) {
    const own = affected.filter(({ bundle_id }) => bundle_id === bundle.id)
    const transactions = []
    for (const [id, undone] of Map.groupBy(own, ({ transaction_id }) => transaction_id)) {
      const transaction = bundle.transactions.find(item => item.id === id)
      if (!transaction) continue
      const remaining = others.filter(({ transaction_id }) => transaction_id === id)
      const status_id = await restoredStatus(sql, group_id, { transaction, undone, remaining, settings })
      if (status_id !== transaction.status_id) transactions.push({ id: transaction.id, status_id })
    }
    const reversals = own.flatMap(match => cancellationOf(match, bundle, settings))
    if (transactions.length + reversals.length > 0)
      await changePayment(sql, writer, bundle.id, { transactions, reversals })
  }
}

interface UndoneTransaction {
  transaction: Transaction
  undone: StoredMatch[]
  remaining: StoredMatch[]
  settings: MatchingSettings
}

/**
 * The status from before the matches, if nobody changed it since. As long as another line is matched to the payment, it stays received or unpaid, and
 * that match remembers the status.
 */
async function restoredStatus(
  sql: Sql,
  group_id: number,
  { transaction, undone, remaining, settings }: UndoneTransaction,
) {
  let { status_id } = transaction
  const restore = ({ old_status_id, new_status_id }: StoredMatch) => {
    if (status_id === new_status_id && settings.isUsable(old_status_id)) status_id = old_status_id
  }
  const returns = undone.filter(({ kind }) => kind === 'reversal')
  for (const match of returns.filter(isReturn)) restore(match)
  if (returns.some(({ created_reversal }) => created_reversal))
    for (const match of remaining.filter(isReturn)) {
      restore(match)
      await rememberStatus(sql, group_id, match.id, { old_status_id: null, new_status_id: null })
    }
  const [payment] = undone.filter(match => match.kind === 'payment' && remembersStatus(match))
  if (payment && remaining.length === 0) restore(payment)
  else if (payment) await passOn(sql, group_id, payment, remaining)
  const [holder] = remaining
  if (holder && status_id !== transaction.status_id && settings.kindOf(status_id) === 'pending') {
    const { received_status } = settings
    await rememberStatus(sql, group_id, holder.id, { old_status_id: status_id, new_status_id: received_status })
    status_id = received_status
  }
  return status_id
}

const isReturn = (match: StoredMatch) => match.kind === 'reversal' && remembersStatus(match)

/** Another match of the payment remembers which status it had before the first one. */
async function passOn(sql: Sql, group_id: number, payment: StoredMatch, remaining: StoredMatch[]) {
  const heir =
    remaining.find(match => match.kind === 'payment' && !remembersStatus(match)) ??
    remaining.find(isReturn) ??
    remaining[0]
  if (!heir) return
  const status = isReturn(heir) ? { ...heir, old_status_id: payment.old_status_id } : payment
  await rememberStatus(sql, group_id, heir.id, status)
}

function cancellationOf(match: StoredMatch, bundle: StoredBundle, { language }: MatchingSettings): SentReversal[] {
  const { created_reversal, reversal_id, transaction_id } = match
  const reversal = bundle.reversals.find(({ id }) => id === reversal_id)
  if (!created_reversal || !reversal || transaction_id === null) return []
  if (bundle.reversals.some(({ cancels }) => cancels === reversal.id)) return []
  return [{ transaction_id, cancels: reversal.id, reason: undoReason(language), date: reversal.date }]
}
