import type { Fragment, Sql } from '../../../db/sql.ts'
import { instantOf } from '../../../fields.ts'
import type { ValueSpan } from '../../core/search_conditions.ts'
import type { SearchCondition } from './query_tree.ts'
import { anyCondition, hasTerm, inSpan, joinConditions, matchesExactly, matchesPlain } from './sql_conditions.ts'

/** The contact has the term of a tag's id; the space has few tags, which are looked up by name. */
export function tagCondition(sql: Sql, group_id: number, { test, strict }: SearchCondition): Fragment {
  const tagged = (which: Fragment) => sql`
    (c.terms && array(select hashtextextended('tag=' || t.id, ${group_id}) from tags t where t.group_id = ${group_id} and ${which}))`
  const named = (value: string | number | boolean) =>
    typeof value === 'number'
      ? sql`t.id = ${value}`
      : strict
        ? sql`t.name = ${value as string}`
        : sql`normalize_text(t.name) = normalize_text(${value as string}::text)`
  switch (test.is) {
    case 'contains':
    case 'start_with':
      return tagged(
        strict
          ? matchesExactly(sql, sql`t.name`, test.is, sql`${test.text}::text`)
          : matchesPlain(sql, sql`normalize_text(t.name)`, test.is, test.text),
      )
    case 'any_of':
      return tagged(anyCondition(sql, test.values.map(named)))
    case 'all_of':
      return joinConditions(
        sql,
        test.values.map(value => tagged(named(value))),
        true,
      )
    default:
      throw new Error(`conditions on tags with ${test.is} are not compiled here`)
  }
}

/** How answers are compared: those of all contacts, those of each, or those of all as one of several ways to a match. */
type AnswerMode = 'all' | 'each' | 'alternative'

export function answerCondition(sql: Sql, group_id: number, condition: SearchCondition, mode: AnswerMode): Fragment {
  const { test, form } = condition
  if (!form) throw new Error('a condition on answers has no form')
  const { id, refs } = form
  const chosen = refs.map(String)
  if (test.is !== 'any_of' && test.is !== 'all_of') return answered(sql, group_id, condition, mode)
  const values = test.values as string[]
  const is_all = test.is === 'all_of'
  if (form.before !== undefined) return ofVersion(sql, group_id, condition, values, mode)
  if (values.length === 0)
    return joinConditions(
      sql,
      chosen.map(ref => hasTerm(sql, group_id, `form=${id}:`, [ref])),
      true,
    )
  const given = (value: string) => {
    const term = hasTerm(sql, group_id, `form=${id}=`, writtenAs(value))
    // The terms do not tell which chosen value a text belongs to, nor how it is written.
    const same = { ...condition, test: { is: 'any_of' as const, values: [value], spans: [] } }
    return condition.strict || refs.length > 0 ? sql`(${term} and ${answered(sql, group_id, same, 'each')})` : term
  }
  return joinConditions(sql, values.map(given), is_all)
}

/** The same for answers to an earlier version of a form, which are looked up as they are stored. */
function ofVersion(sql: Sql, group_id: number, condition: SearchCondition, values: string[], mode: AnswerMode) {
  const { form = { id: 0, refs: [] }, test } = condition
  const one = (refs: number[], compared: string[]) => {
    const test: SearchCondition['test'] =
      compared.length === 0 ? { is: 'ext' } : { is: 'any_of', values: compared, spans: [] }
    return answered(sql, group_id, { ...condition, form: { ...form, refs }, test }, mode)
  }
  if (test.is !== 'all_of') return one(form.refs, values)
  const each = values.length > 0 ? values.map(value => one(form.refs, [value])) : form.refs.map(ref => one([ref], []))
  return joinConditions(sql, each, true)
}

/** Dates are stored as timestamps; a value may be written otherwise. */
const writtenAs = (text: string) => [...new Set([text, instantOf(text) ?? text])]

/** That the contact has such an answer, as it is stored. */
function answered(sql: Sql, group_id: number, { test, form, strict }: SearchCondition, mode: AnswerMode): Fragment {
  const chosen = form && form.refs.length > 0 ? sql`and a.form_ref_id = any(${form.refs}::bigint[])` : sql``
  const earlier = form?.before === undefined ? sql`` : sql`and a.form_version < ${form.before}`
  // Keys are cut after 500 characters; longer texts are compared whole.
  const key = sql`case when length(a.data_key) < 500 then a.data_key else normalize_text(a.data) end`
  const matches = () => {
    switch (test.is) {
      case 'contains':
      case 'start_with':
        return strict
          ? matchesExactly(sql, sql`a.data`, test.is, sql`${test.text}::text`)
          : matchesPlain(sql, key, test.is, test.text)
      case 'range':
        return answerInSpan(sql, test.span)
      case 'any_of': {
        const texts = (test.values as string[]).flatMap(writtenAs)
        return strict
          ? sql`a.data = any(${texts})`
          : sql`${key} = any(array(select normalize_text(v.value) from unnest(${texts}::text[]) as v (value)))`
      }
      default:
        return sql`true`
    }
  }
  const answers = sql`
    contact_answers a where a.group_id = ${group_id} and a.form_id = ${form?.id ?? 0} ${chosen} ${earlier} and ${matches()}`
  // Among alternatives PostgreSQL looks up ids of an array in an index, but not those of a sub-select.
  if (mode === 'alternative') return sql`(c.id = any(array(select a.contact_id from ${answers})))`
  return mode === 'all'
    ? sql`(c.id in (select a.contact_id from ${answers}))`
    : sql`((select count(*) from ${answers} and a.contact_id = c.id) > 0)`
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
