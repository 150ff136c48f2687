import type { Sql } from '../../db/sql.ts'

/** That a text contains one of these words. They are in lower case. */
export const mentionsAny = (sql: Sql, text: ReturnType<Sql>, words: string[]) => sql`
  exists (select from unnest(${words}::text[]) as w (word) where strpos(lower(${text}), w.word) > 0)`
