import { overloaded } from '../../errors.ts'
import { hasSqlstate } from '../sql.ts'
import { isDemoted, SessionShared } from './errors.ts'

const attempts_max = 3

/** Repeats a write after a conflict, and after a failover, before which `onDemoted` replaces the sessions. */
export async function retried<T>(write: () => Promise<T>, onDemoted: () => void): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write()
    } catch (error) {
      if (isDemoted(error) || hasSqlstate(error, 'stale_session')) onDemoted()
      else if (!isConflict(error)) throw error
      if (attempt >= attempts_max) throw afterConflicts(error)
    }
  }
}

/**
 * Whether another transaction was in the way and nothing was written, so that the write can be retried. Of statements sent together, the
 * first that is reported may be a later one, which only says that the transaction has failed.
 */
const isConflict = (error: unknown) =>
  error instanceof SessionShared || hasSqlstate(error, 'serialization_failure', 'deadlock', 'failed_transaction')

/** The error of a write that was retried in vain. */
const afterConflicts = (error: unknown) =>
  isDemoted(error) || hasSqlstate(error, 'failed_transaction') ? error : overloaded()
