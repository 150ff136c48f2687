import { type FilterPart, partOfQuery, queryPart } from './filter_tree.ts'

// The filter of the list: in the URL, and as a query for the server.

export interface ContactFilter {
  /** Each word must occur in a name, mail address, number, postal code or city; a telephone number is found however it is written. */
  q?: string | undefined
  where?: FilterPart[] | undefined
  /** A saved query of another form, which can be used only as a whole. */
  query?: object | undefined
}

const searched_by_words = ['surname', 'firstname', 'mail', 'mobile', 'city']

function wordCondition(word: string) {
  const attrs = /\d/.test(word) ? [...searched_by_words, 'postal_code'] : searched_by_words
  return { $at_least_one: attrs.map(attr => ({ $condition: { attr, ope: 'contains', value: word } })) }
}

const is_number = /^[+(]?\d[\d\s().+/-]*$/
const digits_min = 6

const isNumber = (text: string) => is_number.test(text) && text.replace(/\D/g, '').length >= digits_min

/** A whole number however it is written, or a part of one as numbers are mostly written. */
function numberCondition(text: string) {
  const digits = text.replace(/\D/g, '')
  const pairs = digits.match(/..?/g) ?? []
  const parts = new Set([text, digits, pairs.join(' '), pairs.join('.')])
  return {
    $at_least_one: [
      { $condition: { attr: 'any_phone', ope: 'eql', value: text } },
      ...[...parts].map(value => ({ $condition: { attr: 'any_phone', ope: 'contains', value } })),
    ],
  }
}

function conditionsFor(q: string) {
  const text = q.trim()
  if (isNumber(text)) return [numberCondition(text)]
  const words = text.split(/\s+/).filter(Boolean)
  return words.map(word => (isNumber(word) ? numberCondition(word) : wordCondition(word)))
}

/** The query for the server. An empty object matches every contact. */
export function queryOf({ q, where, query }: ContactFilter): object {
  if (query) return query
  const nodes = [...(where?.length ? [{ $all: where.map(queryPart) }] : []), ...conditionsFor(q ?? '')]
  return nodes.length > 0 ? { $all: nodes } : {}
}

/** A saved query as editable filters, if it has the form that the console writes. */
export function filterOf(query: object): ContactFilter {
  if (Object.keys(query).length === 0) return {}
  const nodes = (query as { $all?: unknown }).$all
  if (!Array.isArray(nodes)) return { query }
  const where: FilterPart[] = []
  const words: string[] = []
  for (const node of nodes) {
    const word = node?.$at_least_one?.[0]?.$condition?.value
    if (Array.isArray(node?.$all)) where.push(...node.$all.flatMap((one: unknown) => partOfQuery(one) ?? []))
    else if (typeof word === 'string') words.push(word)
  }
  const read = { ...(words.length > 0 && { q: words.join(' ') }), ...(where.length > 0 && { where }) }
  return isSameQuery(queryOf(read), query) ? read : { query }
}

/** Whether two queries are equal, ignoring the order of keys. */
export const isSameQuery = (one: unknown, other: unknown) => canonicalJson(one) === canonicalJson(other)

const canonicalJson = (value: unknown) =>
  JSON.stringify(value, (_, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
