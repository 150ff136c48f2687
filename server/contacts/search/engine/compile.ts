import type { Fragment, Sql } from '../../../db/sql.ts'
import {
  compileItemCondition,
  donationCondition,
  type ItemCondition,
  membershipCondition,
  membershipDateCondition,
  negateItemCondition,
} from '../../../money/core/contact_conditions.ts'
import type { EvaluationMode, ValueSpan } from '../../core/search_conditions.ts'
import { linePosition } from '../../core/search_index.ts'
import { answerCondition, tagCondition } from './answers_and_tags.ts'
import type { SearchAttribute } from './attributes.ts'
import type { ConditionTest } from './operators.ts'
import type { SearchCondition } from './parse.ts'
import type { NormalizedQuery } from './phone_numbers.ts'
import { anyCondition, hasTerm, inSpan, joinConditions, matchesExactly, matchesPlain } from './sql_conditions.ts'

/** Compiles a query to an SQL condition on `c`, a row of searched_contacts: to collect all matches, or to test each contact of a scan. */
export const compileQuery = (
  sql: Sql,
  group_id: number,
  { every, nodes }: NormalizedQuery,
  mode: EvaluationMode = 'all',
): Fragment => {
  const compiled = nodes.map(node => {
    const conditions = node.conditions.map(condition => compileCondition(sql, group_id, condition, mode))
    return joinConditions(sql, conditions, node.every)
  })
  return joinConditions(sql, compiled, every)
}

export function compileCondition(
  sql: Sql,
  group_id: number,
  condition: SearchCondition,
  mode: EvaluationMode,
): Fragment {
  const { attribute, negated, test } = condition
  const on_items = itemConditionOf(sql, group_id, condition)
  if (on_items)
    return compileItemCondition(sql, group_id, negated ? negateItemCondition(sql, on_items) : on_items, mode)
  if (negated && test.is === 'ext')
    return missingCondition(sql, group_id, attribute) ?? sql`not ${compile(sql, group_id, condition, mode)}`
  const holds = compile(sql, group_id, condition, mode)
  return negated ? sql`(not ${holds})` : holds
}

/** That the contact has no such value, where a term says so. Rows that were stored before a field was added have no term for it. */
function missingCondition(sql: Sql, group_id: number, attribute: SearchAttribute): Fragment | undefined {
  if (attribute.kind === 'tags') return hasTerm(sql, group_id, 'tag=', [''])
  if (attribute.kind === 'address') return hasTerm(sql, group_id, 'address=', [''])
  const has_term = (attribute.kind === 'text' || attribute.kind === 'integer') && linePosition(attribute.field)
  return has_term ? hasTerm(sql, group_id, `${attribute.field}=`, ['']) : undefined
}

const isFilled = (sql: Sql, group_id: number, field: string) => hasTerm(sql, group_id, `${field}+`, [''])

function compile(sql: Sql, group_id: number, condition: SearchCondition, mode: EvaluationMode): Fragment {
  const { attribute, test } = condition
  switch (attribute.kind) {
    case 'text':
      return textCondition(sql, group_id, attribute, condition, mode)
    case 'integer':
    case 'time':
      return scalarCondition(sql, group_id, attribute, test)
    case 'boolean': {
      const no = test.is === 'any_of' && test.values[0] === false
      return no ? sql`(not ${isFilled(sql, group_id, attribute.field)})` : isFilled(sql, group_id, attribute.field)
    }
    case 'address':
      return isFilled(sql, group_id, 'address')
    case 'tags':
      return tagCondition(sql, group_id, condition)
    case 'form':
      return answerCondition(sql, group_id, condition, mode === 'each' ? 'each' : 'all')
    default:
      throw new Error(`conditions on ${attribute.name} are not compiled here`)
  }
}

function itemConditionOf(
  sql: Sql,
  group_id: number,
  { attribute, test, currency }: SearchCondition,
): ItemCondition | undefined {
  switch (attribute.kind) {
    case 'membership':
      return membershipCondition(sql, new Set(test.is === 'any_of' ? test.values : []))
    case 'membership_date':
      return membershipDateCondition(sql, attribute.column, spanOf(test))
    case 'donation':
      return donationCondition(sql, group_id, attribute.measure, spanOf(test), currency)
    default:
      return undefined
  }
}

/** The span that the test compares with; undefined where it only asks for a value. */
function spanOf(test: ConditionTest): ValueSpan | undefined {
  if (test.is === 'range') return test.span
  if (test.is !== 'any_of') return undefined
  const [value] = test.values
  return typeof value === 'number' ? { from: value, to: value } : {}
}

type TextAttribute = Extract<SearchAttribute, { kind: 'text' }>

function textCondition(
  sql: Sql,
  group_id: number,
  attribute: TextAttribute,
  condition: SearchCondition,
  mode: EvaluationMode,
): Fragment {
  const { test, strict } = condition
  const key = comparedText(sql, attribute)
  switch (test.is) {
    case 'ext':
      return isFilled(sql, group_id, attribute.field)
    case 'contains':
    case 'start_with': {
      const plain = startOrPart(sql, attribute, test.is, test.text, condition.negated ? 'each' : mode)
      if (!strict) return plain
      const column = exactColumn(sql, attribute)
      return sql`(${plain} and ${asStored(sql, group_id, matchesExactly(sql, column, test.is, exactText(sql, attribute, test.text)))})`
    }
    case 'range':
      return inSpan(sql, key, test.span, value => sql`normalize_text(${value}::text) collate "C"`)
    default: {
      const texts = test.values as string[]
      const plain = textInList(sql, group_id, attribute, texts, condition.numbers)
      if (!strict) return plain
      const same = texts.map(text => sql`${exactColumn(sql, attribute)} = ${exactText(sql, attribute, text)}`)
      return sql`(${plain} and ${asStored(sql, group_id, anyCondition(sql, same))})`
    }
  }
}

