import { databaseTime } from '../../../db/clock.ts'
import type { Sql } from '../../../db/sql.ts'
import { timeZoneOf } from '../../../organisation/core/spaces.ts'
import { dayIn } from '../../../time_zone.ts'
import { linesOfBundles, postLineEntries } from '../bank/line_entries.ts'
import type { Bundle } from '../document.ts'
import { kindsIn } from '../received.ts'
import { loadBundles } from '../rows.ts'
import { ledgerRules, type StoredLedgerSettings } from './accounts.ts'
import { type LedgerDays, type LedgerEntry, ledgerChange } from './changes.ts'
import { bookedEntries, replaceEntries } from './entries.ts'
import { type PostingRules, postingsOf } from './postings.ts'

// How bundles get into the ledger. A payment is posted by the statement that records it (`record_payment`). The rest is posted here: bundles that
// contacts are moved in, and all bundles after a change of accounts or time zone, and after the upgrade to a version with a ledger.

export interface LedgerState {
  stored: StoredLedgerSettings
  validated_until: string | null
  /** The day to validate until as soon as all bundles are posted. */
  validate_until: string | null
  /** Bundles after this id may have to be posted. */
  posted_id: number | null
}

const no_state: LedgerState = {
  stored: { preset: 'generic' },
  validated_until: null,
  validate_until: null,
  posted_id: null,
}

export async function ledgerState(sql: Sql, group_id: number, lock = sql``): Promise<LedgerState> {
  const [row] = await sql<LedgerState[]>`
    select ledger as stored, ledger_validated_until::text as validated_until, ledger_validate_until::text as validate_until,
           ledger_posted_id as posted_id
    from transaction_settings where group_id = ${group_id} ${lock}`
  return row ?? no_state
}

/** Locks the ledger of a space: no payment is recorded until the end of the transaction, and those that were are visible. */
export const lockLedger = (sql: Sql, group_id: number) => ledgerState(sql, group_id, sql`for update`)

/** Until the end of the transaction neither accounts nor validation change. */
export const holdLedger = (sql: Sql, group_id: number) => ledgerState(sql, group_id, sql`for key share`)

/** Posts these bundles again, with the accounts, time zone and contacts of now. Validated entries stay. The ledger must be held or locked. */
export async function postAgain(sql: Sql, group_id: number, bundles: (Bundle & { deleted: boolean })[]) {
  if (bundles.length === 0) return
  const ids = bundles.map(({ id }) => id)
  const { stored, validated_until } = await ledgerState(sql, group_id)
  const posting = await postingRules(sql, group_id, stored)
  const days: LedgerDays = { today: dayIn(posting.time_zone, await databaseTime(sql)), validated_until }
  const booked = await bookedEntries(sql, group_id, ids)
  const changed = new Map<number, LedgerEntry[]>()
  for (const bundle of bundles) {
    const postings = postingsOf(bundle.deleted ? null : bundle, posting)
    const entries = ledgerChange({ before: postings, after: postings }, booked.get(bundle.id) ?? [], days)
    if (entries) changed.set(bundle.id, entries)
  }
  await replaceEntries(sql, group_id, changed)
  // Their bank lines are booked to the accounts where they stand.
  const lines = await linesOfBundles(sql, group_id, ids)
  await postLineEntries(sql, group_id, { rules: posting.rules, days }, lines)
}

export async function postingRules(sql: Sql, group_id: number, stored: StoredLedgerSettings): Promise<PostingRules> {
  const statuses = await sql<{ id: number; kind: string }[]>`
    select id, kind from transaction_statuses where group_id = ${group_id}`
  return {
    rules: ledgerRules(stored),
    time_zone: await timeZoneOf(sql, group_id),
    kindOf: kindsIn(new Map(statuses.map(status => [status.id, status]))),
  }
}

const bundles_at_once = 200

/** How many bundles a request posts itself. Housekeeping posts the rest. */
const posted_by_request_max = 2000

/** Posts the next bundles that may have to be posted. Returns whether there may be more. */
export async function postNextBundles(sql: Sql, group_id: number): Promise<boolean> {
  const { posted_id } = await lockLedger(sql, group_id)
  if (posted_id === null) return false
  // A bundle with validated entries only stays as it is.
  const rows = await sql<{ id: number }[]>`
    select b.id from transaction_bundles b
    where b.group_id = ${group_id} and b.id > ${posted_id} and (
      not exists (select from ledger_entries v where v.group_id = ${group_id} and v.bundle_id = b.id and v.number is not null)
      or exists (select from ledger_entries p where p.group_id = ${group_id} and p.bundle_id = b.id and p.number is null))
    order by b.id
    limit ${bundles_at_once}`
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await postAgain(sql, group_id, await loadBundles(sql, group_id, ids))
  const reached = ids.length < bundles_at_once ? null : (ids.at(-1) ?? null)
  await sql`update transaction_settings set ledger_posted_id = ${reached} where group_id = ${group_id}`
  return reached !== null
}

/** Posts the bundles that may have to be posted, as far as a request can. Returns whether all are posted. */
export async function postSomeBundles(sql: Sql, group_id: number): Promise<boolean> {
  for (let posted = 0; posted < posted_by_request_max; posted += bundles_at_once)
    if (!(await postNextBundles(sql, group_id))) return true
  return false
}

/** Posts all bundles again, after a change of accounts or time zone: some of them now, the rest by housekeeping. */
export async function postAllAgain(sql: Sql, group_id: number) {
  await lockLedger(sql, group_id)
  await sql`
    update transaction_settings set ledger_posted_id = 0, ledger_version = ledger_version + 1 where group_id = ${group_id}`
  await postSomeBundles(sql, group_id)
}
