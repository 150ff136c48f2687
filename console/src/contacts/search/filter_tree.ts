// Filters with groups: as the URL and the server have them, and as the filter builder edits them.

/** One condition in the search language. */
export interface Condition {
  attr: string
  ope: string
  value?: string | number | boolean | (string | number)[]
  form_id?: number
  form_ref_ids?: number[]
  /** Only answers to a version of the form before this one. */
  before_version?: number
}

/** A condition, or a group of parts: as the server takes it, except that conditions stand alone. */
export type FilterPart = Condition | { any: FilterPart[] } | { all: FilterPart[] } | { not: FilterPart }

export const isCondition = (part: FilterPart): part is Condition => 'attr' in part

/** How many groups may contain each other; the server refuses more. */
export const depth_max = 4

export interface FilterLeaf {
  condition: Condition
  negated: boolean
}

export interface FilterGroup {
  mode: GroupMode
  parts: FilterNode[]
}

/** A part as it is edited: a negation belongs to the condition or group that it negates. */
export type FilterNode = FilterLeaf | FilterGroup

export const groupModes = ['all', 'any', 'none', 'not_all'] as const
export type GroupMode = (typeof groupModes)[number]

export const isGroupNode = (node: FilterNode): node is FilterGroup => 'parts' in node

export function nodeOf(part: FilterPart, negated = false): FilterNode {
  if (isCondition(part)) return { condition: part, negated }
  if ('not' in part) return nodeOf(part.not, !negated)
  return 'any' in part
    ? { mode: negated ? 'none' : 'any', parts: part.any.map(one => nodeOf(one)) }
    : { mode: negated ? 'not_all' : 'all', parts: part.all.map(one => nodeOf(one)) }
}

/** The part for the URL and the server; none for a group without conditions. */
export function partsOf(node: FilterNode): FilterPart[] {
  if (!isGroupNode(node)) return [node.negated ? { not: node.condition } : node.condition]
  const parts = node.parts.flatMap(partsOf)
  if (parts.length === 0) return []
  const group = node.mode === 'any' || node.mode === 'none' ? { any: parts } : { all: parts }
  return [isNegated(node.mode) ? { not: group } : group]
}

/** The whole filter as one group. */
export function groupOf(where: FilterPart[]): FilterGroup {
  const nodes = where.map(part => nodeOf(part))
  const [only, ...others] = nodes
  return only && isGroupNode(only) && others.length === 0 ? only : { mode: 'all', parts: nodes }
}

export const filterOfGroup = (group: FilterGroup): FilterPart[] =>
  group.mode === 'all' ? group.parts.flatMap(partsOf) : partsOf(group)

export const isNegated = (mode: GroupMode) => mode === 'none' || mode === 'not_all'

/** How many groups of the server's a group is: a negated one is a group in a negation. */
export const levelsOf = (mode: GroupMode) => (isNegated(mode) ? 2 : 1)

/** How many groups contain each other in a node. */
export const depthOf = (node: FilterNode): number =>
  isGroupNode(node) ? levelsOf(node.mode) + depthInside(node) : Number(node.negated)

export const depthInside = ({ parts }: FilterGroup) => Math.max(0, ...parts.map(depthOf))

/** Reads a part from the URL; undefined if it is none. */
export function partOf(sent: unknown, depth = 0): FilterPart | undefined {
  const condition = conditionOf(sent)
  if (condition) return condition
  if (!isObject(sent) || depth === depth_max) return undefined
  const parts = (list: unknown[]) => list.flatMap(one => partOf(one, depth + 1) ?? [])
  if (Array.isArray(sent.any)) return { any: parts(sent.any) }
  if (Array.isArray(sent.all)) return { all: parts(sent.all) }
  const inside = partOf(sent.not, depth + 1)
  return inside && { not: inside }
}

/** Reads a part of a saved query. */
export function partOfQuery(sent: unknown): FilterPart | undefined {
  if (!isObject(sent)) return undefined
  if ('$condition' in sent) return conditionOf(sent.$condition)
  const parts = (list: unknown[]) => list.flatMap(one => partOfQuery(one) ?? [])
  if (Array.isArray(sent.any)) return { any: parts(sent.any) }
  if (Array.isArray(sent.all)) return { all: parts(sent.all) }
  const inside = partOfQuery(sent.not)
  return inside && { not: inside }
}

/** The part as the server takes it. */
export function queryPart(part: FilterPart): object {
  if (isCondition(part)) return { $condition: part }
  if ('not' in part) return { not: queryPart(part.not) }
  return 'any' in part ? { any: part.any.map(queryPart) } : { all: part.all.map(queryPart) }
}

function conditionOf(sent: unknown): Condition | undefined {
  if (!isObject(sent)) return undefined
  const { attr, ope, value, form_id, form_ref_ids, before_version } = sent
  if (typeof attr !== 'string' || typeof ope !== 'string') return undefined
  return {
    attr,
    ope,
    ...(isValue(value) && { value }),
    ...(typeof form_id === 'number' && { form_id }),
    ...(Array.isArray(form_ref_ids) && { form_ref_ids: form_ref_ids.filter(id => typeof id === 'number') }),
    ...(typeof before_version === 'number' && { before_version }),
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isScalar = (value: unknown) => typeof value === 'string' || typeof value === 'number'
const isValue = (value: unknown): value is NonNullable<Condition['value']> =>
  isScalar(value) || typeof value === 'boolean' || (Array.isArray(value) && value.every(isScalar))
