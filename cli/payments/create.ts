import { ApiError, type Client } from '../../sdk/client.ts'
import type { TransactionBundle } from '../../sdk/operations.ts'
import { bundleOf } from './bundle.ts'
import type { PaymentFile, RefusedRow } from './file.ts'
import { checkAgrees } from './known.ts'
import { Payers } from './payers.ts'
import type { Payment } from './payment.ts'
import type { ImportPlan } from './plan.ts'
import { type Language, RowError } from './reasons.ts'

export interface ImportResult {
  created: Payment[]
  existing: Payment[]
  refused: RefusedRow[]
  skipped: RefusedRow[]
  /** What checks of the space found in payments that were created. */
  warned: RefusedRow[]
}

/**
 * Creates the payments in the order of the file, which is the order of membership numbers. A payment whose origin already exists, from a
 * parallel or an interrupted run, is not created again.
 */
export async function createPayments(
  muster: Client,
  file: PaymentFile,
  plan: ImportPlan,
  onProgress: (kept: number) => void,
): Promise<ImportResult> {
  const payers = new Payers(muster)
  const { skipped, language } = plan
  const result: ImportResult = {
    created: [],
    existing: [...plan.existing],
    refused: [...plan.refused],
    skipped,
    warned: [],
  }
  try {
    for (const [index, { payment, contact_id }] of plan.new_payments.entries()) {
      try {
        const known = contact_id ?? payers.match(payment.payer).id
        // Looks for the payment before creating a contact: its payer may have been erased.
        const before = known === undefined ? await findByOrigin(muster, payment.origin) : undefined
        const existing =
          before ??
          (await createPayment(
            muster,
            bundleOf(payment, known ?? (await payers.createContact(payment.payer)), file.label),
            message => result.warned.push({ line: payment.line, reason: message }),
          ))
        if (existing) checkAgrees(payment, existing, plan.catalogue, known)
        result[existing ? 'existing' : 'created'].push(payment)
      } catch (error) {
        result.refused.push({ line: payment.line, reason: reasonOf(error, language) })
      }
      // A refused row is not kept.
      onProgress(index + 1 - (result.refused.length - plan.refused.length))
    }
  } catch (error) {
    ;(error as Error).message +=
      ` Stopped after ${result.created.length} payments. Run the command again: no payment is created twice.`
    throw error
  }
  return result
}

/** Creates a payment, and reports what checks found in it. Returns the existing bundle if there is one with this origin. */
async function createPayment(
  muster: Client,
  data: ReturnType<typeof bundleOf>,
  onWarning: (message: string) => void,
): Promise<TransactionBundle | undefined> {
  try {
    const { warnings = [] } = await muster.transaction_bundles.create({ data })
    for (const { message } of warnings) onWarning(message)
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'conflict')) throw error
    const existing = await findByOrigin(muster, data.origin)
    if (!existing) throw new RowError('deleted_meanwhile')
    return existing
  }
}

export async function findByOrigin(muster: Client, origin: string): Promise<TransactionBundle | undefined> {
  return (await muster.transaction_bundles.list({ origin })).data[0]
}

/** The reason to refuse this row. Rethrows errors that concern the whole import. */
function reasonOf(error: unknown, language: Language) {
  if (error instanceof RowError) return error.in(language)
  if (error instanceof ApiError && error.status === 422)
    return new RowError('refused_by_server', { detail: error.message }).in(language)
  throw error
}
