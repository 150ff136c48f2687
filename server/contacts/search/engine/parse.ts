import { type Caller, may } from '../../../access/caller.ts'
import type { Sql } from '../../../db/sql.ts'
import { forbidden, invalid } from '../../../errors.ts'
import { isCurrency } from '../../../fields.ts'
import { msg } from '../../../messages/message.ts'
import { hiddenForms } from '../../core/form_visibility.ts'
import { attributeNames, attributeOf, phoneAttributes, type SearchAttribute } from './attributes.ts'
import { type ConditionTest, parseConditionTest, parseInteger } from './operators.ts'
import {
  allContactsQuery,
  type ConditionGroup,
  conditionsIn,
  mapConditions,
  type SearchCondition,
  type SearchQuery,
} from './query_tree.ts'

const nodes_max = 50
/** In all nodes together: each condition adds to the planning time of one statement. */
export const conditions_max = 200
const values_max = 2000
/** How many groups may contain each other. */
const group_depth_max = 4

/**
 * Parses a query, or throws an error that says where it is wrong. `$all` or `$at_least_one` over nodes of the same two words, and these over conditions
 * and groups of conditions. An empty `$all` matches every contact, an empty `$at_least_one` none.
 */
export function parseQuery(sent: unknown, location: string): SearchQuery {
  if (sent === undefined || sent === null) return allContactsQuery
  const { every, list, list_location } = parseBranch(sent, location, nodes_max)
  const { conditions, values } = sizeOfQuery(sent)
  if (conditions > conditions_max)
    throw invalid(
      location,
      msg`has ${conditions} conditions; ${conditions_max} are the most. Use any_of for lists`,
      null,
    )
  if (values > values_max)
    throw invalid(location, msg`has ${values} values to compare with; ${values_max} are the most`, null)
  const parts = list.map((node, index) => {
    const at = `${list_location}.${index}`
    if (isObject(node) && '$condition' in node)
      throw invalid(at, 'is a condition; put it into a $all or $at_least_one of its own', null)
    const inner = parseBranch(node, at, conditions_max)
    return {
      every: inner.every,
      parts: inner.list.map((one, n) => parsePart(one, `${inner.list_location}.${n}`, false, 0)),
    }
  })
  return { every, parts }
}

/** The numbers of conditions and values in a query, valid or not. A condition on several attributes counts as one on each. */
export function sizeOfQuery(sent: unknown) {
  let [conditions, values] = [0, 0]
  const leaves = listsIn(sent)
    .flat()
    .flatMap(node => listsIn(node).flat())
    .flatMap(part => leavesIn(part, 0))
  for (const leaf of leaves) {
    const { attr, value, form_ref_ids } = ((leaf as { $condition?: unknown } | null)?.$condition ?? {}) as Record<
      string,
      unknown
    >
    const attribute = typeof attr === 'string' ? attributeOf(attr) : undefined
    conditions += attribute?.kind === 'any_phone' ? phoneAttributes(attribute).length : 1
    const inside = isObject(value) ? [value.value, value.form_ref_ids] : []
    for (const list of [value, form_ref_ids, ...inside]) if (Array.isArray(list)) values += list.length
  }
  return { conditions, values }
}

/** What stands for conditions in a part of a query, valid or not. Groups that are nested too deeply count as one. */
function leavesIn(part: unknown, depth: number): unknown[] {
  if (depth > group_depth_max || !isObject(part) || '$condition' in part) return [part]
  const inside = [part.any, part.all, part.not].filter(one => one !== undefined).flat()
  return inside.length > 0 ? inside.flatMap(one => leavesIn(one, depth + 1)) : [part]
}

/** The cost of a query against the rate limit. A few conditions cost no more than any request. */
export function costOfQuery(sent: unknown) {
  const { conditions, values } = sizeOfQuery(sent)
  return Math.floor(conditions / 2) + Math.floor(values / 50)
}

const listsIn = (branch: unknown): unknown[][] =>
  isObject(branch) ? Object.values(branch).filter(list => Array.isArray(list)) : []

