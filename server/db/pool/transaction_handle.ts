import { publishStatement, type Session, type Sql, shareConnection, statements } from '../sql.ts'

type Send = (...values: unknown[]) => unknown

/**
 * Runs `work` with a handle that stands for the session until the work ends. Later statements are refused: one that was not awaited would run in
 * the next transaction of the session. So are undefined values: the driver would assign the answers that follow to the wrong statements.
 * `onAnswer` is called for each statement that was answered.
 */
export async function withHandle<T>(
  session: Session,
  work: (sql: Sql) => PromiseLike<T>,
  onAnswer?: () => void,
): Promise<T> {
  const sender = session as unknown as Send & { unsafe: Send }
  let ended = false
  const checkOpen = () => {
    if (ended) throw new Error('a statement was sent after the end of its transaction')
  }
  const watched = (statement: unknown) => {
    if (!(statement instanceof Promise)) return statement
    // The driver sends a statement when its own `then` is called, so that parts of statements are not sent: this one does not send it.
    if (onAnswer) Promise.prototype.then.call(statement, onAnswer, () => {})
    const publish = () => publishStatement(session, statement)
    if (statements.hasSubscribers) Promise.prototype.then.call(statement, publish, publish)
    return statement
  }
  const send: Send = (first, ...values) => {
    checkOpen()
    if (values.includes(undefined)) throw new TypeError('a value of a statement is undefined')
    return watched(sender(first, ...values))
  }
  const unsafe: Send = (...values) => {
    checkOpen()
    return watched(sender.unsafe(...values))
  }
  const sql = Object.assign(send, { unsafe, json: session.json }) as unknown as Sql
  shareConnection(sql, session)
  try {
    return await work(sql)
  } finally {
    ended = true
  }
}
