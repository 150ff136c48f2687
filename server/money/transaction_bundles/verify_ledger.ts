import type { Sql } from '../../db/sql.ts'
import type { Bundle } from '../core/document.ts'
import type { BookedEntry } from '../core/ledger/changes.ts'
import { ledgerState, postingRules } from '../core/ledger/post.ts'
import { type PostingRules, postingsOf } from '../core/ledger/postings.ts'

/** What is needed to compare bundles with the ledger. */
export interface LedgerCheck {
  posting: PostingRules
  /** Bundles after this id may not be posted yet. Null: all are. */
  posted_id: number | null
}

export async function ledgerCheck(sql: Sql, group_id: number): Promise<LedgerCheck> {
  const { stored, posted_id } = await ledgerState(sql, group_id)
  return { posting: await postingRules(sql, group_id, stored), posted_id }
}

/**
 * Compares the entries of a bundle with its items: for each event the amounts must be the same. Accounts are not compared, because they may have been
 * others when the entries were validated.
 */
export function ledgerFindings(
  bundle: Bundle & { deleted: boolean },
  entries: BookedEntry[],
  { posting, posted_id }: LedgerCheck,
) {
  if (posted_id !== null && bundle.id > posted_id) return []
  const sums = new Map<string, bigint>()
  const add = (kind: string, item_id: number, currency: string, amount: bigint) => {
    const name = `${kind} ${item_id} ${currency}`
    sums.set(name, (sums.get(name) ?? 0n) + amount)
  }
  for (const { kind, item_id, currency, amount } of postingsOf(bundle.deleted ? null : bundle, posting))
    add(kind, item_id, currency, BigInt(amount))
  for (const { kind, item_id, currency, amount, reversed } of entries)
    add(kind, item_id, currency, reversed ? BigInt(amount) : -BigInt(amount))
  return [...sums].filter(([, sum]) => sum !== 0n).map(([name]) => `the ledger differs from its ${name}`)
}
