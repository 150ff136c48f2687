import { type Seal, type SealedEntry, sealHash } from '../core/seals.ts'
import type { InSnapshot, VerifiedPage } from './verify.ts'
import { nextSeals } from './verify_queries.ts'

const seals_at_once = 5

/** Verifies that no seal of a space is missing, and that each has the right hash. */
export async function* verifySeals(snapshot: InSnapshot, group_id: number): AsyncGenerator<VerifiedPage> {
  let last: Pick<Seal, 'number' | 'hash'> = { number: 0, hash: '' }
  for (;;) {
    const { seals, sealed } = await snapshot(sql => nextSeals(sql, group_id, last.number, seals_at_once))
    for (const seal of seals) {
      const what = sealFinding(seal, sealed.get(seal.number) ?? [], last)
      // All later seals depend on this one.
      if (what) return yield { checked: 0, findings: [{ transaction_bundle_id: null, what }] }
      last = seal
    }
    if (seals.length < seals_at_once) return
  }
}

function sealFinding(seal: Seal, sealed: SealedEntry[], before: Pick<Seal, 'number' | 'hash'>) {
  if (seal.number !== before.number + 1) return `seal ${before.number + 1} is missing`
  if (sealHash(seal, sealed, before.hash) !== seal.hash)
    return `seal ${seal.number} or the entries it covers were changed`
  return undefined
}
