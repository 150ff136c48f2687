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
import type { NormalizedQuery } from './phone_numbers.ts'
import { type ConditionGroup, flatParts, isGroup, isIndexed, type SearchCondition } from './query_tree.ts'
import { anyCondition, inSpan, joinConditions, matchesExactly, matchesPlain } from './sql_conditions.ts'
import { hasTerms, type SearchTerm, termsOf, textTerms } from './term_conditions.ts'

/** Compiles a query to an SQL condition on `c`, a row of searched_contacts: to collect all matches, or to test each contact of a scan. */
export const compileQuery = (
  sql: Sql,
  group_id: number,
  query: NormalizedQuery,
  mode: EvaluationMode = 'all',
): Fragment => compileGroup(sql, group_id, query, mode, true)

/** `leads` says that no other condition leads to the matches of the group through an index. */
function compileGroup(
  sql: Sql,
  group_id: number,
  group: ConditionGroup,
  mode: EvaluationMode,
  leads: boolean,
): Fragment {
  const { every } = group
  const parts = flatParts(group)
  const { terms, others } = splitTerms(parts, every)
  const merged =
    terms.length === 0 ? [] : [every ? sql`(not ${hasTerms(sql, group_id, terms)})` : hasTerms(sql, group_id, terms)]
  const alternatives = leads && !every && isIndexed(group)
  const inner_leads = every ? leads && !parts.some(part => !isGroup(part) && isIndexed(part)) : alternatives
  const compiled = others.map(part =>
    isGroup(part)
      ? compileGroup(sql, group_id, part, mode, inner_leads)
      : compileCondition(sql, group_id, part, mode, alternatives && parts.length > 1),
  )
  return joinConditions(sql, [...merged, ...compiled], every)
}

/**
 * The terms of conditions of which one must hold, or of which none may, in one list: one scan of the index finds them all, and one comparison tests
 * a contact for them.
 */
function splitTerms(parts: (SearchCondition | ConditionGroup)[], every: boolean) {
  const terms: SearchTerm[] = []
  const others = parts.filter(part => {
    if (isGroup(part)) return true
    // A missing value has its own term, which an index finds.
    if (every && termsOf(part)) return true
    const own = termsOf(every ? { ...part, negated: !part.negated } : part)
    if (own) terms.push(...own)
    return own === undefined
  })
  return { terms, others }
}

/** `alternative` says that the condition leads to its matches through an index, next to others of which one is enough. */
export function compileCondition(
  sql: Sql,
  group_id: number,
  condition: SearchCondition,
  mode: EvaluationMode,
  alternative = false,
): Fragment {
  const { negated } = condition
  const on_items = itemConditionOf(sql, group_id, condition)
  if (on_items)
    return compileItemCondition(sql, group_id, negated ? negateItemCondition(sql, on_items) : on_items, mode)
  const terms = termsOf(condition)
  if (terms) return hasTerms(sql, group_id, terms)
  if (!negated) return compile(sql, group_id, condition, mode, alternative)
  const opposite = termsOf({ ...condition, negated: false })
  return sql`(not ${opposite ? hasTerms(sql, group_id, opposite) : compile(sql, group_id, condition, mode, false)})`
}

/** A condition that terms do not tell. */
function compile(
  sql: Sql,
  group_id: number,
  condition: SearchCondition,
  mode: EvaluationMode,
  alternative: boolean,
): Fragment {
  const { attribute, test } = condition
  switch (attribute.kind) {
    case 'text':
      return textCondition(sql, group_id, attribute, condition, mode)
    case 'integer':
    case 'time':
      return scalarCondition(sql, attribute, test)
    case 'tags':
      return tagCondition(sql, group_id, condition)
    case 'form':
      return answerCondition(sql, group_id, condition, mode === 'each' ? 'each' : alternative ? 'alternative' : 'all')
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
      throw new Error('terms tell whether a text is filled in')
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

/** That the text is one of these, of which one may be empty where no term tells. */
function textInList(sql: Sql, group_id: number, attribute: TextAttribute, texts: string[], numbers?: string[]) {
  const terms = textTerms(attribute, texts, numbers)
  if (terms) return hasTerms(sql, group_id, terms)
  const isFilled = (_: string, index: number) => /\S/.test(texts[index] ?? '')
  const filled = textTerms(attribute, texts.filter(isFilled), numbers?.filter(isFilled))
  return anyCondition(sql, [hasTerms(sql, group_id, filled ?? []), sql`(${comparedText(sql, attribute)} = '')`])
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

function scalarCondition(sql: Sql, attribute: ScalarAttribute, test: ConditionTest): Fragment {
  const { kind } = attribute
  const value = comparedScalar(sql, attribute)
  const bound = (limit: string | number) => (kind === 'integer' ? sql`${limit}::bigint` : sql`${limit}::timestamptz`)
  switch (test.is) {
    case 'ext':
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
      return sql`(${value} = any(${test.values as number[]}::bigint[]))`
    default:
      return sql`false`
  }
}
