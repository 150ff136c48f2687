import { ApiError } from '../../errors.ts'
import { recordJson } from '../../json.ts'
import { msg } from '../../messages/message.ts'
import type { Bundle } from '../core/document.ts'
import { type ItemChange, itemChanges } from '../core/history.ts'
import { type ItemTable, itemTables } from '../core/item_fields.ts'
import { checkOpen, checkStart } from '../core/periods.ts'
import { itemKinds } from '../core/rows.ts'
import { isReceivedKind } from '../core/status_kinds.ts'
import { withInstants } from './bare_dates.ts'
import {
  changedItem,
  checkComplete,
  checkDonation,
  checkMembership,
  checkTransaction,
  Faults,
  newDonation,
  newMembership,
  newTransaction,
  type References,
} from './items.ts'
import { addReversals, followTransactions, type SentReversal } from './reversals.ts'
import { type Item, items_max, type NewBundle, type SentBundle, type Transaction } from './schema.ts'

/** A change of a bundle: what was sent, and reversals of its transactions. */
export type BundleChange = SentBundle & { reversals?: SentReversal[] }

/** Ids for the new items of a bundle, in the order in which they were sent. */
export type Ids = Record<ItemTable, number[]>

export interface BundleOutcome {
  bundle: Bundle
  changes: ItemChange[]
}

/** The time of a write, and the ids of the items it adds. */
interface WriteMoment {
  now: string
  ids: Ids
}

/** A new bundle with its defaults. Throws where a rule is broken. */
export function newBundle(
  sent: NewBundle,
  { id, group_id, ...moment }: WriteMoment & { id: number; group_id: number },
  known: References,
): BundleOutcome {
  if (!sent.transactions?.length)
    throw new ApiError('invalid_request', 'body.data.transactions must have at least 1 item.', {
      faults: [{ location: 'body.data.transactions', message: 'must have at least 1 item', value: null }],
    })
  const empty: Bundle = {
    id,
    CreatedAt: moment.now,
    UpdatedAt: moment.now,
    group_id,
    transactions: [],
    memberships: [],
    donations: [],
    reversals: [],
  }
  return changedBundle(empty, sent, moment, known)
}

/** The bundle after an update: items with an id change, items without one are added, none is removed. */
export function changedBundle(
  before: Bundle,
  received: BundleChange,
  { now, ids }: WriteMoment,
  known: References,
): BundleOutcome {
  const sent = withInstants(received, known.settings.time_zone)
  const faults = new Faults()
  const fresh = {
    transactions: [...ids.transactions],
    memberships: [...ids.memberships],
    donations: [...ids.donations],
    reversals: [...ids.reversals],
  }
  const idsFrom = (list: number[]) => {
    const id = list.shift()
    if (id === undefined) throw new Error('fewer ids were drawn than there are new items')
    return { id, bundle_id: before.id, group_id: before.group_id, now }
  }
  checkAllComplete(sent, faults)
  const moment = { now, nextIds: () => idsFrom(fresh.reversals) }
  const reversed = addReversals(before, sent.reversals ?? [], moment, known, faults)
  const transactions = mergeItems(reversed.transactions, sent.transactions, 'transactions', now, faults, item =>
    newTransaction(item, idsFrom(fresh.transactions), known),
  )
  const reversals = followTransactions({ ...before, ...reversed }, transactions, moment)
  const paid_at = payingTransaction(before, transactions, sent)?.date ?? now
  const memberships = mergeItems(before.memberships, sent.memberships, 'memberships', now, faults, item =>
    newMembership(item, idsFrom(fresh.memberships), known, paid_at),
  )
  const donations = mergeItems(before.donations, sent.donations, 'donations', now, faults, item =>
    newDonation(item, idsFrom(fresh.donations), known, paid_at),
  )
  const bundle: Bundle = { ...before, transactions, memberships, donations, reversals }
  checkReferences(before, bundle, sent, known, faults)
  if (transactions.length + memberships.length + donations.length + reversals.length > items_max)
    faults.add(
      'transactions',
      msg`would give the bundle more than ${items_max} items, which is the most it can hold`,
      null,
    )
  faults.check()
  const changes = changesBetween(before, bundle)
  if (changes.length === 0) return { bundle: before, changes }
  checkPeriods(before, bundle, known, now)
  return { bundle: { ...bundle, UpdatedAt: now }, changes }
}

/** The transaction that dates new memberships and donations: the first new one, else the first that was sent, else the first. */
function payingTransaction(before: Bundle, transactions: Transaction[], sent: SentBundle) {
  const [named] = sent.transactions?.flatMap(({ id }) => id ?? []) ?? []
  return transactions[before.transactions.length] ?? transactions.find(({ id }) => id === named) ?? transactions[0]
}

/** The changes that remove all items of a bundle. */
export function removalChanges(bundle: Bundle, known: References, now: string): ItemChange[] {
  checkPeriods(bundle, { ...bundle, transactions: [], memberships: [], donations: [], reversals: [] }, known, now)
  return [
    ...bundle.transactions.flatMap(item => itemChanges('transaction', item, null)),
    ...bundle.memberships.flatMap(item => itemChanges('membership', item, null)),
    ...bundle.donations.flatMap(item => itemChanges('donation', item, null)),
    ...bundle.reversals.flatMap(item => itemChanges('reversal', item, null)),
  ]
}

