import type { ValueFormat } from '../../json_rows.ts'

/** The columns of a team that every read returns, and how a list writes them. The address follows them. */
const columns = {
  id: 'plain',
  created_at: 'time',
  updated_at: 'time',
  name: 'text',
  description: 'text',
  private: 'plain',
  hide_users: 'plain',
  created_by: 'plain',
} as const satisfies Record<string, ValueFormat>

const names = Object.keys(columns)

const joined = (names: string[]) => names.map(name => `t.${name}`).join(', ')

/** For a statement about teams `t`. */
export const team_columns = `${joined(names)}, t.address`

/** The same without what the list of public teams leaves out. */
export const public_team_columns = `${joined(names.filter(name => name !== 'private' && name !== 'created_by'))}, t.address`

/** The values as texts, in the order of `team_fields`. */
export const team_texts = [
  ...Object.entries(columns).map(([name, format]) => `t.${name}${format === 'text' ? '' : '::text'}`),
  't.address::text',
].join(', ')

export const team_fields = Object.entries(columns).map(
  ([name, format], column): [name: string, column: number, format: ValueFormat] => [name, column, format],
)

export const address_column = team_fields.length
