import type { Fragment, Sql } from '../../../db/sql.ts'
import { instantOf } from '../../../fields.ts'
import type { ValueSpan } from '../../core/search_conditions.ts'
import type { ConditionTest } from './operators.ts'
import { onlyCondition, type SearchCondition, type SearchQuery } from './parse.ts'
import { anyCondition, inSpan, joinConditions, matchesExactly, matchesPlain } from './text_match.ts'

// Conditions on tags and answers, which are stored in tables of their own.

/** Where the only condition is on a tag or an answer: a query for the ids that have it, whether or not these contacts are visible. */
export function idsByTagOrAnswer(sql: Sql, group_id: number, query: SearchQuery): Fragment | undefined {
  const condition = onlyCondition(query)
  if (!condition || condition.negated || condition.test.is === 'all_of') return undefined
  const { attribute, test, strict } = condition
  if (attribute.kind === 'tags') return tagIds(sql, group_id, test, strict)
  return attribute.kind === 'form' ? answerIds(sql, group_id, condition) : undefined
}

/** As a condition on the contact PostgreSQL can plan it as a lookup for each contact or as one join. */
const exists = (sql: Sql, ids: Fragment) => sql`(exists (${ids}))`

export function tagCondition(sql: Sql, group_id: number, test: ConditionTest, strict: boolean): Fragment {
  const own = sql`and ct.contact_id = c.id`
  if (test.is !== 'all_of') return exists(sql, tagIds(sql, group_id, test, strict, own))
  const each = test.values.map(value =>
    tagIds(sql, group_id, { is: 'any_of', values: [value], spans: [] }, strict, own),
  )
  return joinConditions(
    sql,
    each.map(ids => exists(sql, ids)),
    true,
  )
}

/** The ids of the contacts with such a tag. */
function tagIds(sql: Sql, group_id: number, test: ConditionTest, strict: boolean, whose = sql``): Fragment {
  const tagged = (which: Fragment) => sql`
    select ct.contact_id from contact_tags ct where ct.group_id = ${group_id} ${whose} and ct.tag_id in (
      select t.id from tags t where t.group_id = ${group_id} and ${which})`
  const named = (value: string | number | boolean) =>
    typeof value === 'number'
      ? sql`t.id = ${value}`
      : strict
        ? sql`t.name = ${value as string}`
        : sql`normalize_text(t.name) = normalize_text(${value as string}::text)`
  switch (test.is) {
    case 'ext':
      return sql`select ct.contact_id from contact_tags ct where ct.group_id = ${group_id} ${whose}`
    case 'contains':
    case 'start_with': {
      const { text } = test
      return tagged(
        strict
          ? matchesExactly(sql, sql`t.name`, test.is, sql`${text}::text`)
          : matchesPlain(sql, sql`normalize_text(t.name)`, test.is, text),
      )
    }
    default:
      return tagged(test.is === 'any_of' ? anyCondition(sql, test.values.map(named)) : sql`false`)
  }
}

export function answerCondition(sql: Sql, group_id: number, condition: SearchCondition): Fragment {
  const { test, form } = condition
  const own = sql`and a.contact_id = c.id`
  if (test.is !== 'all_of') return exists(sql, answerIds(sql, group_id, condition, own))
  const { id, refs } = formIn(form)
  const given = { is: 'any_of' as const, spans: [] }
  const each =
    test.values.length > 0
      ? test.values.map(value => ({ ...condition, test: { ...given, values: [value] } }))
      : refs.map(ref => ({ ...condition, test: { ...given, values: [] }, form: { id, refs: [ref] } }))
  return joinConditions(
    sql,
    each.map(one => exists(sql, answerIds(sql, group_id, one, own))),
    true,
  )
}

/** The parser gives every condition on answers its form. */
function formIn(form: SearchCondition['form']) {
  if (!form) throw new Error('a condition on answers has no form')
  return form
}

/** The ids of the contacts with such an answer. */
function answerIds(sql: Sql, group_id: number, { test, form, strict }: SearchCondition, whose = sql``): Fragment {
  const { id, refs } = formIn(form)
  const chosen = refs.length > 0 ? sql`and a.form_ref_id = any(${refs}::bigint[])` : sql``
  const answered = (which: Fragment) => sql`
    select a.contact_id from contact_answers a where a.group_id = ${group_id} and a.form_id = ${id} ${whose} ${chosen} ${which}`
  // Keys are cut after 500 characters; longer texts are compared whole.
  const key = sql`case when length(a.data_key) < 500 then a.data_key else normalize_text(a.data) end`
  switch (test.is) {
    case 'ext':
      return answered(sql``)
    case 'contains':
    case 'start_with': {
      const { text } = test
      const fits = strict
        ? matchesExactly(sql, sql`a.data`, test.is, sql`${text}::text`)
        : matchesPlain(sql, key, test.is, text)
      return answered(sql`and ${fits}`)
    }
    case 'range':
      return answered(sql`and ${answerInSpan(sql, test.span)}`)
    default: {
      const equal = (text: string) =>
        strict
          ? sql`(a.data_key = left(normalize_text(${text}::text), 500) and a.data = ${text})`
          : sql`(a.data_key = left(normalize_text(${text}::text), 500) and ${key} = normalize_text(${text}::text))`
      // Dates are stored as timestamps; a value may be written otherwise.
      const given = (test.values as string[]).flatMap(text => [...new Set([text, instantOf(text) ?? text])])
      return answered(given.length > 0 ? sql`and ${anyCondition(sql, given.map(equal))}` : sql``)
    }
  }
}

// Answers are texts. Only those that look like a number or a date are compared with one.
function answerInSpan(sql: Sql, span: ValueSpan): Fragment {
  if (typeof (span.from ?? span.to) !== 'number') {
    const within = inSpan(sql, sql`left(a.data_key, 10)`, span, edge => sql`${edge}::text`)
    // The same on the indexed text: nothing but a date sorts between a date and the next day.
    const near = [
      ...(span.from === undefined ? [] : [sql`and a.data_key >= ${span.from}`]),
      ...(span.to === undefined || span.to >= '9999-12-31'
        ? []
        : [sql`and a.data_key < ${dayAfter(span.to as string)}`]),
    ].reduce((all, one) => sql`${all} ${one}`, sql``)
    return sql`(a.data_key ~ '^\\d{4}-\\d\\d-\\d\\d' and ${within} ${near})`
  }
  const within = inSpan(
    sql,
    sql`replace(a.data_key, ',', '.')::numeric`,
    span,
    edge => sql`${String(edge)}::text::numeric`,
  )
  return sql`case when a.data_key ~ '^-?\\d{1,15}([.,]\\d{1,6})?$' then ${within} else false end`
}

const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
