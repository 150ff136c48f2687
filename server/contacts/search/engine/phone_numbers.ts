import type { Sql } from '../../../db/sql.ts'
import { phoneCountry, phoneKey } from '../../core/phone.ts'
import type { Condition, Query } from './parse.ts'

/** A query whose telephone numbers were read as the space would dial them. Only such a one becomes SQL. */
export interface NormalizedQuery extends Query {
  phones_normalized: true
}

/**
 * A telephone number is the same however it is spelled: 06 12 34 56 78 is +33612345678 in a space that speaks French. Each condition that compares whole
 * numbers is told which ones are meant; where a text is no telephone number, its letters are compared.
 */
export async function normalizePhones(sql: Sql, group_id: number, query: Query): Promise<NormalizedQuery> {
  const asked = query.nodes.some(({ conditions }) => conditions.some(comparesNumbers))
  if (!asked) return { ...query, phones_normalized: true }
  const [space] = await sql<[{ locale: string }]>`select locale from spaces where id = ${group_id}`
  const country = phoneCountry(null, space.locale)
  const read = (condition: Condition): Condition =>
    comparesNumbers(condition) ? { ...condition, numbers: numbersIn(condition, country) } : condition
  const nodes = query.nodes.map(node => ({ ...node, conditions: node.conditions.map(read) }))
  return { ...query, nodes, phones_normalized: true }
}

const comparesNumbers = ({ attribute, test, strict }: Condition) =>
  attribute.kind === 'text' && attribute.phone_column !== undefined && test.is === 'any_of' && !strict

const numbersIn = ({ test }: Condition, country: string) =>
  test.is === 'any_of' ? test.values.map(value => phoneKey(String(value), country)) : []
