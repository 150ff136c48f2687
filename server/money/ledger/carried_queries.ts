import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { accountingYear, firstDayOf, type LedgerRules } from '../core/ledger/accounts.ts'
import { openYears } from '../core/ledger/carried.ts'
import { carriedEntries, firstDayOfLedger } from '../core/ledger/carry.ts'
import type { LedgerEntry } from '../core/ledger/changes.ts'
import { opening_bundle_id } from '../core/ledger/labels.ts'
import { ledgerState } from '../core/ledger/post.ts'
import { todayOf } from '../core/ledger/validate.ts'
import type { EntryRow } from './queries.ts'
import type { EntryFilters } from './schema.ts'

/** The provisional carried-forward entries that match, of the years that have begun. */
export async function provisionalCarried(
  sql: Sql,
  { group_id }: Caller,
  rules: LedgerRules,
  filters: EntryFilters,
): Promise<EntryRow[]> {
  const { from = '', account } = filters
  if (!mayHaveCarried(filters, rules)) return []
  const first_day = await firstDayOfLedger(sql, group_id)
  if (first_day === undefined) return []
  const [{ validated_until }, today] = [await ledgerState(sql, group_id), await todayOf(sql, group_id)]
  const [until = today] = [today, filters.to ?? today].sort()
  const years = openYears(rules, { first_day, validated_until, until })
  const shown = years.filter(year => firstDayOf(rules.year_end, year) >= from)
  const entries = await carriedEntries(sql, group_id, rules, shown)
  return entries
    .filter(entry => account === undefined || [entry.debit_account, entry.credit_account].includes(account))
    .map(asRow)
}

/** Whether entries that open a year can match: not where the days are all of one year and begin after its first. */
function mayHaveCarried({ from, to, journal, state, bundle_id }: EntryFilters, { year_end }: LedgerRules) {
  if (bundle_id !== undefined || state === 'validated' || (journal ?? 'opening') !== 'opening') return false
  if (from === undefined || to === undefined) return true
  return from === firstDayOf(year_end, accountingYear(year_end, from)) || spansYears(year_end, from, to)
}

const spansYears = (year_end: string, from: string, to: string) =>
  accountingYear(year_end, from) < accountingYear(year_end, to)

const not_validated = {
  ...{ debit_name: null, credit_name: null, year: null, number: null, validated_on: null },
  ...{ journal_code: null, journal_label: null, label: null, debit_label: null, credit_label: null },
}

const asRow = (entry: LedgerEntry): EntryRow => ({ ...entry, ...not_validated, bundle_id: opening_bundle_id })
