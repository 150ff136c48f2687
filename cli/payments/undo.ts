import { ApiError, type Client } from '../../sdk/client.ts'
import type { TransactionBundle } from '../../sdk/operations.ts'
import { CommandError } from '../command.ts'
import { whenInterrupted } from '../interruption.ts'
import type { Output } from '../output.ts'
import { maskControlCharacters } from '../tables.ts'
import type { Terminal } from '../terminal.ts'
import { importMarkOf } from './bundle.ts'
import { findByOrigin } from './create.ts'

export interface UndoResult {
  undone: number
  kept: { bundle: number; id: string; reason: string }[]
}

/** Undoes the payments of an import. Contacts that it created are kept. */
export async function undoPayments(client: Client, label: string, { progress }: Terminal): Promise<Output> {
  let done = 0
  whenInterrupted(() => `${done} payments were undone. Run the command again to continue.`)
  const result = await undoImport(client, label, undone => {
    done = undone
    progress(`${undone} payments undone`)
  })
  return { text: describeUndo(label, result), data: { import: label, ...result } }
}

/** Deletes the payments of an import that are unchanged since. Can be run again after an interruption. */
export async function undoImport(
  muster: Client,
  label: string,
  onProgress: (undone: number) => void = () => {},
): Promise<UndoResult> {
  const ids: number[] = []
  for await (const bundle of muster.each('transaction_bundles.list'))
    if (importMarkOf(bundle).import === label) ids.push(bundle.id)
  if (ids.length === 0) throw new CommandError(`This space has no payment of ${label}.`)
  const result: UndoResult = { undone: 0, kept: [] }
  for (const id of ids) {
    try {
      const kept = await removePayment(muster, id)
      if (kept) result.kept.push(kept)
      else onProgress(++result.undone)
    } catch (error) {
      ;(error as Error).message += ` Stopped after ${result.undone} payments. Run the command again to continue.`
      throw error
    }
  }
  return result
}

/** Deletes a payment. Returns why it is kept, or undefined. */
async function removePayment(muster: Client, id: number) {
  try {
    const { body, etag } = await muster.request('transaction_bundles.read', { id })
    if (etag === null) throw new CommandError('The server sent no ETag.')
    const kept = (reason: string) => ({ bundle: id, id: String(importMarkOf(body.data).id), reason })
    // The import mark can be copied to another payment, the origin is unique.
    const { source, id: number } = importMarkOf(body.data)
    if ((await findByOrigin(muster, `${source} ${number}`))?.id !== id) return kept('not created by this import')
    if (!isUntouched(body.data)) return kept('changed since the import')
    try {
      await muster.transaction_bundles.remove({ id }, { if_match: etag })
      return undefined
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 412) return kept('changed since the import')
      if (error.code === 'period_closed' || error.code === 'conflict') return kept(error.message)
      throw error
    }
  } catch (error) {
    // Already deleted.
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}

/** Compares the items: the bundle itself also changes when the contact is renamed. */
const isUntouched = ({ CreatedAt, transactions, memberships, donations }: TransactionBundle) =>
  [...transactions, ...memberships, ...donations].every(
    item => item.CreatedAt === CreatedAt && item.UpdatedAt === CreatedAt,
  )

const describeUndo = (label: string, { undone, kept }: UndoResult) =>
  [
    `${label}: ${undone} of ${undone + kept.length} payments undone.`,
    ...(kept.length > 0 ? ['Kept:'] : []),
    ...kept.map(
      ({ bundle, id, reason }) => `  bundle ${bundle} (${maskControlCharacters(id)}): ${maskControlCharacters(reason)}`,
    ),
  ].join('\n')