function checkAllComplete(sent: SentBundle, faults: Faults) {
  for (const name of ['transactions', 'memberships', 'donations'] as const) {
    for (const [index, item] of (sent[name] ?? []).entries())
      if (item.id === undefined) checkComplete(item, `${name}.${index}`, faults)
  }
  // The other checks need an amount and a contact.
  faults.check()
}

function mergeItems<Kind extends Item, Sent extends { id?: number | undefined }>(
  before: Kind[],
  sent: Sent[] | undefined,
  name: string,
  now: string,
  faults: Faults,
  make: (item: Sent) => Kind,
): Kind[] {
  const items = new Map(before.map(item => [item.id, item]))
  for (const [index, item] of (sent ?? []).entries()) {
    if (item.id === undefined) {
      const made = make(item)
      items.set(made.id, made)
      continue
    }
    const known = items.get(item.id)
    if (known) items.set(item.id, changedItem(known, item, now))
    else faults.add(`${name}.${index}.id`, 'is not an item of this bundle', item.id)
  }
  return [...items.values()]
}

function checkReferences(before: Bundle, bundle: Bundle, sent: SentBundle, known: References, faults: Faults) {
  const each = <Kind extends Item>(
    name: 'transactions' | 'memberships' | 'donations',
    olds: Kind[],
    items: Kind[],
    check: (item: Kind, at: string, known: References, faults: Faults, before?: Kind) => void,
  ) => {
    // New items come last, in the order sent.
    const added = items.slice(olds.length)
    for (const [index, item] of (sent[name] ?? []).entries()) {
      const after = item.id === undefined ? added.shift() : items.find(({ id }) => id === item.id)
      const old = olds.find(({ id }) => id === item.id)
      if (after) check(after, `${name}.${index}`, known, faults, old)
    }
  }
  each('transactions', before.transactions, bundle.transactions, checkTransaction)
  each('memberships', before.memberships, bundle.memberships, checkMembership)
  each('donations', before.donations, bundle.donations, checkDonation)
}

function changesBetween(before: Bundle, after: Bundle): ItemChange[] {
  return itemTables.flatMap(table => {
    const old = new Map((before[table] as Item[]).map(item => [item.id, item]))
    return (after[table] as Item[])
      .filter(item => old.get(item.id) !== item)
      .flatMap(item => itemChanges(itemKinds[table], old.get(item.id) ?? null, item))
  })
}

/**
 * Nothing is added, changed or removed in a closed period: neither at its old date nor at its new one. One transaction in a closed period
 * blocks the whole bundle, because statistics and the ledger count donations and memberships with the transactions. A membership or donation
 * in a closed period blocks only changes of itself. A payment of a closed period can be reversed in an open one.
 */
function checkPeriods(
  before: Bundle,
  after: Bundle,
  { settings: { open_periods, time_zone }, statuses }: References,
  now: string,
) {
  if (!isOnlyReversed(before, after, statuses))
    for (const { transactions } of [before, after])
      for (const [index, { date }] of transactions.entries())
        checkOpen(open_periods, date, `transactions.${index}`, time_zone)
  for (const [, { date, kind }] of changedItems(before.reversals, after.reversals))
    checkOpen(open_periods, date, msg`The ${kind.replace('_', ' ')}`, time_zone)
  for (const [index, { start_date }] of changedItems(before.memberships, after.memberships))
    checkStart(open_periods, start_date, now, `memberships.${index}`, time_zone)
  for (const [index, { date }] of changedItems(before.donations, after.donations))
    checkOpen(open_periods, date, `donations.${index}`, time_zone)
}

/** Whether both have the same payments apart from what was reversed, and the same donations and memberships. */
function isOnlyReversed(before: Bundle, after: Bundle, statuses: References['statuses']) {
  const olds = new Map(before.transactions.map(item => [item.id, item]))
  return (
    before.transactions.length === after.transactions.length &&
    after.transactions.every(item => isReversalOf(olds.get(item.id), item, statuses)) &&
    changedItems(before.memberships, after.memberships).length === 0 &&
    changedItems(before.donations, after.donations).length === 0
  )
}

/** With what was reversed, the status may change as well, if the money had come in according to both. */
function isReversalOf(old: Transaction | undefined, item: Transaction, statuses: References['statuses']) {
  if (old === item) return true
  if (!old) return false
  const { reimbursed_amount, unpaid_amount, status_id, UpdatedAt } = item
  const kindOf = (id: number | null) => (id === null ? '' : statuses.get(id)?.kind)
  const isReceived = [old.status_id, status_id].map(kindOf).every(kind => kind !== undefined && isReceivedKind(kind))
  const isReversed = reimbursed_amount !== old.reimbursed_amount || unpaid_amount !== old.unpaid_amount
  const expected = {
    ...old,
    reimbursed_amount,
    unpaid_amount,
    UpdatedAt,
    ...(isReversed && isReceived && { status_id }),
  }
  return recordJson(item) === recordJson(expected)
}

/** The items that differ between both lists, before and after, each with its index. */
function changedItems<Kind extends Item>(before: Kind[], after: Kind[]): [number, Kind][] {
  const unlike = (list: Kind[], other: Set<Kind>) => [...list.entries()].filter(([, item]) => !other.has(item))
  return [...unlike(before, new Set(after)), ...unlike(after, new Set(before))]
}
