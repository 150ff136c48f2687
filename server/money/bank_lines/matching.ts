import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { lockPayments } from '../core/bank/lock_payments.ts'
import { postLines } from '../core/bank/post_lines.ts'
import { holdLedger } from '../core/ledger/post.ts'
import { loadBundles } from '../core/rows.ts'
import { checkAccounts, checkMonthsOfLines, checkSum } from './line_checks.ts'
import { planMatches, type SentMatches } from './match_plan.ts'
import {
  insertMatches,
  lockOpenLines,
  matchesOfTransactions,
  matchingSettings,
  settleLines,
  transactionsOf,
} from './matching_queries.ts'
import { applyChanges, type LineWriter } from './payment_changes.ts'
import { readLine } from './queries.ts'
import type { BankLine, NewMatch } from './schema.ts'

export { payFromLine } from './line_payment.ts'
export { undoLines } from './undo.ts'

export async function matchLine(sql: Sql, writer: LineWriter, id: number, matches: NewMatch[]): Promise<BankLine> {
  await matchLines(sql, writer, [{ id, matches, location: 'body.data.matches' }])
  return readLine(sql, writer.caller, id)
}

/** Says what several open lines are, all of them or none. `location` is where the matches were sent. */
export async function matchLines(
  sql: Sql,
  writer: LineWriter,
  sent: { id: number; matches: NewMatch[]; location?: string }[],
) {
  const { group_id } = writer.caller
  const ids = sent.map(({ id }) => id)
  const lines = await lockOpenLines(sql, group_id, ids)
  const located = lines.flatMap(line =>
    sent
      .filter(({ id }) => id === line.id)
      .map(({ matches, location = `bank_line ${line.id}` }) => ({ line, matches, location })),
  )
  for (const one of located) checkSum(one)
  await checkAccounts(sql, group_id, located)
  await checkMonthsOfLines(sql, group_id, lines)
  const plan = await lockedPlan(sql, group_id, located)
  await applyChanges(sql, writer, plan.changes)
  await insertMatches(sql, group_id, plan.rows)
  await settleLines(sql, group_id, ids, { state: 'matched', user_id: writer.caller.id })
  await holdLedger(sql, group_id)
  await postLines(sql, group_id, ids)
}

export async function ignoreLine(sql: Sql, caller: Caller, id: number, reason: string): Promise<BankLine> {
  const { group_id } = caller
  const lines = await lockOpenLines(sql, group_id, [id])
  await checkMonthsOfLines(sql, group_id, lines)
  await settleLines(sql, group_id, [id], { state: 'ignored', user_id: caller.id, reason: reason.trim() })
  return readLine(sql, caller, id)
}

/** Locks the payments, then plans with what they are now. */
async function lockedPlan(sql: Sql, group_id: number, sent: SentMatches[]) {
  const named = sent.flatMap(({ matches }) => matches.flatMap(({ transaction_id }) => transaction_id ?? []))
  const ids = [...new Set(named)]
  const found = await transactionsOf(sql, group_id, ids)
  const settings = await matchingSettings(sql, group_id)
  const reversed = new Set(
    sent.flatMap(({ matches }) =>
      matches.flatMap(({ kind, transaction_id }) => (kind === 'payment' ? [] : (transaction_id ?? []))),
    ),
  )
  const bundle_ids = [...new Set([...found.values()].map(({ bundle_id }) => bundle_id))]
  const changed = [...found.values()].filter(({ id, kind }) => kind === 'pending' || reversed.has(id))
  await lockPayments(sql, group_id, bundle_ids, [...new Set(changed.map(({ bundle_id }) => bundle_id))])
  const [bundles, matched] = await Promise.all([
    loadBundles(sql, group_id, bundle_ids),
    matchesOfTransactions(sql, group_id, ids),
  ])
  return planMatches(sent, { bundles, matched, settings })
}