/**
 * The query as the caller may run it, since its matches reveal what it asks. Conditions on data that the caller may not read are refused. A form that the
 * caller does not see is one without answers, as is a form that does not exist.
 */
export async function permittedQuery(sql: Sql, caller: Caller, query: SearchQuery): Promise<SearchQuery> {
  const conditions = conditionsIn(query)
  for (const { attribute } of conditions) {
    if (attribute.needs && !may(caller, attribute.needs))
      throw forbidden(
        msg`Searching by ${attribute.name} needs the permission ${attribute.needs}, which your role or token lacks.`,
      )
  }
  if (!conditions.some(({ form }) => form)) return query
  const hidden = await hiddenForms(sql, caller)
  return hidden.size === 0
    ? query
    : mapConditions(query, ({ form, ...condition }) => ({
        ...condition,
        ...(form && { form: hidden.has(form.id) ? { ...form, id: 0 } : form }),
      }))
}

function parseBranch(sent: unknown, location: string, length_max: number) {
  const words = isObject(sent) ? Object.keys(sent) : []
  const [word] = words
  if (!isObject(sent) || words.length !== 1 || (word !== '$all' && word !== '$at_least_one'))
    throw invalid(location, 'must be an object with either $all or $at_least_one', null)
  const [list, list_location] = [sent[word], `${location}.${word}`]
  if (!Array.isArray(list)) throw invalid(list_location, 'must be an array', list)
  if (list.length > length_max) throw invalid(list_location, msg`must have at most ${length_max} items`, null)
  return { every: word === '$all', list, list_location }
}

const groupWords = ['any', 'all', 'not'] as const

/** A condition, or a group: `any` or `all` over parts, or `not` of one. `depth` is the number of groups around it. */
function parsePart(sent: unknown, at: string, negated: boolean, depth: number): SearchCondition | ConditionGroup {
  if (!isObject(sent) || '$condition' in sent) return parseCondition(sent, at, negated)
  const words = Object.keys(sent)
  const word = groupWords.find(name => name in sent)
  if (!word) return parseCondition(sent, at, negated)
  if (words.length !== 1) throw invalid(at, 'must have one of any, all and not, and nothing else', null)
  if (depth === group_depth_max)
    throw invalid(at, msg`is nested too deeply; at most ${group_depth_max} groups may contain each other`, null)
  const [inside, location] = [sent[word], `${at}.${word}`]
  if (word === 'not') {
    if (Array.isArray(inside))
      throw invalid(location, 'must be one condition or group; for several there is {"not": {"any": [ … ]}}', null)
    return parsePart(inside, location, !negated, depth + 1)
  }
  if (!Array.isArray(inside)) throw invalid(location, 'must be an array', inside)
  if (inside.length === 0) throw invalid(location, 'must have at least one condition', null)
  const parts = inside.map((one, index) => parsePart(one, `${location}.${index}`, negated, depth + 1))
  // None of several: all of their opposites.
  return { every: (word === 'all') !== negated, parts }
}

const operators = {
  eql: ['any_of', false],
  not_eql: ['any_of', true],
  any_of: ['any_of', false],
  none_of: ['any_of', true],
  all_of: ['all_of', false],
  ext: ['ext', false],
  not_ext: ['ext', true],
  contains: ['contains', false],
  not_contains: ['contains', true],
  start_with: ['start_with', false],
  not_start_with: ['start_with', true],
  gte: ['range', false],
  lte: ['range', false],
  range: ['range', false],
} as const

export type SearchOperator = keyof typeof operators
const operatorNames = Object.keys(operators)

function parseCondition(sent: unknown, at: string, inverted: boolean): SearchCondition | ConditionGroup {
  if (!isObject(sent) || !isObject(sent.$condition))
    throw invalid(at, 'must be an object with $condition, which is an object, or with any, all or not', null)
  const location = `${at}.$condition`
  const condition = sent.$condition
  const attribute = typeof condition.attr === 'string' ? attributeOf(condition.attr) : undefined
  if (!attribute) throw invalid(`${location}.attr`, msg`must be one of ${attributeNames.join(', ')}`, condition.attr)
  const { operator, strict } = parseOperator(condition.ope, attribute, location)
  const [is, opposite] = operators[operator]
  const negated = opposite !== inverted
  const test = parseConditionTest(attribute, is, operator, condition, location)
  if (attribute.kind === 'any_phone')
    return {
      every: negated,
      parts: phoneAttributes(attribute).map(phone => ({ attribute: phone, negated, strict, test })),
    }
  return {
    attribute,
    negated,
    strict,
    test,
    ...(attribute.kind === 'form' && { form: parseForm(condition, test, location) }),
    ...(attribute.kind === 'donation' && parseCurrency(condition, location)),
  }
}

