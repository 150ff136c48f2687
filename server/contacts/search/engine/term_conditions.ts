import type { Fragment, Sql } from '../../../db/sql.ts'
import { linePosition } from '../../core/search_index.ts'
import type { SearchAttribute } from './attributes.ts'
import type { ScalarValue } from './operators.ts'
import type { SearchCondition } from './query_tree.ts'
import { hasTerm } from './sql_conditions.ts'

/** What a term is the hash of, as contacts/core/search_index.ts makes it. */
export interface SearchTerm {
  prefix: string
  value: string
}

/** The terms of which each match has one, and no other contact has any. Undefined where terms do not tell. */
export function termsOf(condition: SearchCondition): SearchTerm[] | undefined {
  const { attribute, negated, test } = condition
  // The terms of answers do not tell their version.
  if (condition.form?.before !== undefined) return undefined
  if (attribute.kind === 'boolean') {
    const is_set = (test.is === 'any_of' && test.values[0] === false) === negated
    return is_set ? [filledTerm(attribute.field)] : undefined
  }
  if (test.is === 'ext') return negated ? missingTerms(attribute) : filledTerms(condition)
  return negated || test.is !== 'any_of' ? undefined : listTerms(condition, test.values)
}

function listTerms(condition: SearchCondition, values: ScalarValue[]): SearchTerm[] | undefined {
  const { attribute } = condition
  switch (attribute.kind) {
    case 'text':
      return condition.strict ? undefined : textTerms(attribute, values as string[], condition.numbers)
    case 'integer': {
      const has_terms = !attribute.is_column && linePosition(attribute.field)
      const texts = values.map(number => (number === 0 ? '' : String(number)))
      return has_terms ? valueTerms(attribute.field, texts) : undefined
    }
    case 'form':
      return values.length === 0 ? answerTerms(condition) : undefined
    default:
      return undefined
  }
}

/** The terms of a text that is one of these. With `numbers`, values that are telephone numbers are compared in international form. */
export function textTerms(
  { field }: Extract<SearchAttribute, { kind: 'text' }>,
  texts: string[],
  numbers: string[] = [],
): SearchTerm[] | undefined {
  const others = texts.filter((_, index) => !numbers[index])
  // Rows that were stored before the field was added have no term for a missing value.
  if (!linePosition(field) && others.some(text => !/\S/.test(text))) return undefined
  const phones = numbers.filter(number => number !== '')
  return [...phones.map(value => ({ prefix: `${field}#`, value })), ...valueTerms(field, others)]
}

/** That the contact has one of these terms. */
export function hasTerms(sql: Sql, group_id: number, terms: SearchTerm[]): Fragment {
  const [first, ...others] = terms
  if (!first) return sql`false`
  const values = terms.map(({ value }) => value)
  if (others.every(({ prefix }) => prefix === first.prefix)) return hasTerm(sql, group_id, first.prefix, values)
  const prefixes = terms.map(({ prefix }) => prefix)
  return sql`
    (c.terms && array(select hashtextextended(v.prefix || normalize_text(v.value), ${group_id})
                      from unnest(${prefixes}::text[], ${values}::text[]) as v (prefix, value)))`
}

const valueTerms = (field: string, values: string[]) => values.map(value => ({ prefix: `${field}=`, value }))

const filledTerm = (field: string): SearchTerm => ({ prefix: `${field}+`, value: '' })

function filledTerms(condition: SearchCondition): SearchTerm[] | undefined {
  const { attribute } = condition
  switch (attribute.kind) {
    case 'text':
      return [filledTerm(attribute.field)]
    case 'integer':
    case 'time':
      return attribute.is_column ? undefined : [filledTerm(attribute.field)]
    case 'address':
      return [filledTerm('address')]
    case 'tags':
      return [filledTerm('tag')]
    case 'form':
      return condition.form?.refs.length === 0
        ? [{ prefix: `form=${condition.form.id}`, value: '' }]
        : answerTerms(condition)
    default:
      return undefined
  }
}

const answerTerms = ({ form }: SearchCondition) =>
  form?.refs.map(ref => ({ prefix: `form=${form.id}:`, value: String(ref) }))

/** Rows that were stored before a field was added have no term for a missing value. */
function missingTerms(attribute: SearchAttribute): SearchTerm[] | undefined {
  if (attribute.kind === 'tags') return valueTerms('tag', [''])
  if (attribute.kind === 'address') return valueTerms('address', [''])
  const has_term = (attribute.kind === 'text' || attribute.kind === 'integer') && linePosition(attribute.field)
  return has_term ? valueTerms(attribute.field, ['']) : undefined
}
