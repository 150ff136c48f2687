import type { Sql } from '../../db/sql.ts'
import { ApiError, invalid } from '../../errors.ts'
import { msg } from '../../messages/message.ts'
import { checkMonthsOpen } from '../core/bank/closed_months.ts'
import { checkAccountNumber, ledgerRules } from '../core/ledger/accounts.ts'
import { ledgerState } from '../core/ledger/post.ts'
import type { SentMatches } from './match_plan.ts'
import { bankLedgerAccounts, type LockedLine } from './matching_queries.ts'
import type { NewMatch } from './schema.ts'

/** Refuses a change of lines whose month is closed. */
export async function checkMonthsOfLines(sql: Sql, group_id: number, lines: LockedLine[]) {
  for (const [account_id, list] of Map.groupBy(lines, ({ bank_account_id }) => bank_account_id))
    await checkMonthsOpen(sql, group_id, account_id, [...new Set(list.map(({ date }) => date))])
}

const signs = { payment: 1, return: -1, refund: -1, account: 0 }

/** The amounts must sum up to the line. */
export function checkSum({ line, matches, location }: SentMatches) {
  for (const [index, match] of matches.entries()) {
    checkMatch(match, `${location}.${index}`)
    checkSize(match, line, `${location}.${index}`)
  }
  const paid = matches.map(({ kind, transaction_id }) => (kind === 'payment' ? transaction_id : undefined))
  const repeated = paid.findIndex((id, index) => id !== undefined && paid.indexOf(id) !== index)
  if (repeated >= 0)
    throw invalid(
      `${location}.${repeated}.transaction_id`,
      'is there twice; send one match with the sum',
      paid[repeated],
    )
  const sum = matches.reduce((total, { amount }) => total + BigInt(amount), 0n)
  if (sum !== BigInt(line.amount))
    throw invalid(
      location,
      msg`must sum up to ${line.amount}, the amount of the line, and their sum is ${sum}`,
      Number(sum),
    )
}

/** A match refers to what its kind requires, and has the sign of its kind. */
function checkMatch({ kind, transaction_id, account, amount }: NewMatch, at: string) {
  if (kind === 'account' && account === undefined) throw invalid(`${at}.account`, 'is required', null)
  if (kind !== 'account' && transaction_id === undefined) throw invalid(`${at}.transaction_id`, 'is required', null)
  if (amount === 0) throw invalid(`${at}.amount`, 'must not be 0', amount)
  if (signs[kind] * amount < 0)
    throw invalid(`${at}.amount`, msg`must be ${kind === 'payment' ? 'positive' : 'negative'} for a ${kind}`, amount)
}

/** An amount of the ledger is about as large as the line. Others are limited by their payment. */
function checkSize({ kind, amount }: NewMatch, line: LockedLine, at: string) {
  const amount_max = 10 * Math.abs(line.amount) + 10_000_000
  if (kind === 'account' && Math.abs(amount) > amount_max)
    throw invalid(
      `${at}.amount`,
      msg`is too large for a line of ${line.amount}: send an amount between -${amount_max} and ${amount_max}`,
      amount,
    )
}

/** A line is booked to an account of the chart, but not to one of a bank: the line of the other bank would book it again. */
export async function checkAccounts(sql: Sql, group_id: number, sent: SentMatches[]) {
  if (!sent.some(({ matches }) => matches.some(({ kind }) => kind === 'account'))) return
  const banks = await bankLedgerAccounts(sql, group_id)
  const rules = ledgerRules((await ledgerState(sql, group_id)).stored)
  for (const { matches, location } of sent)
    for (const [index, { kind, account = '' }] of matches.entries()) {
      if (kind !== 'account') continue
      checkAccountNumber(rules, account, `${location}.${index}.account`)
      const bank = banks.get(account)
      if (bank)
        throw invalid(
          `${location}.${index}.account`,
          msg`is the account of "${bank}". For money between two bank accounts use an account for transfers`,
          account,
        )
    }
}

/** Throws unless the money of a line came in. */
export function checkIncoming({ amount }: LockedLine) {
  if (amount < 0)
    throw new ApiError(
      'conflict',
      'This line took money from the account. Only money that came in can become a payment.',
    )
}
