import { recordAudit } from '../../access/audit.ts'
import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError, invalid } from '../../errors.ts'
import { instantOf } from '../../fields.ts'
import { msg } from '../../messages/message.ts'
import { checkAccountNumber, firstDayOf, isOpenDay, ledgerRules } from '../core/ledger/accounts.ts'
import { lastPosition, openingDays } from '../core/ledger/carry.ts'
import type { LedgerEntry } from '../core/ledger/changes.ts'
import { insertEntries } from '../core/ledger/entries.ts'
import { opening_bundle_id } from '../core/ledger/labels.ts'
import { ledgerState, postSomeBundles } from '../core/ledger/post.ts'
import { todayOf, validateEntries } from '../core/ledger/validate.ts'
import { lockSettings } from '../core/settings.ts'
import type { OpeningBalances } from './schema.ts'

export interface LedgerWriter {
  caller: Caller
  request_id: string
}

/** Validates all entries up to a day. */
export async function validateLedger(sql: Sql, writer: LedgerWriter, until: string) {
  const { group_id } = writer.caller
  await lockSettings(sql, group_id)
  const today = await todayOf(sql, group_id)
  if (instantOf(until) === undefined) throw invalid('body.data.until', 'is not a valid date', until)
  if (until >= today) throw invalid('body.data.until', msg`must be before today, ${today}`, until)
  const { validated_until } = await ledgerState(sql, group_id)
  if (validated_until !== null && until < validated_until)
    throw new ApiError('conflict', msg`The ledger is validated until ${validated_until}, which cannot be taken back.`)
  if (!(await postSomeBundles(sql, group_id)))
    throw new ApiError('conflict', 'Payments are still being posted to the ledger. Try again in some minutes.')
  const entries = until === validated_until ? 0 : await validateEntries(sql, group_id, until)
  await recordAudit(sql, {
    ...writer,
    kind: 'ledger.validated',
    subject: 'ledger',
    subject_id: group_id,
    details: { until, entries },
  })
  return { validated_until: until, entries }
}

/** Replaces the opening balances of a year, until they are validated. */
export async function replaceOpeningBalances(sql: Sql, writer: LedgerWriter, { year, balances }: OpeningBalances) {
  const { group_id } = writer.caller
  const { currency } = await lockSettings(sql, group_id)
  const { stored, validated_until } = await ledgerState(sql, group_id)
  const rules = ledgerRules(stored)
  const date = firstDayOf(rules.year_end, year)
  if (!isOpenDay(date, validated_until))
    throw new ApiError(
      'conflict',
      msg`The ledger is validated until ${validated_until}, so the opening balances of ${year} cannot change.`,
    )
  await checkFirstYear(sql, group_id, { date, balances })
  for (const [index, { account }] of balances.entries())
    checkAccountNumber(rules, account, `body.data.balances.${index}.account`)
  checkBalances(balances, rules.accounts.opening)
  await sql`
    delete from ledger_entries
    where group_id = ${group_id} and bundle_id = ${opening_bundle_id} and item_id = ${year} and number is null`
  const last = await lastPosition(sql, group_id)
  const entries = balances.map(({ account, debit, credit }, index): LedgerEntry & { bundle_id: number } => ({
    bundle_id: opening_bundle_id,
    position: last + index + 1,
    journal: 'opening',
    kind: 'opening',
    item_id: year,
    reversed: false,
    date,
    event_date: date,
    debit_account: debit > 0 ? account : rules.accounts.opening,
    debit_contact_id: null,
    credit_account: debit > 0 ? rules.accounts.opening : account,
    credit_contact_id: null,
    amount: debit || credit,
    currency: currency.toUpperCase(),
  }))
  await insertEntries(sql, group_id, entries)
  await recordAudit(sql, {
    ...writer,
    kind: 'ledger.opening_balances',
    subject: 'ledger',
    subject_id: group_id,
    details: { year, balances },
  })
  return { year, date, entries: entries.length }
}

/** Opening balances are entered for one year, with which the books begin. Those of other years can be removed. */
async function checkFirstYear(
  sql: Sql,
  group_id: number,
  { date, balances }: { date: string; balances: OpeningBalances['balances'] },
) {
  const openings = await openingDays(sql, group_id)
  if (openings.some(({ day, by_hand }) => day === date && !by_hand))
    throw new ApiError(
      'conflict',
      msg`What accounts held on ${date} was carried forward when the year before was validated. It needs no opening balances.`,
    )
  const [first] = openings.filter(({ day, by_hand }) => day !== date && by_hand)
  if (first && balances.length > 0)
    throw new ApiError(
      'conflict',
      msg`What accounts hold on ${date} is carried forward: opening balances are entered once, and here they are those of ${first.day}. Change those,
        or remove them first.`,
    )
}

function checkBalances(balances: OpeningBalances['balances'], opening: string) {
  const accounts = new Set<string>()
  let difference = 0n
  for (const [index, { account, debit, credit }] of balances.entries()) {
    const at = `body.data.balances.${index}`
    if (debit > 0 === credit > 0) throw invalid(at, 'must have either a debit or a credit', null)
    if (account === opening)
      throw invalid(`${at}.account`, 'is the counterpart of opening balances; use another one', account)
    if (accounts.has(account)) throw invalid(`${at}.account`, 'is in the list already', account)
    accounts.add(account)
    difference += BigInt(debit) - BigInt(credit)
  }
  if (difference !== 0n)
    throw invalid('body.data.balances', msg`must have equal debits and credits; they differ by ${difference}`, null)
}
