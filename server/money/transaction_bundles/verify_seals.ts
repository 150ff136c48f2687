import { type Seal, type SealedTip, sealOf } from '../core/seals.ts'
import type { Checked, Snapshot } from './verify.ts'
import { nextSeals } from './verify_queries.ts'

const seals_at_once = 5

/** Walks the seals of a space: none is missing, and each holds what it has seen and the one before. */
export async function* verifySeals(snapshot: Snapshot, group_id: number): AsyncGenerator<Checked> {
  let last: Pick<Seal, 'number' | 'hash'> = { number: 0, hash: '' }
  for (;;) {
    const { seals, tips } = await snapshot(sql => nextSeals(sql, group_id, last.number, seals_at_once))
    for (const seal of seals) {
      const what = broken(seal, tips.get(seal.number) ?? [], last)
      // What follows hangs on it, so there is no more to be said.
      if (what) return yield { checked: 0, findings: [{ transaction_bundle_id: null, what }] }
      last = seal
    }
    if (seals.length < seals_at_once) return
  }
}

function broken(seal: Seal, tips: SealedTip[], before: Pick<Seal, 'number' | 'hash'>) {
  if (seal.number !== before.number + 1) return `seal ${before.number + 1} of its books is missing`
  if (sealOf(seal, tips, before.hash) !== seal.hash) return `seal ${seal.number} of its books was tampered with`
  return undefined
}