/**
 * That the text begins with this one, or has it as a part. The trigrams of a part lead to the few contacts that can match. Where many do, it is looked for
 * in all words of a contact first, as finding the line of a field takes longer.
 */
function startOrPart(
  sql: Sql,
  attribute: TextAttribute,
  is: 'contains' | 'start_with',
  text: string,
  mode: EvaluationMode,
): Fragment {
  const { key_column, field } = attribute
  const key = key_column || is === 'start_with' ? comparedText(sql, attribute) : lineOf(sql, field)
  if (is === 'start_with' && key_column)
    return sql`(${key} >= normalize_text(${text}::text) and ${key} < normalize_text(${text}::text) || chr(1114111))`
  const exact = matchesPlain(sql, key, is, text)
  const part = mode === 'all' ? selectivePart(text) : undefined
  if (part) return sql`(c.words like (select '%' || like_pattern(${part}) || '%') and ${exact})`
  return mode === 'many' && !key_column
    ? sql`(position(normalize_text(${text}::text) in c.words) > 0 and ${exact})`
    : exact
}

/** That the text is one of these. With `numbers`, values that are telephone numbers are compared in international form. */
function textInList(sql: Sql, group_id: number, attribute: TextAttribute, texts: string[], numbers: string[] = []) {
  const others = texts.filter((_, index) => !numbers[index])
  const phones = numbers.filter(number => number !== '')
  const parts: Fragment[] = []
  if (phones.length > 0) parts.push(hasTerm(sql, group_id, `${attribute.field}#`, phones))
  if (others.length > 0) parts.push(hasTerm(sql, group_id, `${attribute.field}=`, others))
  // Rows that were stored before the field was added have no term for it.
  if (!linePosition(attribute.field) && others.some(text => !/\S/.test(text)))
    parts.push(sql`(${comparedText(sql, attribute)} = '')`)
  return anyCondition(sql, parts)
}

/** A condition on `s`, the contact as it is stored. A scalar sub-select is looked up for each contact; it never becomes a join with all of them. */
const asStored = (sql: Sql, group_id: number, condition: Fragment) =>
  sql`coalesce((select ${condition} from contacts s where s.group_id = ${group_id} and s.id = c.id), false)`

const exactColumn = (sql: Sql, { field, caseless }: TextAttribute) =>
  caseless ? sql`lower(s.${sql(field)})` : sql`s.${sql(field)}`
const exactText = (sql: Sql, { caseless }: TextAttribute, text: string) =>
  caseless ? sql`lower(${text}::text)` : sql`${text}::text`

/** The text as it is compared: without case and accents. */
export const comparedText = (sql: Sql, { field, key_column }: TextAttribute): Fragment =>
  key_column ? sql`c.${sql(key_column)}` : sql`(btrim(${lineOf(sql, field)}) collate "C")`

/** The line of `words` with this field; empty without a value. */
function lineOf(sql: Sql, field: string): Fragment {
  const position = linePosition(field)
  return position
    ? sql`split_part(c.words, E'\\x1f', ${position + 1}::int)`
    : sql`coalesce(substring(c.words from ${`\x1f${field}\x1e([^\x1f]*)`}), '')`
}

/** The part of a text whose trigrams few others have: that before the @ of a mail address. Undefined when it has no trigram. */
export const selectivePart = (text: string) =>
  [text.split('@', 1)[0] ?? '', text].find(part => /[\p{L}\p{N}]{3}/u.test(part))

type ScalarAttribute = Extract<SearchAttribute, { kind: 'integer' | 'time' }>

/** The number or time as it is compared. Without a value a number is 0 and a time is infinity, so that contacts can be sorted by it. */
export function comparedScalar(sql: Sql, { kind, field, is_column }: ScalarAttribute): Fragment {
  if (is_column) return sql`c.${sql(field)}`
  const number = sql`nullif(${lineOf(sql, field)}, '')::bigint`
  return kind === 'integer' ? sql`coalesce(${number}, 0)` : sql`coalesce(to_timestamp(${number} / 1000.0), 'infinity')`
}

function scalarCondition(sql: Sql, group_id: number, attribute: ScalarAttribute, test: ConditionTest): Fragment {
  const { kind, field, is_column } = attribute
  const value = comparedScalar(sql, attribute)
  const bound = (limit: string | number) => (kind === 'integer' ? sql`${limit}::bigint` : sql`${limit}::timestamptz`)
  switch (test.is) {
    case 'ext':
      if (!is_column) return isFilled(sql, group_id, field)
      return kind === 'time' ? sql`(${value} < 'infinity')` : sql`(${value} <> 0)`
    case 'range': {
      // A missing date is neither before nor after another.
      const in_span = inSpan(sql, value, test.span, bound)
      return kind === 'time' && test.span.to === undefined ? sql`(${in_span} and ${value} < 'infinity')` : in_span
    }
    case 'any_of':
      if (kind === 'time')
        return anyCondition(
          sql,
          test.spans.map(span => inSpan(sql, value, span, bound)),
        )
      return !is_column && linePosition(field)
        ? hasTerm(
            sql,
            group_id,
            `${field}=`,
            test.values.map(number => (number === 0 ? '' : String(number))),
          )
        : sql`(${value} = any(${test.values as number[]}::bigint[]))`
    default:
      return sql`false`
  }
}
