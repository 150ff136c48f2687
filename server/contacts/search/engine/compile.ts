import type { Fragment, Sql } from '../../../db/sql.ts'
import { type Attribute, lines } from './attributes.ts'
import { donationCondition, membershipCondition, membershipDateCondition, type Way } from './money_conditions.ts'
import type { Test } from './operators.ts'
import type { Condition, Node } from './parse.ts'
import type { NormalizedQuery } from './phone_numbers.ts'
import { formSql, tagsSql } from './tag_answer.ts'
import { anyOf, joined, loosely, spanSql, strictly } from './text_match.ts'

/** A query as a condition on `c`, a row of searched_contacts: to find all who fit, or to test one contact after the other. */
export const compile = (sql: Sql, group_id: number, { every, nodes }: NormalizedQuery, way: Way = 'all'): Fragment =>
  joined(
    sql,
    nodes.map(node => nodeSql(sql, group_id, node, way)),
    every,
  )

const nodeSql = (sql: Sql, group_id: number, { every, conditions }: Node, way: Way) =>
  joined(
    sql,
    conditions.map(condition => conditionSql(sql, group_id, condition, way)),
    every,
  )

function conditionSql(sql: Sql, group_id: number, condition: Condition, way: Way): Fragment {
  const { attribute, negated, test } = condition
  // What is sorted is empty where its key is, and these stand together.
  if (negated && test.is === 'ext' && attribute.kind === 'text' && attribute.sorted)
    return sql`(c.${sql(attribute.key!)} = '' and c.${sql(attribute.column)} = '')`
  const holds = positive(sql, group_id, condition, way)
  return negated ? sql`not ${holds}` : holds
}

function positive(sql: Sql, group_id: number, condition: Condition, way: Way): Fragment {
  const { attribute, test, strict } = condition
  switch (attribute.kind) {
    case 'text':
      return condition.numbers
        ? numberSql(sql, attribute, test, condition.numbers, way)
        : textSql(sql, attribute, test, strict, way)
    case 'integer':
    case 'time':
      return scalarSql(sql, attribute, test)
    case 'boolean':
      return test.is === 'any_of' && test.values[0] === true
        ? sql`c.${sql(attribute.column)}`
        : sql`(not c.${sql(attribute.column)})`
    case 'address':
      return sql`(c.address_id is not null)`
    case 'tags':
      return tagsSql(sql, group_id, test, strict)
    case 'form':
      return formSql(sql, group_id, condition)
    case 'membership':
      return membershipCondition(sql, group_id, test)
    case 'membership_date':
      return membershipDateCondition(sql, group_id, attribute.column, test, way)
    case 'donation':
      return donationCondition(sql, group_id, attribute.measure, condition, way)
  }
}

type TextAttribute = Extract<Attribute, { kind: 'text' }>

function textSql(sql: Sql, attribute: TextAttribute, test: Test, strict: boolean, way: Way): Fragment {
  const column = sql`c.${sql(attribute.column)}`
  const key = keyOf(sql, attribute)
  switch (test.is) {
    case 'ext':
      return sql`(${column} <> '')`
    case 'contains':
    case 'start_with': {
      const { text } = test
      const exact = strict
        ? strictly(sql, exactly(sql, attribute), test.is, exactText(sql, attribute, text))
        : loosely(sql, key, test.is, text)
      return sql`(${candidates(sql, attribute, test.is, text)} and ${exact})`
    }
    case 'range':
      return spanSql(sql, key, test.span, value => sql`plain(${value}::text)`)
    default:
      return amongSql(sql, attribute, test.values as string[], strict, way)
  }
}

/** Whether the text is one of these. */
function amongSql(sql: Sql, attribute: TextAttribute, texts: string[], strict: boolean, way: Way): Fragment {
  const column = sql`c.${sql(attribute.column)}`
  const key = keyOf(sql, attribute)
  if (texts.length === 0) return sql`false`
  // To test one contact after the other needs no index.
  if (!strict && (attribute.sorted || way === 'each')) return sql`(${key} in (${plainly(sql, texts)}))`
  const indexed = attribute.listed && !strict ? texts.filter(hasLetters) : []
  const others = texts.filter(text => !indexed.includes(text))
  return anyOf(sql, [
    ...(indexed.length > 0
      ? [sql`(${column} <> '' and ${wholeOf(sql, attribute)} in (${plainly(sql, indexed)}))`]
      : []),
    ...others.map(text => {
      const exact = strict
        ? sql`${exactly(sql, attribute)} = ${exactText(sql, attribute, text)}`
        : sql`${key} = plain(${text}::text)`
      return sql`(${candidates(sql, attribute, 'eql', text)} and ${exact})`
    }),
  ])
}

