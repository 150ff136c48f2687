import type { Sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { msg } from '../../messages/message.ts'
import { postLines } from '../core/bank/post_lines.ts'
import { holdLedger } from '../core/ledger/post.ts'
import type { NewBundle } from '../transaction_bundles/schema.ts'
import { checkIncoming, checkMonthsOfLines } from './line_checks.ts'
import { emptyRow } from './match_plan.ts'
import {
  insertMatches,
  type LockedLine,
  lockOpenLines,
  type MatchingSettings,
  matchingSettings,
  noonOf,
  settleLines,
} from './matching_queries.ts'
import { createPayment, type LineWriter } from './payment_changes.ts'
import { readLine } from './queries.ts'
import type { BankLine, LinePayment } from './schema.ts'

/** Records a payment from an open line, of its amount and day, and matches it. */
export async function payFromLine(sql: Sql, writer: LineWriter, id: number, sent: LinePayment): Promise<BankLine> {
  const { group_id } = writer.caller
  const lines = await lockOpenLines(sql, group_id, [id])
  for (const line of lines) {
    checkIncoming(line)
    await checkMonthsOfLines(sql, group_id, [line])
    const bundle = bundleOf(line, sent, await matchingSettings(sql, group_id))
    const created = await createPayment(sql, writer, bundle).catch(error => {
      throw relocated(error)
    })
    await insertMatches(sql, group_id, [
      { ...emptyRow(line), kind: 'payment', ...created, amount: line.amount, created_bundle: true },
    ])
  }
  await settleLines(sql, group_id, [id], { state: 'matched', user_id: writer.caller.id })
  await holdLedger(sql, group_id)
  await postLines(sql, group_id, [id])
  return readLine(sql, writer.caller, id)
}

function bundleOf(line: LockedLine, sent: LinePayment, settings: MatchingSettings): NewBundle {
  const { contact_id, kind, price_id, payment_method_kind = settings.transfer, code_campaign = '' } = sent
  const { amount, currency } = line
  const date = noonOf(settings.time_zone, line.date)
  const item = { contact_id, amount, currency }
  const transaction = { ...item, date, payment_method_kind, code_campaign, status_id: settings.received_status }
  const priced = price_id !== undefined
  if (kind === 'donation')
    return { transactions: [transaction], donations: [{ ...item, ...(priced && { donation_price_id: price_id }) }] }
  return { transactions: [transaction], memberships: [{ ...item, ...(priced && { membership_price_id: price_id }) }] }
}

const places: Record<string, string> = { donation_price_id: 'price_id', membership_price_id: 'price_id' }

/** A fault of the bundle, at the field that was sent for it. */
function relocated(error: unknown) {
  if (!(error instanceof ApiError) || !error.faults) return error
  const faults = error.faults.map(fault => {
    const field = /^body\.data\.\w+\.0\.(\w+)$/.exec(fault.location)?.[1]
    return field ? { ...fault, location: `body.data.${places[field] ?? field}` } : fault
  })
  const [first] = faults
  const detail = error.code === 'invalid_request' && first ? msg`${first.location} ${first.message}.` : error.detail
  return new ApiError(error.code, detail, { faults, headers: error.headers })
}
