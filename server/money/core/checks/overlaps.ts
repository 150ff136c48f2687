import type { Bundle } from '../document.ts'
import type { FoundWarning } from './checks.ts'
import type { CheckResult } from './item_checks.ts'

/** The term of a membership, in milliseconds. */
export interface MembershipTerm {
  id: number
  bundle_id: number
  contact_id: number
  start: number
  end: number
}

/** A membership of another bundle, and the first recorded one of further bundles that it overlaps, if any. */
export interface OutsideMembership extends MembershipTerm {
  first: { id: number; bundle_id: number } | null
}

/**
 * Looks for memberships of one contact that overlap. The warning is about the one that was recorded later, and names the first one that it
 * overlaps. So a change of a bundle may bring or end warnings of others.
 */
export function checkOverlaps(
  before: Bundle | null,
  after: Bundle | null,
  outside: OutsideMembership[] | null,
): CheckResult {
  // Nothing was looked up, because no membership changes.
  if (outside === null) return { isExamined: () => false, found: [], others: [], caused: [] }
  const [olds, own] = [termsOf(before), termsOf(after)]
  const related = outside.filter(other => [...olds, ...own].some(term => term.id < other.id && overlap(term, other)))
  const found = [
    ...own.flatMap(term => warningOf(term, firstOf(term, [...outside, ...own]))),
    ...related.flatMap(term => warningOf(term, firstOf(term, [...own, ...(term.first ? [term.first] : [])]))),
  ]
  const examined = new Set([...olds, ...own].map(({ id }) => id))
  const was = new Map(olds.map(term => [term.id, term]))
  const isNew = (one: MembershipTerm, other: MembershipTerm) => {
    const [old, others] = [was.get(one.id), other.bundle_id === one.bundle_id ? was.get(other.id) : other]
    return !old || !others || !overlap(old, others)
  }
  const caused = own.flatMap(term => {
    const isCaused = (other: MembershipTerm) => overlap(term, other) && isNew(term, other)
    const later = outside.filter(other => other.id > term.id && isCaused(other))
    return [
      ...warningOf(term, firstOf(term, [...outside, ...own].filter(isCaused))),
      ...later.flatMap(other => warningOf(other, term)),
    ]
  })
  return {
    isExamined: ({ target_id }) => examined.has(target_id),
    found,
    others: related.map(({ id, bundle_id }) => ({ bundle_id, kind: 'membership', target_id: id })),
    caused,
  }
}

/** What the overlaps of all these memberships are, each about the one recorded later. */
export const overlapsAmong = (terms: MembershipTerm[]) => terms.flatMap(term => warningOf(term, firstOf(term, terms)))

const termsOf = (bundle: Bundle | null): MembershipTerm[] =>
  (bundle?.memberships ?? []).map(({ id, contact_id, start_date, end_date }) =>
    termOf({ id, bundle_id: bundle?.id ?? 0, contact_id, start_date, end_date }),
  )

/** The term of a membership without an end lasts for ever. */
export const termOf = ({
  start_date,
  end_date,
  ...ids
}: Pick<MembershipTerm, 'id' | 'bundle_id' | 'contact_id'> & { start_date: string; end_date: string | null }) => ({
  ...ids,
  start: Date.parse(start_date),
  end: end_date === null ? Number.POSITIVE_INFINITY : Date.parse(end_date),
})

const overlap = (one: MembershipTerm, other: MembershipTerm) =>
  one.id !== other.id && one.contact_id === other.contact_id && one.start < other.end && other.start < one.end

/** The first of these that was recorded before the membership and that it overlaps. Those without a term are known to overlap. */
function firstOf(term: MembershipTerm, others: (MembershipTerm | { id: number; bundle_id: number })[]) {
  const earlier = others.filter(other => other.id < term.id && (!('start' in other) || overlap(term, other)))
  return earlier.toSorted((a, b) => a.id - b.id)[0]
}

function warningOf(
  { id, bundle_id }: MembershipTerm,
  other: { id: number; bundle_id: number } | undefined,
): FoundWarning[] {
  if (!other) return []
  return [
    {
      check: 'overlapping_membership',
      bundle_id,
      kind: 'membership',
      target_id: id,
      cause: String(other.id),
      details: {},
      other_id: other.id,
      other_bundle_id: other.bundle_id,
    },
  ]
}
