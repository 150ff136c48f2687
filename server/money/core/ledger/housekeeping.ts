import { recordHousekeeping } from '../../../access/audit.ts'
import type { Sql } from '../../../db/sql.ts'
import { isOpenDay } from './accounts.ts'
import { ledgerState, lockLedger, postNextBundles } from './post.ts'
import { validateEntries } from './validate.ts'

/** Posts the next bundles that are not in the ledger yet, then validates what a closed period asked for. Returns whether there is more to do. */
export async function postOldBundles(sql: Sql, group_id: number): Promise<boolean> {
  const { posted_id, validate_until } = await ledgerState(sql, group_id)
  if (posted_id !== null) {
    await postNextBundles(sql, group_id)
    return true
  }
  if (validate_until === null) return false
  const locked = await lockLedger(sql, group_id)
  if (
    locked.posted_id === null &&
    locked.validate_until !== null &&
    isOpenDay(locked.validate_until, locked.validated_until)
  ) {
    const until = locked.validate_until
    const entries = await validateEntries(sql, group_id, until)
    await recordHousekeeping(sql, {
      group_id,
      kind: 'ledger.validated',
      subject: 'ledger',
      subject_id: group_id,
      details: { until, entries },
    })
  }
  return false
}
