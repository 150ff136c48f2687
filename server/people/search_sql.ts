import type { Fragment, Sql } from '../db/sql.ts'
import { type Attribute, lines } from './search_attributes.ts'
import type { Condition, Node, Query } from './search_language.ts'
import { donationCondition, membershipCondition, membershipDateCondition } from './search_money_sql.ts'
import type { DialledQuery } from './search_numbers.ts'
import type { Span, Test } from './search_tests.ts'

/** A query as a condition on `c`, a row of searched_contacts. */
export const compile = (sql: Sql, group_id: number, { every, nodes }: DialledQuery): Fragment =>
  joined(
    sql,
    nodes.map(node => nodeSql(sql, group_id, node)),
    every,
  )

/** Where one tag or answer decides: the ids of those who have it, not yet looked up among the contacts. */
export function idsOfHolders(sql: Sql, group_id: number, { nodes }: Query): Fragment | undefined {
  const [condition, ...others] = nodes.flatMap(({ conditions }) => conditions)
  if (!condition || others.length > 0 || nodes.length > 1 || condition.negated || condition.test.is === 'all_of')
    return undefined
  const { attribute, test, strict } = condition
  if (attribute.kind === 'tags') return tagIds(sql, group_id, test, strict)
  return attribute.kind === 'form' ? answerIds(sql, group_id, condition) : undefined
}

const nodeSql = (sql: Sql, group_id: number, { every, conditions }: Node) =>
  joined(
    sql,
    conditions.map(condition => conditionSql(sql, group_id, condition)),
    every,
  )

function joined(sql: Sql, [first, ...others]: Fragment[], every: boolean): Fragment {
  if (!first) return every ? sql`true` : sql`false`
  if (others.length === 0) return first
  return sql`(${others.reduce((whole, part) => (every ? sql`${whole} and ${part}` : sql`${whole} or ${part}`), first)})`
}

const anyOf = (sql: Sql, parts: Fragment[]) => joined(sql, parts, false)

function conditionSql(sql: Sql, group_id: number, condition: Condition): Fragment {
  const holds = positive(sql, group_id, condition)
  return condition.negated ? sql`not ${holds}` : holds
}

function positive(sql: Sql, group_id: number, condition: Condition): Fragment {
  const { attribute, test, strict } = condition
  switch (attribute.kind) {
    case 'text':
      return condition.numbers
        ? numberSql(sql, attribute, test, condition.numbers)
        : textSql(sql, attribute, test, strict)
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
      return membershipDateCondition(sql, group_id, attribute.column, test)
    case 'donation':
      return donationCondition(sql, group_id, attribute.measure, condition)
  }
}

type TextAttribute = Extract<Attribute, { kind: 'text' }>

function textSql(sql: Sql, attribute: TextAttribute, test: Test, strict: boolean): Fragment {
  const column = sql`c.${sql(attribute.column)}`
  const key = attribute.key ? sql`c.${sql(attribute.key)}` : lineOf(sql, attribute)
  switch (test.is) {
    case 'ext':
      return sql`(${column} <> '')`
    case 'contains':
    case 'start_with': {
      const { text } = test
      const exact = strict ? strictly(sql, column, test.is, text) : loosely(sql, key, test.is, text)
      return sql`(${candidates(sql, attribute, test.is, text)} and ${exact})`
    }
    case 'range':
      return spanSql(sql, key, test.span, value => sql`plain(${value}::text)`)
    default: {
      const texts = test.values as string[]
      if (texts.length === 0) return sql`false`
      if (attribute.sorted && !strict)
        return sql`(${key} in (${listed(
          sql,
          texts.map(text => sql`plain(${text}::text)`),
        )}))`
      return anyOf(
        sql,
        texts.map(text => {
          const exact = strict ? sql`${column} = ${text}` : sql`${key} = plain(${text}::text)`
          return sql`(${candidates(sql, attribute, 'eql', text)} and ${exact})`
        }),
      )
    }
  }
}

/** Whose number it is, whatever it is written like; what is no number is a text like any other. */
function numberSql(sql: Sql, attribute: TextAttribute, test: Test, numbers: string[]): Fragment {
  const values = test.is === 'any_of' ? test.values : []
  const texts = values.filter((_, index) => numbers[index] === '')
  const meant = numbers.filter(number => number !== '')
  const key = sql`c.${sql(attribute.number!)}`
  const parts = meant.length > 0 ? [sql`(${key} <> '' and ${key} = any(${meant}::text[]))`] : []
  if (texts.length > 0) parts.push(textSql(sql, attribute, { is: 'any_of', values: texts, spans: [] }, false))
  return anyOf(sql, parts)
}

/** The text as it is compared. Cutting it out costs far less than making it again. */
const lineOf = (sql: Sql, { home, column }: TextAttribute) =>
  home
    ? sql`btrim(split_part(c.${sql(home)}, E'\\x1f', ${lines[home].indexOf(column) + 2}::int))`
    : sql`plain(c.${sql(column)})`

const listed = (sql: Sql, parts: Fragment[]) => parts.reduce((whole, part) => sql`${whole}, ${part}`)

const loosely = (sql: Sql, key: Fragment, is: 'contains' | 'start_with', text: string) =>
  is === 'contains' ? sql`${key} like '%' || pattern_of(${text}) || '%'` : sql`${key} like pattern_of(${text}) || '%'`

const strictly = (sql: Sql, column: Fragment, is: 'contains' | 'start_with', text: string) =>
  is === 'contains' ? sql`position(${text}::text in ${column}) > 0` : sql`starts_with(${column}, ${text})`

/**
 * Whom the trigrams let pass: all who fit, and some who do not. Three letters in a row make a trigram; a shorter text still does at the
 * beginning of its line. Without one the index is of no use.
 */