function parseOperator(sent: unknown, attribute: SearchAttribute, location: string) {
  const [, word = '', strict] = typeof sent === 'string' ? (/^(\w+)(:strictdata)?$/.exec(sent) ?? []) : []
  const operator_location = `${location}.ope`
  if (!Object.hasOwn(operators, word))
    throw invalid(operator_location, msg`must be one of ${operatorNames.join(', ')}`, sent)
  const taken: readonly string[] = operatorsByKind[attribute.kind]
  if (!taken.includes(word))
    throw invalid(operator_location, msg`must be one of ${taken.join(', ')} for ${attribute.name}`, sent)
  if (strict && !['text', 'any_phone', 'tags', 'form'].includes(attribute.kind))
    throw invalid(operator_location, msg`can have :strictdata only for texts, which ${attribute.name} is not`, sent)
  return { operator: word as SearchOperator, strict: strict !== undefined }
}

const list = ['eql', 'not_eql', 'any_of', 'none_of'] as const
const filled = ['ext', 'not_ext'] as const
const pattern = ['contains', 'not_contains', 'start_with', 'not_start_with'] as const
const order = ['gte', 'lte', 'range'] as const

const operatorsByKind: Record<SearchAttribute['kind'], readonly SearchOperator[]> = {
  text: [...list, ...filled, ...pattern, ...order],
  any_phone: [...list, ...filled, ...pattern, ...order],
  integer: [...list, ...filled, ...order],
  time: [...list, ...filled, ...order],
  boolean: ['eql', 'not_eql'],
  address: filled,
  tags: [...list, 'all_of', ...filled, ...pattern],
  form: [...list, 'all_of', ...filled, ...pattern, ...order],
  membership: list,
  membership_date: [...filled, ...order],
  donation: ['eql', 'not_eql', ...filled, ...order],
}

/** `form_id` and `form_ref_ids` stand beside the operator, or inside `value`. */
function parseForm(condition: Record<string, unknown>, test: ConditionTest, location: string) {
  const inside = isObject(condition.value)
  const [from, at] = inside ? [condition.value as Record<string, unknown>, `${location}.value`] : [condition, location]
  const { form_id, form_ref_ids, before_version } = from
  const id = parseInteger(form_id)
  if (!isId(id)) throw invalid(`${at}.form_id`, 'must be the id of a form', form_id)
  const list = form_ref_ids ?? []
  const refs = Array.isArray(list) && list.length <= 500 ? list.map(parseInteger) : undefined
  if (!refs?.every(isId)) throw invalid(`${at}.form_ref_ids`, 'must be an array of at most 500 ids', form_ref_ids)
  const chosen = test.is === 'any_of' || test.is === 'all_of'
  if (chosen && test.values.length === 0 && refs.length === 0)
    throw invalid(`${at}.form_ref_ids`, 'or a value is needed to compare the answer with', null)
  const before = before_version === undefined ? undefined : parseInteger(before_version)
  if (before_version !== undefined && !isId(before))
    throw invalid(`${at}.before_version`, 'must be a version of the form, such as 2', before_version)
  return { id, refs, ...(before !== undefined && { before }) }
}

function parseCurrency({ currency }: Record<string, unknown>, location: string) {
  if (currency === undefined) return {}
  if (typeof currency !== 'string' || !isCurrency(currency))
    throw invalid(`${location}.currency`, 'must be an ISO 4217 currency, such as EUR', currency)
  return { currency: currency.toUpperCase() }
}

const isId = (value: number | undefined): value is number => value !== undefined && value > 0

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
