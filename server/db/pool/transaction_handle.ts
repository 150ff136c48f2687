import { type Session, type Sql, shareConnection } from '../sql.ts'

/** The `sql` of one transaction. It stands for the session until the transaction ends. */
export interface TransactionHandle {
  sql: Sql
  /** Refuses further statements: a statement that was not awaited would run in the next transaction of the session. */
  close: () => void
}

type Send = (...values: unknown[]) => unknown

export function transactionHandle(session: Session): TransactionHandle {
  const sender = session as unknown as Send & { unsafe: Send }
  let closed = false
  const guarded =
    (send: Send): Send =>
    (...values) => {
      if (closed) throw new Error('a statement was sent after the end of its transaction')
      return send(...values)
    }
  const sql = Object.assign(guarded(sender), { unsafe: guarded(sender.unsafe), json: session.json }) as unknown as Sql
  shareConnection(sql, session)
  return {
    sql,
    close: () => {
      closed = true
    },
  }
}
