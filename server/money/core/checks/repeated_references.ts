import type { Bundle } from '../document.ts'
import type { FoundWarning } from './checks.ts'
import type { CheckResult } from './item_checks.ts'

/** The first transaction of other bundles that has an external id. */
export interface ReferenceHolder {
  external_transaction_id: number
  id: number
  bundle_id: number
}

/** The warnings that name a transaction which lost its external id, and the one that they name from now on. */
export interface MovedReference {
  from: number
  to: ReferenceHolder
}

type Holder = Omit<ReferenceHolder, 'external_transaction_id'>

/**
 * Looks for transactions with the same external id. The warning is about the one that was recorded later, and names one before it. Of other
 * bundles only the first transaction can get or lose a warning by a change of this bundle: those after it keep one before them.
 */
export function checkReferences(
  before: Bundle | null,
  after: Bundle | null,
  outside: ReferenceHolder[] | null,
): CheckResult & { moved: MovedReference[] } {
  // Nothing was looked up, because no external id changes.
  if (outside === null) return { isExamined: () => false, found: [], others: [], caused: [], moved: [] }
  const first = new Map(outside.map(holder => [holder.external_transaction_id, holder]))
  const [olds, own] = [holdersIn(before), holdersIn(after)]
  const holdersOf = (external_id: number) => own.filter(holder => holder.external_transaction_id === external_id)
  const found = [
    ...own.flatMap(holder => {
      const { external_transaction_id: external_id } = holder
      return warningOf(holder, [first.get(external_id), ...holdersOf(external_id)])
    }),
    ...outside.flatMap(holder => warningOf(holder, holdersOf(holder.external_transaction_id))),
  ]
  const had = new Map(olds.map(holder => [holder.id, holder.external_transaction_id]))
  const caused = own.flatMap(holder => {
    const { external_transaction_id: external_id } = holder
    if (had.get(holder.id) === external_id) return []
    const other = first.get(external_id) ?? holdersOf(external_id).find(({ id }) => id !== holder.id)
    if (!other) return []
    return holder.id > other.id ? warningOf(holder, [other]) : warningOf({ ...holder, ...other }, [holder])
  })
  const has = new Map(own.map(holder => [holder.id, holder.external_transaction_id]))
  const moved = olds.flatMap(({ id, external_transaction_id }) => {
    const to = first.get(external_transaction_id)
    return to && has.get(id) !== external_transaction_id ? [{ from: id, to }] : []
  })
  const others = outside
    .filter(other =>
      [...olds, ...own].some(
        holder => holder.external_transaction_id === other.external_transaction_id && holder.id < other.id,
      ),
    )
    .map(({ id, bundle_id }) => ({ bundle_id, kind: 'transaction' as const, target_id: id }))
  const examined = new Set([...olds, ...own].map(({ id }) => id))
  return { isExamined: ({ target_id }) => examined.has(target_id), found, others, caused, moved }
}

/** Clients send 0 for a payment without an external id. */
const holdersIn = (bundle: Bundle | null): ReferenceHolder[] =>
  (bundle?.transactions ?? []).flatMap(({ id, external_transaction_id }) =>
    bundle && external_transaction_id ? [{ external_transaction_id, id, bundle_id: bundle.id }] : [],
  )

function warningOf(
  { id, bundle_id, external_transaction_id }: ReferenceHolder,
  others: (Holder | undefined)[],
): FoundWarning[] {
  const [other] = others
    .flatMap(holder => (holder && holder.id < id ? [holder] : []))
    .toSorted((one, two) => one.id - two.id)
  if (!other) return []
  return [
    {
      check: 'repeated_reference',
      bundle_id,
      kind: 'transaction',
      target_id: id,
      cause: String(external_transaction_id),
      details: { external_transaction_id },
      other_id: other.id,
      other_bundle_id: other.bundle_id,
    },
  ]
}
