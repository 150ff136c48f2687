import type { Fragment, Sql } from '../../../db/sql.ts'
import { type Attribute, linesOf } from './attributes.ts'
import {
  donationCondition,
  type EvaluationMode,
  membershipCondition,
  membershipDateCondition,
} from './money_conditions.ts'
import type { Test } from './operators.ts'
import type { Condition, Node } from './parse.ts'
import type { NormalizedQuery } from './phone_numbers.ts'
import { answerCondition, tagCondition } from './tag_answer.ts'
import { anyOf, inSpan, joinConditions, matchesExactly, matchesPlain } from './text_match.ts'

/** A query as a condition on `c`, a row of searched_contacts: to find all who fit, or to test one contact after the other. */
export const compile = (
  sql: Sql,
  group_id: number,
  { every, nodes }: NormalizedQuery,
  way: EvaluationMode = 'all',
): Fragment =>
  joinConditions(
    sql,
    nodes.map(node => compileNode(sql, group_id, node, way)),
    every,
  )

const compileNode = (sql: Sql, group_id: number, { every, conditions }: Node, way: EvaluationMode) =>
  joinConditions(
    sql,
    conditions.map(condition => compileCondition(sql, group_id, condition, way)),
    every,
  )

function compileCondition(sql: Sql, group_id: number, condition: Condition, way: EvaluationMode): Fragment {
  const { attribute, negated, test } = condition
  // What is sorted is empty where its key is, and these stand together.
  if (negated && test.is === 'ext' && attribute.kind === 'text' && attribute.sorted)
    return sql`(c.${sql(attribute.key_column!)} = '' and c.${sql(attribute.column)} = '')`
  const holds = compilePositive(sql, group_id, condition, way)
  return negated ? sql`not ${holds}` : holds
}

function compilePositive(sql: Sql, group_id: number, condition: Condition, way: EvaluationMode): Fragment {
  const { attribute, test, strict } = condition
  switch (attribute.kind) {
    case 'text':
      return condition.numbers
        ? phoneCondition(sql, attribute, test, condition.numbers, way)
        : textCondition(sql, attribute, test, strict, way)
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
      return membershipCondition(sql, group_id, test)
    case 'membership_date':
      return membershipDateCondition(sql, group_id, attribute.column, test, way)
    case 'donation':
      return donationCondition(sql, group_id, attribute.measure, condition, way)
  }
}

type TextAttribute = Extract<Attribute, { kind: 'text' }>

function textCondition(sql: Sql, attribute: TextAttribute, test: Test, strict: boolean, way: EvaluationMode): Fragment {
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
      return inSpan(sql, key, test.span, value => sql`plain(${value}::text)`)
    default:
      return textInList(sql, attribute, test.values as string[], strict, way)
  }
}

/** Whether the text is one of these. */
function textInList(
  sql: Sql,
  attribute: TextAttribute,
  texts: string[],
  strict: boolean,
  way: EvaluationMode,
): Fragment {
  const column = sql`c.${sql(attribute.column)}`
  const key = comparedText(sql, attribute)
  if (texts.length === 0) return sql`false`
  // To test one contact after the other needs no index.
  if (!strict && (attribute.sorted || way === 'each')) return sql`(${key} in (${plainList(sql, texts)}))`
  const indexed = attribute.whole_indexed && !strict ? texts.filter(hasLetters) : []
  const others = texts.filter(text => !indexed.includes(text))
  return anyOf(sql, [
    ...(indexed.length > 0
      ? [sql`(${column} <> '' and ${indexedText(sql, attribute)} in (${plainList(sql, indexed)}))`]
      : []),
    ...others.map(text => {
      const exact = strict
        ? sql`${exactColumn(sql, attribute)} = ${exactText(sql, attribute, text)}`
        : sql`${key} = plain(${text}::text)`
      return sql`(${trigramFilter(sql, attribute, 'eql', text)} and ${exact})`
    }),
  ])
}

/** The text to the letter, and what it is compared with. */
const exactColumn = (sql: Sql, { column, lower_column: caseless }: TextAttribute) => sql`c.${sql(caseless ?? column)}`
const exactText = (sql: Sql, { lower_column: caseless }: TextAttribute, text: string) =>
  caseless ? sql`lower(${text}::text)` : sql`${text}::text`

