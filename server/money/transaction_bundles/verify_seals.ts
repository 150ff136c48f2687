import { type Seal, type SealedEntry, sealHash } from '../core/seals.ts'
import type { InSnapshot, VerifiedPage } from './verify.ts'
import { nextSeals } from './verify_queries.ts'

const seals_at_once = 5

/** Walks the seals of a space: none is missing, and each holds what it has seen and the one before. */
export async function* verifySeals(snapshot: InSnapshot, group_id: number): AsyncGenerator<VerifiedPage> {
  let last: Pick<Seal, 'number' | 'hash'> = { number: 0, hash: '' }
  for (;;) {
    const { seals, sealed } = await snapshot(sql => nextSeals(sql, group_id, last.number, seals_at_once))
    for (const seal of seals) {
      const what = sealFinding(seal, sealed.get(seal.number) ?? [], last)
      // What follows hangs on it, so there is no more to be said.
      if (what) return yield { checked: 0, findings: [{ transaction_bundle_id: null, what }] }
      last = seal
    }
    if (seals.length < seals_at_once) return
  }
}

function sealFinding(seal: Seal, sealed: SealedEntry[], before: Pick<Seal, 'number' | 'hash'>) {
  if (seal.number !== before.number + 1) return `seal ${before.number + 1} of its books is missing`
  if (sealHash(seal, sealed, before.hash) !== seal.hash) return `seal ${seal.number} of its books was tampered with`
  return undefined
}
