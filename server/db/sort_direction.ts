import type { Fragment, Sql } from './sql.ts'

/** The SQL of a direction: the words after each column of `order by`, and the comparison with the last row of the page before. */
export const directionOf = (sql: Sql, descending: boolean): { words: Fragment; beyond: Fragment } =>
  descending ? { words: sql`desc`, beyond: sql`<` } : { words: sql`asc`, beyond: sql`>` }
