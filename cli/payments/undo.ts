import { type Client, Refusal } from '../../sdk/client.ts'
import type { TransactionBundle } from '../../sdk/operations.ts'
import { CommandError } from '../command.ts'
import { findByOrigin, importMarkOf } from './plan.ts'

export interface UndoResult {
  gone: number
  kept: { bundle: number; id: string; reason: string }[]
}

/** Deletes the payments that an import made and nobody has touched since. Interrupted, it can be run again. */
export async function undoImport(muster: Client, label: string): Promise<UndoResult> {
  const ids: number[] = []
  for await (const bundle of muster.each('transaction_bundles.list'))
    if (importMarkOf(bundle).import === label) ids.push(bundle.id)
  if (ids.length === 0) throw new CommandError(`No payment of ${label} is in this space.`)
  const undone: UndoResult = { gone: 0, kept: [] }
  for (const id of ids) {
    try {
      const kept = await removePayment(muster, id)
      if (kept) undone.kept.push(kept)
      else undone.gone++
    } catch (error) {
      ;(error as Error).message += ` It stopped after ${undone.gone} payments. Run it again to go on.`
      throw error
    }
  }
  return undone
}

/** Takes it away, or says why not. */
async function removePayment(muster: Client, id: number) {
  try {
    const { body, etag } = await muster.ask('transaction_bundles.read', { id })
    const kept = (reason: string) => ({ bundle: id, id: String(importMarkOf(body.data).id), reason })
    // The mark can be copied to another payment, the origin cannot.
    const { source, id: number } = importMarkOf(body.data)
    if ((await findByOrigin(muster, `${source} ${number}`))?.id !== id) return kept('the import did not make it')
    if (!isUntouched(body.data)) return kept('somebody has changed it since')
    try {
      await muster.transaction_bundles.remove({ id }, { if_match: etag! })
      return undefined
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.status === 412) return kept('somebody has changed it since')
      if (error.code === 'period_closed' || error.code === 'conflict') return kept(error.message)
      throw error
    }
  } catch (error) {
    // Somebody else was faster.
    if (error instanceof Refusal && error.status === 404) return undefined
    throw error
  }
}

/** A new name of the contact shows in the bundle, too; only a change of the payment itself leaves a stamp on an item. */
const isUntouched = ({ CreatedAt, transactions, memberships, donations }: TransactionBundle) =>
  [...transactions, ...memberships, ...donations].every(
    item => item.CreatedAt === CreatedAt && item.UpdatedAt === CreatedAt,
  )
