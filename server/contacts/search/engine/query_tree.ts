import type { SearchAttribute } from './attributes.ts'
import type { ConditionTest } from './operators.ts'

export interface SearchCondition {
  attribute: SearchAttribute
  negated: boolean
  /** Whether case and accents count. */
  strict: boolean
  test: ConditionTest
  /** Which form, and which of its answers; with `before`, only those to an earlier version of its text. */
  form?: { id: number; refs: number[]; before?: number }
  /** The values as telephone numbers; empty where a value is none. */
  numbers?: string[]
  /** The currency of sums; undefined: that of the space. */
  currency?: string
}

/** Conditions and groups of which all must hold, or one. Negations are in the conditions: `parseQuery` moves them there. */
export interface ConditionGroup {
  every: boolean
  parts: (SearchCondition | ConditionGroup)[]
}

/** A parsed search query. */
export type SearchQuery = ConditionGroup

export const allContactsQuery: SearchQuery = { every: true, parts: [] }

export const isGroup = (part: SearchCondition | ConditionGroup): part is ConditionGroup => 'parts' in part

/** Whether the query has no condition and matches every contact. */
export const matchesAll = ({ every, parts }: ConditionGroup): boolean =>
  every && parts.every(part => isGroup(part) && matchesAll(part))

export const conditionsIn = ({ parts }: ConditionGroup): SearchCondition[] =>
  parts.flatMap(part => (isGroup(part) ? conditionsIn(part) : [part]))

/** The conditions that every match meets. */
export const requiredConditions = ({ every, parts }: ConditionGroup): SearchCondition[] =>
  every || parts.length === 1 ? parts.flatMap(part => (isGroup(part) ? requiredConditions(part) : [part])) : []

export const mapConditions = (
  { every, parts }: ConditionGroup,
  change: (condition: SearchCondition) => SearchCondition,
): ConditionGroup => ({
  every,
  parts: parts.map(part => (isGroup(part) ? mapConditions(part, change) : change(part))),
})

/** The query that matches the other contacts. */
export const oppositeOf = ({ every, parts }: ConditionGroup): ConditionGroup => ({
  every: !every,
  parts: parts.map(part => (isGroup(part) ? oppositeOf(part) : { ...part, negated: !part.negated })),
})

/** The parts of a group, with those of groups inside that say the same. */
export const flatParts = ({ every, parts }: ConditionGroup): ConditionGroup['parts'] =>
  parts.flatMap(part =>
    isGroup(part) && (part.every === every || part.parts.length === 1)
      ? flatParts({ every, parts: part.parts })
      : [part],
  )

/** Whether indexes lead to the matches. They do not lead to contacts that do not have a value. */
export function isIndexed(part: SearchCondition | ConditionGroup): boolean {
  if (!isGroup(part)) return !part.negated
  return part.every ? part.parts.some(isIndexed) : part.parts.every(isIndexed)
}
