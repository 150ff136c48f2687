/** A span of time or numbers, its ends included. */
export interface ValueSpan<Value = string | number> {
  from?: Value
  to?: Value
}

/** What the memberships of a person say, the first that holds. The last one holds for everybody. */
export const membership_states = ['member', 'due', 'to_come', 'lapsed', 'never'] as const
export type MembershipState = (typeof membership_states)[number]

/**
 * Whether a condition of a search finds all matches, some of many matches, or tests each contact of a scan. Many matches are not looked up by parts of
 * words, which even more contacts have.
 */
export type EvaluationMode = 'all' | 'many' | 'each'
