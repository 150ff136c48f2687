import { hasSqlstate, type Sql } from '../../db/sql.ts'
import type { EventType } from '../../events/catalogue.ts'
import { actorOf, type HttpResponse, type KeyedRequest } from '../../http/idempotency.ts'
import type { WarningChanges } from '../core/checks/outcome.ts'
import { chainEntries, type ItemChange } from '../core/history.ts'
import type { LedgerEntry } from '../core/ledger/changes.ts'
import type { ItemRow } from '../core/rows.ts'
import type { SumChange } from '../core/sums.ts'
import { type BundleWriter, sourceOf, storedEntries } from '../core/write.ts'
import type { LookedUp } from './look_up_queries.ts'
import type { Donation, Item, Membership, Transaction } from './schema.ts'

/** A change of a bundle, with what is recorded for it. Without changes only the response is stored. */
export interface PlannedWrite {
  event: EventType
  at: string
  changes: ItemChange[]
  /** Of a new or changed bundle. */
  document: string | null
  origin_key: string | null
  rows: { added: ItemRow[]; changed: ItemRow[] }
  sums: SumChange[]
  /** 1 for a new bundle, -1 for a deleted one. */
  count_change: number
  /** The provisional entries of the bundle in the ledger; null if they stay. */
  ledger: LedgerEntry[] | null
  warnings: WarningChanges | null
  /** What the payers have paid, if the write is allowed because of it. */
  contributions: string | null
}

/** An idempotency key with the response that is stored for it. */
interface StoredKey {
  keyed: KeyedRequest
  response: HttpResponse
}

export type RecordOutcome = 'done' | 'changed' | 'repeated' | 'exists'

/** Records a write in one statement, if nothing that was looked up for it has changed. */
export async function record(
  sql: Sql,
  writer: BundleWriter,
  found: LookedUp,
  planned: PlannedWrite,
  stored: StoredKey | undefined,
): Promise<RecordOutcome> {
  const { caller, request_id } = writer
  const { changes, at, event, document, origin_key, rows, sums, count_change, ledger, contributions } = planned
  const used = newReferences(changes)
  const status_kinds = used.statuses.map(id => found.statuses.get(id)?.kind ?? '')
  const contacts = [...found.contacts.values()]
  try {
    const [row] = await sql<[{ outcome: RecordOutcome }]>`
      select record_payment(
        ${caller.group_id}, ${caller.id}, ${keyParameters(sql, writer, stored)}, ${changes.length > 0 ? found.bundle : null},
        ${found.document_hash}, ${contacts.map(({ id }) => id)}, ${contacts.map(({ version }) => version)}, ${found.settings_version},
        ${used.statuses}, ${status_kinds}, ${used.membership_prices}, ${used.donation_prices}, ${at}, ${document}, ${origin_key},
        ${json(rows.added)}::text::json, ${json(rows.changed)}::text::json,
        ${entryParameters(sql, writer, found, planned)}, ${event}, ${request_id}, ${json(sums)}::text::json,
        ${count_change === 0 ? null : count_change}, ${ledger && JSON.stringify(ledger)}::text::json,
        ${checkParameters(sql, found, planned)}, ${contributions}) as outcome`
    return row.outcome
  } catch (error) {
    // Another request with this origin was faster.
    if (origin_key !== null && hasSqlstate(error, 'unique_violation')) return 'exists'
    throw error
  }
}

const keyParameters = (sql: Sql, { caller }: BundleWriter, stored: StoredKey | undefined) => sql`
  ${actorOf(caller)}, ${stored?.keyed.key ?? null}, ${stored?.keyed.fingerprint ?? null}, ${[...caller.permissions]},
  ${stored?.response.status ?? null}, ${stored ? String(stored.response.body) : null}, ${json(stored?.response.headers)}::text::json`

/** What the checks compared, which is compared again, and what they found. */
const checkParameters = (sql: Sql, { checked }: LookedUp, { warnings }: PlannedWrite) => sql`
  ${checked.checked_from}, ${checked.checked_members}, ${checked.memberships_elsewhere}, ${checked.checked_references},
  ${checked.references_elsewhere}, ${json(warnings ? storedChanges(warnings) : undefined)}::text::json`

/** The row of the change, with the id, position and hash of its last entry. */
function entryParameters(sql: Sql, writer: BundleWriter, found: LookedUp, { changes, at }: PlannedWrite) {
  const { group_id, id: user_id } = writer.caller
  const source = sourceOf(writer)
  const facts = { group_id, transaction_bundle_id: found.bundle ?? 0, created_at: at, user_id, source }
  const entries = chainEntries(changes, found.last_entry, found.entry_ids, facts)
  const last = entries.at(-1)
  const earlier = entries.slice(0, -1).map(({ id }) => id)
  return sql`
    ${last?.id ?? null}, ${earlier}, ${last?.position ?? null}, ${source}, ${json(storedEntries(entries))}::text::json, ${last?.hash ?? null}`
}

const storedChanges = ({ moved, ...changes }: WarningChanges) => ({
  ...changes,
  moved: moved.map(({ from, to }) => ({ from_id: from, to_id: to.id, to_bundle_id: to.bundle_id })),
})

/** Null for an empty list, and for nothing. */
const json = (value: object | undefined) =>
  value === undefined || (Array.isArray(value) && value.length === 0) ? null : JSON.stringify(value)

/** The statuses and prices that items refer to and did not before. They must still be in use. */
function newReferences(changes: ItemChange[]) {
  const newIds = (id: (item: Partial<Transaction & Membership & Donation>) => number | null | undefined) => [
    ...new Set(
      changes.flatMap(({ old, new: item }) => {
        const now = item && id(item)
        return now && now !== (old && id(old as Item)) ? [now] : []
      }),
    ),
  ]
  return {
    statuses: newIds(item => item.status_id),
    membership_prices: newIds(item => item.membership_price_id),
    donation_prices: newIds(item => item.donation_price_id),
  }
}
