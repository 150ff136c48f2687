import { type Session, type Sql, standFor } from '../sql.ts'

/** What the work of a transaction is given in the place of the session, for as long as the transaction lasts. */
export interface Handle {
  sql: Sql
  /** From here on statements are refused: one that nobody waited for would be asked in the transaction of whoever is next. */
  close: () => void
}

type Ask = (...values: unknown[]) => unknown

export function handleOn(session: Session): Handle {
  const asked = session as unknown as Ask & { unsafe: Ask }
  let closed = false
  const guarded =
    (ask: Ask): Ask =>
    (...values) => {
      if (closed) throw new Error('a statement came after the end of its transaction')
      return ask(...values)
    }
  const sql = Object.assign(guarded(asked), { unsafe: guarded(asked.unsafe), json: session.json }) as unknown as Sql
  standFor(sql, session)
  return {
    sql,
    close: () => {
      closed = true
    },
  }
}
