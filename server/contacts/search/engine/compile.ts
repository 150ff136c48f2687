import type { Fragment, Sql } from '../../../db/sql.ts'
import {
  donationCondition,
  membershipCondition,
  membershipDateCondition,
} from '../../../money/core/contact_conditions.ts'
import type { EvaluationMode, ValueSpan } from '../../core/search_conditions.ts'
import { type SearchAttribute, searchLines } from './attributes.ts'
import type { ConditionTest } from './operators.ts'
import type { QueryNode, SearchCondition } from './parse.ts'
import type { NormalizedQuery } from './phone_numbers.ts'
import { answerCondition, tagCondition } from './tag_answer.ts'
import { anyCondition, inSpan, joinConditions, matchesExactly, matchesPlain } from './text_match.ts'

/** Compiles a query to an SQL condition on `c`, a row of searched_contacts: to find all matches, or to test each contact of a scan. */
export const compileQuery = (
  sql: Sql,
  group_id: number,
  { every, nodes }: NormalizedQuery,
  mode: EvaluationMode = 'all',
): Fragment =>
  joinConditions(
    sql,
    nodes.map(node => compileNode(sql, group_id, node, mode)),
    every,
  )

const compileNode = (sql: Sql, group_id: number, { every, conditions }: QueryNode, mode: EvaluationMode) =>
  joinConditions(
    sql,
    conditions.map(condition => compileCondition(sql, group_id, condition, mode)),
    every,
  )

function compileCondition(sql: Sql, group_id: number, condition: SearchCondition, mode: EvaluationMode): Fragment {
  const { attribute, negated, test } = condition
  // Empty keys stand together in the index of a sorted text.
  if (negated && test.is === 'ext' && attribute.kind === 'text' && attribute.sorted && attribute.key_column)
    return sql`(c.${sql(attribute.key_column)} = '' and c.${sql(attribute.column)} = '')`
  const holds = compilePositive(sql, group_id, condition, mode)
  return negated ? sql`not ${holds}` : holds
}

