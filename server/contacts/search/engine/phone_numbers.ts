import type { Sql } from '../../../db/sql.ts'
import { phoneCountry, phoneKey } from '../../core/phone.ts'
import { conditionsIn, mapConditions, type SearchCondition, type SearchQuery } from './query_tree.ts'

/** A query whose telephone numbers are in international form. Only such a query is compiled. */
export interface NormalizedQuery extends SearchQuery {
  phones_normalized: true
}

/**
 * Adds the telephone numbers in international form to each condition that compares whole numbers: 06 12 34 56 78 is +33612345678 in a French space.
 * A value that is not a telephone number is compared as a text.
 */
export async function normalizePhones(sql: Sql, group_id: number, query: SearchQuery): Promise<NormalizedQuery> {
  if (!conditionsIn(query).some(comparesNumbers)) return { ...query, phones_normalized: true }
  const [space] = await sql<[{ locale: string }]>`select locale from spaces where id = ${group_id}`
  const country = phoneCountry(null, space.locale)
  const withNumbers = (condition: SearchCondition): SearchCondition =>
    comparesNumbers(condition) ? { ...condition, numbers: numbersIn(condition, country) } : condition
  return { ...mapConditions(query, withNumbers), phones_normalized: true }
}

const comparesNumbers = ({ attribute, test, strict }: SearchCondition) =>
  attribute.kind === 'text' && attribute.phone === true && test.is === 'any_of' && !strict

const numbersIn = ({ test }: SearchCondition, country: string) =>
  test.is === 'any_of' ? test.values.map(value => phoneKey(String(value), country)) : []
