import type { Caller } from '../../access/caller.ts'
import { seesRestricted } from '../../contacts/core/restriction.ts'
import type { Sql } from '../../db/sql.ts'
import { inList } from '../../db/stable_plans.ts'
import { notFound } from '../../errors.ts'
import { validInstant } from '../../fields.ts'
import { actorOf, type KeyedRequest, type StoredRequest } from '../../http/idempotency.ts'
import { utc } from '../../time_zone.ts'
import { type CheckRow, checkFactsOf, checkParameters } from '../core/checks/facts.ts'
import type { CheckedPrice } from '../core/checks/item_checks.ts'
import { lockCompared } from '../core/checks/lock.ts'
import type { CheckFacts } from '../core/checks/outcome.ts'
import type { LastEntry } from '../core/history.ts'
import type { BookedEntry } from '../core/ledger/changes.ts'
import type { TermPrice } from '../core/membership_terms.ts'
import { defaultSettings } from '../core/settings.ts'
import type { BundleChange, Ids } from './bundle.ts'
import type { PaymentSettings, ReferencedContact, References } from './items.ts'
import type { SentBundle } from './schema.ts'

/** A bundle to write: a new one without an id, one to delete without items. */
export interface WriteTarget {
  caller: Caller
  keyed: KeyedRequest | undefined
  id?: number
  sent: BundleChange
}

/** What a write needs, as it was at one moment. */
export interface LookedUp extends References {
  /** The response that is stored for the idempotency key. */
  stored: StoredRequest | null
  now: string
  bundle: number | null
  ids: Ids
  entry_ids: number[]
  settings_version: string | null
  /** The stored bundle, of a change. */
  document: string | null
  document_hash: string | null
  created_at: string | null
  updated_at: string | null
  last_entry: LastEntry
  /** The entries of the stored bundle in the ledger. */
  booked: BookedEntry[]
  checks: Pick<CheckFacts, 'campaigns' | 'memberships' | 'references' | 'stored'>
  checked: CheckRow
  /** What the payers have paid, if the space has contribution rules. */
  contributions: string | null
}

type Row = Omit<LookedUp, keyof References | 'bundle' | 'ids' | 'last_entry' | 'booked' | 'checks' | 'checked'> &
  CheckRow & {
    bundle_id: number | null
    transaction_ids: number[]
    membership_ids: number[]
    donation_ids: number[]
    reversal_ids: number[]
    contacts: ReferencedContact[] | null
    settings: PaymentSettings | null
    statuses: { id: number; archived: boolean; kind: string }[] | null
    membership_prices: (CheckedPrice & TermPrice & { id: number })[] | null
    donation_prices: (CheckedPrice & { id: number })[] | null
    payment_method_kinds: string[] | null
    last_position: number | null
    last_hash: string | null
    booked: BookedEntry[] | null
  }

/** Looks up what a write refers to, and takes ids for its new rows. Nothing is locked. */
export async function lookUp(sql: Sql, { caller, keyed, id, sent }: WriteTarget): Promise<LookedUp> {
  const { transactions = [], memberships = [], donations = [], reversals = [] } = sent
  const fresh = (list: { id?: number | undefined }[]) =>
    id === undefined ? list.length : list.filter(item => item.id === undefined).length
  const named = (list: (number | null | undefined)[]) => [...new Set(list.filter(item => typeof item === 'number'))]
  // A change of a transaction may have two entries, one for its status.
  const reversed = newReversals(sent)
  const changed = transactions.length * (id === undefined ? 1 : 2) + reversals.length
  const entries = changed + memberships.length + donations.length + reversed
  const checked = checkParameters(sent, id !== undefined && Object.keys(sent).length === 0)
  const [row] = await sql<[Row]>`
    select * from look_up_payment(
      ${caller.group_id}, ${caller.id}, ${actorOf(caller)}, ${keyed?.key ?? null}, ${id ?? null}, ${contactIdsIn(sent)},
      ${named(transactions.map(item => item.status_id))}, ${named(memberships.map(item => item.membership_price_id))},
      ${named(donations.map(item => item.donation_price_id))}, ${methodsIn(sent)},
      ${fresh(transactions)}, ${fresh(memberships)}, ${fresh(donations)}, ${reversed}, ${id !== undefined && entries === 0 ? null : entries},
      ${checked.members_from}, ${checked.member_ids}, ${checked.external_ids}, ${checked.campaign_codes},
      ${paidDates(transactions)}, ${[...new Set(transactions.map(item => item.code_campaign ?? ''))]})`
  const { transaction_ids, membership_ids, donation_ids, reversal_ids, last_position, last_hash, ...found } = row
  return {
    ...found,
    bundle: row.bundle_id,
    ids: {
      transactions: transaction_ids,
      memberships: membership_ids,
      donations: donation_ids,
      reversals: reversal_ids,
    },
    last_entry: { position: last_position ?? 0, hash: last_hash ?? '' },
    contacts: byId(row.contacts),
    settings: row.settings ?? noSettings,
    booked: row.booked ?? [],
    statuses: byId(row.statuses),
    membership_prices: byId(row.membership_prices),
    donation_prices: byId(row.donation_prices),
    payment_method_kinds: new Set(row.payment_method_kinds),
    sees_restricted: seesRestricted(caller),
    checks: checkFactsOf(row),
    checked: row,
  }
}

