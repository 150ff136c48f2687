// What the list is filtered by: as it stands in the address, and as the server asks for it.

/** One condition, spelled as the search spells it. */
export interface Condition {
  attr: string
  ope: string
  value?: string | number | boolean | (string | number)[]
  form_id?: number
  form_ref_ids?: number[]
}

export interface ContactFilter {
  /** A few words: each of them must be somewhere in a name, a mail address, a number or a city. */
  q?: string | undefined
  where?: Condition[] | undefined
  /** A saved question of another shape, which we can ask but not show part by part. */
  query?: object | undefined
}

const searched_by_words = ['surname', 'firstname', 'mail', 'mobile', 'city']

const wordCondition = (word: string) => ({
  $at_least_one: searched_by_words.map(attr => ({ $condition: { attr, ope: 'contains', value: word } })),
})

/** The question for the server. An empty object is everyone. */
export function queryOf({ q, where, query }: ContactFilter): object {
  if (query) return query
  const words = q?.trim().split(/\s+/).filter(Boolean) ?? []
  const nodes = [
    ...(where?.length ? [{ $all: where.map(condition => ({ $condition: condition })) }] : []),
    ...words.map(wordCondition),
  ]
  return nodes.length > 0 ? { $all: nodes } : {}
}

/** A saved question as filters one can see and change, where it has the shape that we write. */
export function filterOf(query: object): ContactFilter {
  if (Object.keys(query).length === 0) return {}
  const nodes = (query as { $all?: unknown }).$all
  if (!Array.isArray(nodes)) return { query }
  const where: Condition[] = []
  const words: string[] = []
  for (const node of nodes) {
    const word = node?.$at_least_one?.[0]?.$condition?.value
    if (Array.isArray(node?.$all))
      where.push(...node.$all.flatMap((one: { $condition?: unknown }) => conditionOf(one?.$condition) ?? []))
    else if (typeof word === 'string') words.push(word)
  }
  const read = { ...(words.length > 0 && { q: words.join(' ') }), ...(where.length > 0 && { where }) }
  return isSameQuery(queryOf(read), query) ? read : { query }
}

/** A condition from an address somebody typed or kept, or undefined when it is none. */
export function conditionOf(sent: unknown): Condition | undefined {
  if (typeof sent !== 'object' || sent === null) return undefined
  const { attr, ope, value, form_id, form_ref_ids } = sent as Record<string, unknown>
  if (typeof attr !== 'string' || typeof ope !== 'string') return undefined
  return {
    attr,
    ope,
    ...(isValue(value) && { value }),
    ...(typeof form_id === 'number' && { form_id }),
    ...(Array.isArray(form_ref_ids) && { form_ref_ids: form_ref_ids.filter(id => typeof id === 'number') }),
  }
}

const isScalar = (value: unknown) => typeof value === 'string' || typeof value === 'number'
const isValue = (value: unknown): value is NonNullable<Condition['value']> =>
  isScalar(value) || typeof value === 'boolean' || (Array.isArray(value) && value.every(isScalar))

/** Whether two questions are the isSameQuery, whatever the order in which their parts are written. */
export const isSameQuery = (one: unknown, other: unknown) => spelled(one) === spelled(other)

const spelled = (value: unknown) =>
  JSON.stringify(value, (_, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
