import type { Import } from '../../api.ts'

type Match = Import['match']
type Field = NonNullable<Import['columns'][number]['field']>

const needed: Record<Match, Field[]> = {
  id: ['id'],
  external_id: ['external_id'],
  mail: ['mail'],
  name_and_birthdate: ['surname', 'firstname', 'birthdate'],
  nothing: [],
}

/** The rules, the most reliable first. */
export const matches = Object.keys(needed) as Match[]

/** The fields that a rule needs and no column has. */
export const missingFor = (match: Match, columns: Pick<Import['columns'][number], 'field'>[]) =>
  needed[match].filter(field => !columns.some(column => column.field === field))

/** The most reliable rule that the columns allow, as the server proposes it. */
export const proposedMatch = (columns: Pick<Import['columns'][number], 'field'>[]): Match =>
  matches.find(match => missingFor(match, columns).length === 0) ?? 'nothing'