function candidates(
  sql: Sql,
  { home, sorted }: TextAttribute,
  is: 'contains' | 'start_with' | 'eql',
  text: string,
): Fragment {
  if (!home) return sql`true`
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

type ScalarAttribute = Extract<Attribute, { kind: 'integer' | 'time' }>

function scalarSql(sql: Sql, { kind, column }: ScalarAttribute, test: Test): Fragment {
  const value = sql`c.${sql(column)}`
  // An integer of JSON may be larger than the column can hold.
  const edge = (limit: string | number) => (kind === 'integer' ? sql`${limit}::bigint` : sql`${limit}::timestamptz`)
  const set = column === 'born' ? sql`${value} < 'infinity'` : kind === 'integer' ? sql`${value} <> 0` : sql`true`
  switch (test.is) {
    case 'ext':
      return sql`(${set})`
    case 'range': {
      // What is not known is neither before nor after anything.
      const within = spanSql(sql, value, test.span, edge)
      return column === 'born' && test.span.to === undefined ? sql`(${within} and ${set})` : within
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

function spanSql(sql: Sql, value: Fragment, { from, to }: Span, edge: (value: string | number) => Fragment): Fragment {
  const parts = []
  if (from !== undefined) parts.push(sql`${value} >= ${edge(from)}`)
  if (to !== undefined) parts.push(sql`${value} <= ${edge(to)}`)
  return joined(sql, parts, true)
}

const among = (sql: Sql, ids: Fragment) => sql`(c.id in (${ids}))`

function tagsSql(sql: Sql, group_id: number, test: Test, strict: boolean): Fragment {
  if (test.is !== 'all_of') return among(sql, tagIds(sql, group_id, test, strict))
  const each = test.values.map(value => tagIds(sql, group_id, { is: 'any_of', values: [value], spans: [] }, strict))
  return joined(
    sql,
    each.map(ids => among(sql, ids)),
    true,
  )
}

/** Who has such a tag. */
function tagIds(sql: Sql, group_id: number, test: Test, strict: boolean): Fragment {
  const tagged = (which: Fragment) => sql`
    select ct.contact_id from contact_tags ct where ct.group_id = ${group_id} and ct.tag_id in (
      select t.id from tags t where t.group_id = ${group_id} and ${which})`
  const named = (value: string | number | boolean) =>
    typeof value === 'number'
      ? sql`t.id = ${value}`
      : strict
        ? sql`t.name = ${value as string}`
        : sql`plain(t.name) = plain(${value as string}::text)`
  switch (test.is) {
    case 'ext':
      return sql`select ct.contact_id from contact_tags ct where ct.group_id = ${group_id}`
    case 'contains':
    case 'start_with': {
      const { text } = test
      return tagged(
        strict ? strictly(sql, sql`t.name`, test.is, text) : loosely(sql, sql`plain(t.name)`, test.is, text),
      )
    }
    default:
      return tagged(test.is === 'any_of' ? anyOf(sql, test.values.map(named)) : sql`false`)
  }
}

function formSql(sql: Sql, group_id: number, condition: Condition): Fragment {
  const { test, form } = condition
  if (test.is !== 'all_of') return among(sql, answerIds(sql, group_id, condition))
  const { id, refs } = form!
  const given = { is: 'any_of' as const, spans: [] }
  const each =
    test.values.length > 0
      ? test.values.map(value => ({ ...condition, test: { ...given, values: [value] } }))
      : refs.map(ref => ({ ...condition, test: { ...given, values: [] }, form: { id, refs: [ref] } }))
  return joined(
    sql,
    each.map(one => among(sql, answerIds(sql, group_id, one))),
    true,
  )
}

/** Who has given such an answer. */
function answerIds(sql: Sql, group_id: number, { test, form, strict }: Condition): Fragment {
  const { id, refs } = form!
  const chosen = refs.length > 0 ? sql`and a.form_ref_id = any(${refs}::bigint[])` : sql``
  const answered = (which: Fragment) => sql`
    select a.contact_id from contact_answers a where a.group_id = ${group_id} and a.form_id = ${id} ${chosen} ${which}`
  // What is longer than its key is compared whole.
  const key = sql`case when length(a.data_key) < 500 then a.data_key else plain(a.data) end`
  switch (test.is) {
    case 'ext':
      return answered(sql``)
    case 'contains':
    case 'start_with': {
      const { text } = test
      return answered(sql`and ${strict ? strictly(sql, sql`a.data`, test.is, text) : loosely(sql, key, test.is, text)}`)
    }
    case 'range':
      return answered(sql`and ${measured(sql, test.span)}`)
    default: {
      const equal = (text: string) =>
        strict
          ? sql`(a.data_key = left(plain(${text}::text), 500) and a.data = ${text})`
          : sql`(a.data_key = left(plain(${text}::text), 500) and ${key} = plain(${text}::text))`
      const given = test.values as string[]
      return answered(given.length > 0 ? sql`and ${anyOf(sql, given.map(equal))}` : sql``)
    }
  }
}

// Answers are texts; only those that look like a number, or like a date, are compared with one.
function measured(sql: Sql, span: Span): Fragment {
  if (typeof (span.from ?? span.to) !== 'number') {
    const within = spanSql(sql, sql`left(a.data_key, 10)`, span, edge => sql`${edge}::text`)
    return sql`(a.data_key ~ '^\\d{4}-\\d\\d-\\d\\d' and ${within})`
  }
  const within = spanSql(
    sql,
    sql`replace(a.data_key, ',', '.')::numeric`,
    span,
    edge => sql`${String(edge)}::text::numeric`,
  )
  return sql`case when a.data_key ~ '^-?\\d{1,15}([.,]\\d{1,6})?$' then ${within} else false end`
}