function compilePositive(sql: Sql, group_id: number, condition: SearchCondition, mode: EvaluationMode): Fragment {
  const { attribute, test, strict } = condition
  switch (attribute.kind) {
    case 'text':
      return condition.numbers && attribute.phone_column
        ? phoneCondition(sql, attribute, attribute.phone_column, test, condition.numbers, mode)
        : textCondition(sql, attribute, test, strict, mode)
    case 'integer':
    case 'time':
      return scalarCondition(sql, attribute, test)
    case 'boolean':
      return test.is === 'any_of' && test.values[0] === true
        ? sql`c.${sql(attribute.column)}`
        : sql`(not c.${sql(attribute.column)})`
    case 'address':
      return sql`(c.address_id is not null)`
    case 'tags':
      return tagCondition(sql, group_id, test, strict)
    case 'form':
      return answerCondition(sql, group_id, condition)
    case 'membership':
      return membershipCondition(sql, group_id, new Set(test.is === 'any_of' ? test.values : []))
    case 'membership_date':
      return membershipDateCondition(sql, group_id, attribute.column, spanOf(test), mode)
    case 'donation':
      return donationCondition(sql, group_id, attribute.measure, spanOf(test), condition.currency, mode)
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
  attribute: TextAttribute,
  test: ConditionTest,
  strict: boolean,
  mode: EvaluationMode,
): Fragment {
  const column = sql`c.${sql(attribute.column)}`
  const key = comparedText(sql, attribute)
  switch (test.is) {
    case 'ext':
      return sql`(${column} <> '')`
    case 'contains':
    case 'start_with': {
      const { text } = test
      const exact = strict
        ? matchesExactly(sql, exactColumn(sql, attribute), test.is, exactText(sql, attribute, text))
        : matchesPlain(sql, key, test.is, text)
      return sql`(${trigramFilter(sql, attribute, test.is, text)} and ${exact})`
    }
    case 'range':
      return inSpan(sql, key, test.span, value => sql`normalize_text(${value}::text)`)
    default:
      return textInList(sql, attribute, test.values as string[], strict, mode)
  }
}

/** That the text is one of these. */
function textInList(
  sql: Sql,
  attribute: TextAttribute,
  texts: string[],
  strict: boolean,
  mode: EvaluationMode,
): Fragment {
  const column = sql`c.${sql(attribute.column)}`
  const key = comparedText(sql, attribute)
  if (texts.length === 0) return sql`false`
  // Testing each contact of a scan needs no index.
  if (!strict && (attribute.sorted || mode === 'each')) return sql`(${key} in (${plainList(sql, texts)}))`
  const indexed = attribute.whole_indexed && !strict ? texts.filter(hasLetters) : []
  const others = texts.filter(text => !indexed.includes(text))
  return anyCondition(sql, [
    ...(indexed.length > 0
      ? [sql`(${column} <> '' and ${indexedText(sql, attribute)} in (${plainList(sql, indexed)}))`]
      : []),
    ...others.map(text => {
      const exact = strict
        ? sql`${exactColumn(sql, attribute)} = ${exactText(sql, attribute, text)}`
        : sql`${key} = normalize_text(${text}::text)`
      return sql`(${trigramFilter(sql, attribute, 'eql', text)} and ${exact})`
    }),
  ])
}

/** The column and the value that `:strictdata` compares. */
const exactColumn = (sql: Sql, { column, lower_column }: TextAttribute) => sql`c.${sql(lower_column ?? column)}`
const exactText = (sql: Sql, { lower_column }: TextAttribute, text: string) =>
  lower_column ? sql`lower(${text}::text)` : sql`${text}::text`

/** That the telephone number is one of these, however it is written. A value that is not a number is compared as a text. */
function phoneCondition(
  sql: Sql,
  attribute: TextAttribute,
  phone_column: string,
  test: ConditionTest,
  numbers: string[],
  mode: EvaluationMode,
): Fragment {
  const values = test.is === 'any_of' ? test.values : []
  const texts = values.filter((_, index) => numbers[index] === '') as string[]
  const phones = numbers.filter(number => number !== '')
  const key = sql`c.${sql(phone_column)}`
  const parts = phones.length > 0 ? [sql`(${key} <> '' and ${key} = any(${phones}::text[]))`] : []
  if (texts.length > 0) parts.push(textInList(sql, attribute, texts, false, mode))
  return anyCondition(sql, parts)
}

/** The text as it is compared: without case and accents. Cutting it out of its line costs far less than computing it. */
function comparedText(sql: Sql, { key_column, line_column, column }: TextAttribute): Fragment {
  if (key_column) return sql`c.${sql(key_column)}`
  if (!line_column) return indexedText(sql, { column })
  return sql`btrim(split_part(c.${sql(line_column)}, E'\\x1f', ${searchLines[line_column].indexOf(column) + 2}::int))`
}

/** The same as an expression, which is what indexes of the whole text hold. */
const indexedText = (sql: Sql, { column }: Pick<TextAttribute, 'column'>) =>
  sql`normalize_text(one_line(c.${sql(column)}))`

/** Whether the text still has letters or digits when it is compared. */
const hasLetters = (text: string) => /[\p{L}\p{N}]/u.test(text)

const plainList = (sql: Sql, texts: string[]) =>
  texts.map(text => sql`normalize_text(${text}::text)`).reduce((whole, part) => sql`${whole}, ${part}`)

/**
 * A condition that a trigram index serves: true for all matches, and for some others. Three letters in a row make a trigram; a shorter text makes one
 * at the beginning of its line. Without a trigram the condition is true.
 */
function trigramFilter(
  sql: Sql,
  { column, line_column, sorted }: TextAttribute,
  is: 'contains' | 'start_with' | 'eql',
  text: string,
): Fragment {
  if (!line_column) return hasLetters(text) ? sql`c.${sql(column)} <> ''` : sql`true`
  const line = sql`c.${sql(line_column)}`
  const part = selectivePart(text)
  if (part) return sql`${line} like '%' || like_pattern(${part}) || '%'`
  // The index of a sorted text finds its beginning.
  if (is === 'contains' || sorted || !/^\s*[\p{L}\p{N}]/u.test(text)) return sql`true`
  return is === 'eql'
    ? sql`${line} like E'%\\x1f' || like_pattern(${text}) || E'\\x1f%'`
    : sql`${line} like E'%\\x1f' || like_pattern(${text}) || '%'`
}

/** The part of a text whose trigrams few others have: that before the @ of a mail address. Undefined when it has no trigram. */
export const selectivePart = (text: string) =>
  [text.split('@', 1)[0] ?? '', text].find(part => /[\p{L}\p{N}]{3}/u.test(part))

type ScalarAttribute = Pick<Extract<SearchAttribute, { kind: 'integer' | 'time' }>, 'kind' | 'column'> & {
  optional?: true
}

function scalarCondition(sql: Sql, { kind, column, optional }: ScalarAttribute, test: ConditionTest): Fragment {
  // The index of membership numbers leaves out contacts without one.
  if (column === 'member_number' && !acceptsZero(test))
    return sql`(c.membership_number is not null and ${scalarCondition(sql, { kind, column: 'membership_number' }, test)})`
  const value = sql`c.${sql(column)}`
  // An integer of JSON may be larger than the column can hold.
  const bound = (limit: string | number) => (kind === 'integer' ? sql`${limit}::bigint` : sql`${limit}::timestamptz`)
  const filled = optional ? sql`${value} < 'infinity'` : kind === 'integer' ? sql`${value} <> 0` : sql`true`
  switch (test.is) {
    case 'ext':
      return sql`(${filled})`
    case 'range': {
      // A missing date is neither before nor after another.
      const in_span = inSpan(sql, value, test.span, bound)
      return optional && test.span.to === undefined ? sql`(${in_span} and ${filled})` : in_span
    }
    case 'any_of':
      return kind === 'integer'
        ? sql`(${value} = any(${test.values as number[]}::bigint[]))`
        : anyCondition(
            sql,
            test.spans.map(span => inSpan(sql, value, span, bound)),
          )
    default:
      return sql`false`
  }
}

/** Whether a contact without a membership number, which counts as 0, matches. */
function acceptsZero(test: ConditionTest) {
  if (test.is === 'any_of') return test.values.includes(0)
  return test.is === 'range' && Number(test.span.from ?? 0) <= 0 && Number(test.span.to ?? 0) >= 0
}