/** Whose number it is, whatever it is written like; what is no number is a text like any other. */
function phoneCondition(
  sql: Sql,
  attribute: TextAttribute,
  test: Test,
  numbers: string[],
  way: EvaluationMode,
): Fragment {
  const values = test.is === 'any_of' ? test.values : []
  const texts = values.filter((_, index) => numbers[index] === '') as string[]
  const meant = numbers.filter(number => number !== '')
  const key = sql`c.${sql(attribute.phone_column!)}`
  const parts = meant.length > 0 ? [sql`(${key} <> '' and ${key} = any(${meant}::text[]))`] : []
  if (texts.length > 0) parts.push(textInList(sql, attribute, texts, false, way))
  return anyOf(sql, parts)
}

/** The text as it is compared. Cutting it out costs far less than making it again. */
const comparedText = (sql: Sql, { key_column: key, line_column: home, column }: TextAttribute) =>
  key
    ? sql`c.${sql(key)}`
    : home
      ? sql`btrim(split_part(c.${sql(home)}, E'\\x1f', ${linesOf[home].indexOf(column) + 2}::int))`
      : indexedText(sql, { column })

/** The same, made again: what has an index of the whole text has it of this. */
const indexedText = (sql: Sql, { column }: Pick<TextAttribute, 'column'>) => sql`plain(one_line(c.${sql(column)}))`

/** Whether anything is left of it as it is compared. */
const hasLetters = (text: string) => /[\p{L}\p{N}]/u.test(text)

const plainList = (sql: Sql, texts: string[]) =>
  texts.map(text => sql`plain(${text}::text)`).reduce((whole, part) => sql`${whole}, ${part}`)

/**
 * Whom the trigrams let pass: all who fit, and some who do not. Three letters in a row make a trigram; a shorter text still does at the
 * beginning of its line. Without one the index is of no use.
 */
function trigramFilter(
  sql: Sql,
  { column, line_column: home, sorted }: TextAttribute,
  is: 'contains' | 'start_with' | 'eql',
  text: string,
): Fragment {
  if (!home) return hasLetters(text) ? sql`c.${sql(column)} <> ''` : sql`true`
  const all = sql`c.${sql(home)}`
  const telling = selectivePart(text)
  if (telling) return sql`${all} like '%' || pattern_of(${telling}) || '%'`
  // What is sorted is found by its beginning.
  if (is === 'contains' || sorted || !/^\s*[\p{L}\p{N}]/u.test(text)) return sql`true`
  return is === 'eql'
    ? sql`${all} like E'%\\x1f' || pattern_of(${text}) || E'\\x1f%'`
    : sql`${all} like E'%\\x1f' || pattern_of(${text}) || '%'`
}

/** What of a text has trigrams that few others have: of a mail address what stands before the @. Undefined when it has none at all. */
export const selectivePart = (text: string) => [text.split('@')[0]!, text].find(part => /[\p{L}\p{N}]{3}/u.test(part))

type ScalarAttribute = Pick<Extract<Attribute, { kind: 'integer' | 'time' }>, 'kind' | 'column'> & { optional?: true }

function scalarCondition(sql: Sql, { kind, column, optional }: ScalarAttribute, test: Test): Fragment {
  // Most contacts have no number of membership, and no entry in its index.
  const numbered = column === 'member_number' && !acceptsZero(test)
  if (numbered)
    return sql`(c.membership_number is not null and ${scalarCondition(sql, { kind, column: 'membership_number' }, test)})`
  const value = sql`c.${sql(column)}`
  // An integer of JSON may be larger than the column can hold.
  const edge = (limit: string | number) => (kind === 'integer' ? sql`${limit}::bigint` : sql`${limit}::timestamptz`)
  const set = optional ? sql`${value} < 'infinity'` : kind === 'integer' ? sql`${value} <> 0` : sql`true`
  switch (test.is) {
    case 'ext':
      return sql`(${set})`
    case 'range': {
      // What is not known is neither before nor after anything.
      const within = inSpan(sql, value, test.span, edge)
      return optional && test.span.to === undefined ? sql`(${within} and ${set})` : within
    }
    case 'any_of':
      return kind === 'integer'
        ? sql`(${value} = any(${test.values as number[]}::bigint[]))`
        : anyOf(
            sql,
            test.spans.map(span => inSpan(sql, value, span, edge)),
          )
    default:
      return sql`false`
  }
}

/** Whether who has no number, which is as good as 0, passes the test. */
function acceptsZero(test: Test) {
  if (test.is === 'any_of') return test.values.includes(0)
  return test.is === 'range' && Number(test.span.from ?? 0) <= 0 && Number(test.span.to ?? 0) >= 0
}
