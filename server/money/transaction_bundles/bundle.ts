import { ApiError } from '../../errors.ts'
import type { Bundle } from '../core/document.ts'
import { type ItemChange, itemChanges } from '../core/history.ts'
import { checkOpen, checkStart } from '../core/periods.ts'
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
import { type Item, items_max, type NewBundle, type SentBundle, type Transaction } from './schema.ts'

/** Numbers for the new items of a bundle, in the order in which they were sent. */
export interface Ids {
  transactions: number[]
  memberships: number[]
  donations: number[]
}

export interface BundleOutcome {
  bundle: Bundle
  changes: ItemChange[]
}

/** The instant of a write, and numbers for what it adds. */
interface WriteMoment {
  now: string
  ids: Ids
}

/** A bundle from what was sent: every default filled in, every rule checked. */
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
  }
  return changedBundle(empty, sent, moment, known)
}

/** The bundle with what was sent put into it: items with an id change, items without one are added, nothing is removed. */
export function changedBundle(
  before: Bundle,
  sent: SentBundle,
  { now, ids }: WriteMoment,
  known: References,
): BundleOutcome {
  const faults = new Faults()
  const fresh = {
    transactions: [...ids.transactions],
    memberships: [...ids.memberships],
    donations: [...ids.donations],
  }
  const place = (list: number[]) => ({ id: list.shift()!, bundle_id: before.id, group_id: before.group_id, now })
  checkAllComplete(sent, faults)
  const transactions = mergeItems(before.transactions, sent.transactions, 'transactions', now, faults, item =>
    newTransaction(item, place(fresh.transactions), known),
  )
  const paid_at = payingTransaction(before, transactions, sent)?.date ?? now
  const memberships = mergeItems(before.memberships, sent.memberships, 'memberships', now, faults, item =>
    newMembership(item, place(fresh.memberships), known, paid_at),
  )
  const donations = mergeItems(before.donations, sent.donations, 'donations', now, faults, item =>
    newDonation(item, place(fresh.donations), known, paid_at),
  )
  const bundle: Bundle = { ...before, transactions, memberships, donations }
  checkReferences(before, bundle, sent, known, faults)
  if (transactions.length + memberships.length + donations.length > items_max)
    faults.add(
      'transactions',
      `would give the bundle more than ${items_max} items, which is the most it can hold`,
      null,
    )
  faults.check()
  const changes = changesBetween(before, bundle)
  if (changes.length === 0) return { bundle: before, changes }
  checkPeriods(before, bundle, known, now)
  return { bundle: { ...bundle, UpdatedAt: now }, changes }
}

/** The payment that new memberships and donations belong to: the first one that is new as well, else the first that was sent, else the first. */
function payingTransaction(before: Bundle, transactions: Transaction[], sent: SentBundle) {
  const [named] = sent.transactions?.flatMap(({ id }) => id ?? []) ?? []
  return transactions[before.transactions.length] ?? transactions.find(({ id }) => id === named) ?? transactions[0]
}

/** What removing the whole bundle writes down. */
export function removalChanges(bundle: Bundle, known: References, now: string): ItemChange[] {
  checkPeriods(bundle, { ...bundle, transactions: [], memberships: [], donations: [] }, known, now)
  return [
    ...bundle.transactions.flatMap(item => itemChanges('transaction', item, null)),
    ...bundle.memberships.flatMap(item => itemChanges('membership', item, null)),
    ...bundle.donations.flatMap(item => itemChanges('donation', item, null)),
  ]
}

function checkAllComplete(sent: SentBundle, faults: Faults) {
  for (const name of ['transactions', 'memberships', 'donations'] as const) {
    for (const [index, item] of (sent[name] ?? []).entries())
      if (item.id === undefined) checkComplete(item, `${name}.${index}`, faults)
  }
  // Nothing can be worked out for an item without an amount or a contact.
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
    else faults.add(`${name}.${index}.id`, 'is no item of this bundle', item.id)
  }
  return [...items.values()]
}

function checkReferences(before: Bundle, bundle: Bundle, sent: SentBundle, known: References, faults: Faults) {
  const each = <Kind extends Item>(
    name: keyof Ids,
    olds: Kind[],
    items: Kind[],
    check: (item: Kind, at: string, known: References, faults: Faults, before?: Kind) => void,
  ) => {
    // New items come last and in order, so what was sent without an id is found from the end.
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
  const kinds = { transactions: 'transaction', memberships: 'membership', donations: 'donation' } as const
  return Object.entries(kinds).flatMap(([name, kind]) => {
    const old = new Map((before[name as keyof typeof kinds] as Item[]).map(item => [item.id, item]))
    return (after[name as keyof typeof kinds] as Item[])
      .filter(item => old.get(item.id) !== item)
      .flatMap(item => itemChanges(kind, old.get(item.id) ?? null, item))
  })
}

/**
 * In a closed period nothing is written, changed, added or removed: neither where it was, nor where it would be. One payment in a closed
 * period closes the whole bundle, because statistics and the ledger book gifts and fees with the payments. A membership or donation dated
 * in a closed period keeps only itself from changing.
 */
function checkPeriods(before: Bundle, after: Bundle, { settings: { open_periods } }: References, now: string) {
  for (const { transactions } of [before, after])
    for (const [index, { date }] of transactions.entries()) checkOpen(open_periods, date, `transactions.${index}`)
  for (const [index, { start_date }] of changedItems(before.memberships, after.memberships))
    checkStart(open_periods, start_date, now, `memberships.${index}`)
  for (const [index, { date }] of changedItems(before.donations, after.donations))
    checkOpen(open_periods, date, `donations.${index}`)
}

/** Items that are not the same in both lists, as they were and as they would be, each with its place in its list. */
function changedItems<Kind extends Item>(before: Kind[], after: Kind[]): [number, Kind][] {
  const unlike = (list: Kind[], other: Set<Kind>) => [...list.entries()].filter(([, item]) => !other.has(item))
  return [...unlike(before, new Set(after)), ...unlike(after, new Set(before))]
}