/** The text to the letter, and what it is compared with. */
const exactly = (sql: Sql, { column, caseless }: TextAttribute) => sql`c.${sql(caseless ?? column)}`
const exactText = (sql: Sql, { caseless }: TextAttribute, text: string) =>
  caseless ? sql`lower(${text}::text)` : sql`${text}::text`

/** Whose number it is, whatever it is written like; what is no number is a text like any other. */
function numberSql(sql: Sql, attribute: TextAttribute, test: Test, numbers: string[], way: Way): Fragment {
  const values = test.is === 'any_of' ? test.values : []
  const texts = values.filter((_, index) => numbers[index] === '') as string[]
  const meant = numbers.filter(number => number !== '')
  const key = sql`c.${sql(attribute.number!)}`
  const parts = meant.length > 0 ? [sql`(${key} <> '' and ${key} = any(${meant}::text[]))`] : []
  if (texts.length > 0) parts.push(amongSql(sql, attribute, texts, false, way))
  return anyOf(sql, parts)
}

/** The text as it is compared. Cutting it out costs far less than making it again. */
const keyOf = (sql: Sql, { key, home, column }: TextAttribute) =>
  key
    ? sql`c.${sql(key)}`
    : home
      ? sql`btrim(split_part(c.${sql(home)}, E'\\x1f', ${lines[home].indexOf(column) + 2}::int))`
      : wholeOf(sql, { column })

/** The same, made again: what has an index of the whole text has it of this. */
const wholeOf = (sql: Sql, { column }: Pick<TextAttribute, 'column'>) => sql`plain(one_line(c.${sql(column)}))`

/** Whether anything is left of it as it is compared. */
const hasLetters = (text: string) => /[\p{L}\p{N}]/u.test(text)

const plainly = (sql: Sql, texts: string[]) =>
  texts.map(text => sql`plain(${text}::text)`).reduce((whole, part) => sql`${whole}, ${part}`)

/**
 * Whom the trigrams let pass: all who fit, and some who do not. Three letters in a row make a trigram; a shorter text still does at the
 * beginning of its line. Without one the index is of no use.
 */
function candidates(
  sql: Sql,
  { column, home, sorted }: TextAttribute,
  is: 'contains' | 'start_with' | 'eql',
  text: string,
): Fragment {
  if (!home) return hasLetters(text) ? sql`c.${sql(column)} <> ''` : sql`true`
  const all = sql`c.${sql(home)}`
  const telling = tellingPart(text)
  if (telling) return sql`${all} like '%' || pattern_of(${telling}) || '%'`
  // What is sorted is found by its beginning.
  if (is === 'contains' || sorted || !/^\s*[\p{L}\p{N}]/u.test(text)) return sql`true`
  return is === 'eql'
    ? sql`${all} like E'%\\x1f' || pattern_of(${text}) || E'\\x1f%'`
    : sql`${all} like E'%\\x1f' || pattern_of(${text}) || '%'`
}

/** What of a text has trigrams that few others have: of a mail address what stands before the @. Undefined when it has none at all. */
export const tellingPart = (text: string) => [text.split('@')[0]!, text].find(part => /[\p{L}\p{N}]{3}/u.test(part))

type ScalarAttribute = Pick<Extract<Attribute, { kind: 'integer' | 'time' }>, 'kind' | 'column'> & { optional?: true }

function scalarSql(sql: Sql, { kind, column, optional }: ScalarAttribute, test: Test): Fragment {
  // Most contacts have no number of membership, and no entry in its index.
  const numbered = column === 'member_number' && !holdsForNone(test)
  if (numbered)
    return sql`(c.membership_number is not null and ${scalarSql(sql, { kind, column: 'membership_number' }, test)})`
  const value = sql`c.${sql(column)}`
  // An integer of JSON may be larger than the column can hold.
  const edge = (limit: string | number) => (kind === 'integer' ? sql`${limit}::bigint` : sql`${limit}::timestamptz`)
  const set = optional ? sql`${value} < 'infinity'` : kind === 'integer' ? sql`${value} <> 0` : sql`true`
  switch (test.is) {
    case 'ext':
      return sql`(${set})`
    case 'range': {
      // What is not known is neither before nor after anything.
      const within = spanSql(sql, value, test.span, edge)
      return optional && test.span.to === undefined ? sql`(${within} and ${set})` : within
    }
    case 'any_of':
      return kind === 'integer'
        ? sql`(${value} = any(${test.values as number[]}::bigint[]))`
        : anyOf(
            sql,
            test.spans.map(span => spanSql(sql, value, span, edge)),
          )
    default:
      return sql`false`
  }
}

/** Whether who has no number, which is as good as 0, passes the test. */
function holdsForNone(test: Test) {
  if (test.is === 'any_of') return test.values.includes(0)
  return test.is === 'range' && Number(test.span.from ?? 0) <= 0 && Number(test.span.to ?? 0) >= 0
}