const noSettings: PaymentSettings = {
  ...defaultSettings,
  time_zone: utc,
  ledger: { preset: 'generic' },
  ledger_validated_until: null,
  payment_checks: {},
  contribution_rules: null,
}

/** The most reversals that a write can add: those that were sent, and one for each reimbursed or unpaid amount. */
const newReversals = ({ transactions = [], reversals = [] }: BundleChange) =>
  reversals.length +
  transactions.flatMap(({ reimbursed_amount, unpaid_amount }) =>
    [reimbursed_amount, unpaid_amount].filter(amount => amount !== undefined),
  ).length

const methodsIn = ({ transactions = [], reversals = [] }: BundleChange) => [
  ...new Set([
    ...transactions.map(item => item.payment_method_kind ?? ''),
    ...reversals.flatMap(item => ('kind' in item ? (item.payment_method_kind ?? []) : [])),
  ]),
]

const paidDates = (list: { date?: string | undefined }[]) =>
  list.flatMap(({ date }) => (date ? [validInstant(date)] : []))

const byId = <Row extends { id: number }>(rows: Row[] | null) => new Map(rows?.map(row => [row.id, row]))

const idsIn = (list: { contact_id?: number | undefined }[] = []) => list.flatMap(({ contact_id }) => contact_id ?? [])

const contactIdsIn = ({ transactions, memberships, donations }: SentBundle) => [
  ...new Set([...idsIn(transactions), ...idsIn(memberships), ...idsIn(donations)]),
]

/**
 * Locks what a write refers to before it is looked up, so that it cannot change in between. What checks compare comes first, and contacts come
 * before settings and bundles, in the order of their ids; those that may get a membership number are locked exclusively, and all of them in a
 * space with contribution rules.
 */
export async function lockTarget(sql: Sql, { caller: { group_id }, id, sent }: WriteTarget) {
  const own = id === undefined ? [] : await itemsOf(sql, group_id, id)
  const all = [...new Set([...contactIdsIn(sent), ...idsIn(own)])]
  const members = [...new Set(idsIn(sent.memberships))]
  const external_ids = [...(sent.transactions ?? []), ...own].flatMap(item => item.external_transaction_id || [])
  await lockCompared(sql, group_id, external_ids, [
    ...members,
    ...idsIn(own.filter(({ kind }) => kind === 'membership')),
  ])
  await Promise.all([
    all.length > 0 &&
      sql`
        select from contacts
        where group_id = ${group_id} and id ${inList(sql, all)} and (
          ${members.length > 0 ? sql`id ${inList(sql, members)} and membership_number is null` : sql`false`}
          or exists (select from transaction_settings where group_id = ${group_id} and contribution_rules is not null))
        order by id
        for no key update`.execute(),
    all.length > 0 &&
      sql`select from contacts where group_id = ${group_id} and id ${inList(sql, all)} order by id for share`.execute(),
    sql`select from transaction_settings where group_id = ${group_id} for key share`.execute(),
    id !== undefined &&
      sql`select from transaction_bundles where group_id = ${group_id} and id = ${id} for no key update`.execute(),
  ])
}

/** The bundle that a transaction belongs to. */
export async function findBundleOf(sql: Sql, { group_id }: Caller, transaction_id: number): Promise<number> {
  const [row] = await sql<{ bundle_id: number }[]>`
    select bundle_id from items where group_id = ${group_id} and kind = 'transaction' and id = ${transaction_id}`
  if (!row) throw notFound('transaction')
  return row.bundle_id
}

async function itemsOf(sql: Sql, group_id: number, id: number) {
  return sql<{ kind: string; contact_id: number; external_transaction_id: number | null }[]>`
    select distinct kind, contact_id, external_transaction_id from items where group_id = ${group_id} and bundle_id = ${id}`
}
