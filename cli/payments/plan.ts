import type { Client } from '../../sdk/client.ts'
import type { TransactionBundle } from '../../sdk/operations.ts'
import { checkStart } from '../../server/money/core/periods.ts'
import { inWholeUnits } from '../../server/money/transaction_bundles/csv.ts'
import { bundleOf, importMarkOf } from './bundle.ts'
import { RowError } from './cells.ts'
import type { PaymentFile, RefusedRow } from './file.ts'
import { Payers } from './payers.ts'
import { asRowError, type Catalogue, type Payment, type ReadOptions, readPayment } from './payment.ts'

/** What happens to each row. Every row is in exactly one list. */
export interface ImportPlan {
  /** Payments to create, with the contact of the payer; undefined: to be created as well. */
  new_payments: { payment: Payment; contact_id: number | undefined }[]
  existing: Payment[]
  refused: RefusedRow[]
  catalogue: Catalogue
}

export interface ImportOptions extends ReadOptions {
  /** Whether to create contacts for unknown payers. */
  create: boolean
}

/** Decides what happens to each row, without changing anything. */
export async function planImport(muster: Client, file: PaymentFile, options: ImportOptions): Promise<ImportPlan> {
  const catalogue = await catalogueOf(muster)
  const known = await knownPayments(muster, options.source)
  const payers = new Payers(muster)
  const plan: ImportPlan = { new_payments: [], existing: [], refused: [], catalogue }
  const read = file.lines.flatMap(line => orRefused(plan, line, () => [readPayment(line, options, catalogue)]))
  await payers.lookUp(read.map(({ payer }) => payer))
  if (options.create) await payers.lookUpErased(read.map(({ payer }) => payer))
  const rows = new Map<string, Payment>()
  for (const payment of read)
    orRefused(plan, payment.line, () => {
      const first = rows.get(payment.origin)
      if (first) checkSame(payment, first)
      rows.set(payment.origin, first ?? payment)
      const bundle = known.get(payment.id)
      const contact_id = checkPayer(payment, bundle, payers, plan, options)
      if (bundle || first) return plan.existing.push(payment)
      checkStarts(payment, catalogue)
      return plan.new_payments.push({ payment, contact_id })
    })
  plan.refused.sort((a, b) => a.line.row - b.line.row)
  return plan
}

/** Finds the contact of the payer. Refuses the row if the payment may not be created for them. */
function checkPayer(
  payment: Payment,
  bundle: TransactionBundle | undefined,
  payers: Payers,
  { catalogue }: ImportPlan,
  { create }: ImportOptions,
) {
  const { id: contact_id, restricted } = payers.match(payment.payer)
  if (bundle) checkAgrees(payment, bundle, catalogue, contact_id)
  else if (restricted) throw new RowError(enterByHand(payment, 'asked for the restriction of their data'))
  else if (contact_id === undefined && !create) throw noContact(payment)
  else if (contact_id === undefined && payers.isErased(payment.payer))
    throw new RowError(enterByHand(payment, 'was erased'))
  return contact_id
}

/** The server refuses a membership that starts in a closed period. */
function checkStarts(payment: Payment, { settings: { open_periods } }: Catalogue) {
  const now = new Date().toISOString()
  for (const { start_date } of bundleOf(payment, 0, '').memberships)
    if (start_date) asRowError(() => checkStart(open_periods, start_date, now, 'Its membership'))
}

async function catalogueOf(muster: Client): Promise<Catalogue> {
  const { data: settings } = await muster.transaction_settings.read()
  const catalogue: Catalogue = { settings, statuses: [], prices: [] }
  for await (const status of muster.each('transaction_statuses.list')) catalogue.statuses.push(status)
  for await (const price of muster.each('membership_prices.list')) catalogue.prices.push(price)
  return catalogue
}

/** Payments of earlier imports by ID. Searches all periods, because dates can be corrected. */
async function knownPayments(muster: Client, source: string) {
  const known = new Map<string, TransactionBundle>()
  for await (const bundle of muster.each('transaction_bundles.list')) {
    const mark = importMarkOf(bundle)
    if (mark.source === source && typeof mark.id === 'string') known.set(mark.id, bundle)
  }
  return known
}

function orRefused<Value>(plan: ImportPlan, line: RefusedRow['line'], work: () => Value): Value | [] {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof RowError)) throw error
    plan.refused.push({ line, reason: error.message })
    return []
  }
}

const describePayer = ({ payer: { external_id, mail } }: Payment) =>
  [external_id && `the ID ${external_id}`, mail && `the mail ${mail}`].filter(Boolean).join(' or ')

const noContact = (payment: Payment) =>
  new RowError(
    `No contact has ${describePayer(payment)}. Import the contacts first, or create them with --create-contacts.`,
  )

const enterByHand = (payment: Payment, why: string) =>
  `The person with ${describePayer(payment)} ${why}. If the payment must be recorded, enter it by hand.`

const formatAmount = (amount: number, currency: string) => `${inWholeUnits(amount, currency, '.')} ${currency}`

/** Two different payments with one ID: the second would be lost. */
function checkSame(payment: Payment, first: Payment) {
  const of = ({ line: _, ...rest }: Payment) => JSON.stringify(rest)
  if (of(payment) !== of(first)) throw new RowError(`Row ${first.line.row} has the same id ${payment.id} and differs.`)
}

/** An existing payment with this ID must be the same payment: two programs may use the same IDs, and payments change. */
export function checkAgrees(
  { amount, currency, kind, date }: Payment,
  bundle: TransactionBundle,
  { statuses }: Catalogue,
  contact_id: number | undefined,
) {
  const [existing] = bundle.transactions
  const status = statuses.find(({ id }) => id === existing?.status_id)
  const stored = existing ? formatAmount(existing.amount, existing.currency.toUpperCase()) : 'nothing'
  if (stored !== formatAmount(amount, currency))
    throw new RowError(
      `It exists as bundle ${bundle.id} with ${stored}, in the file with ${formatAmount(amount, currency)}.`,
    )
  if (existing?.date.slice(0, 10) !== date.slice(0, 10))
    throw new RowError(
      `It exists as bundle ${bundle.id} of ${existing?.date.slice(0, 10)}, in the file of ${date.slice(0, 10)}.`,
    )
  if (contact_id !== undefined && existing.contact_id !== contact_id)
    throw new RowError(
      `It exists as bundle ${bundle.id}, paid by contact ${existing.contact_id}, in the file by ${contact_id}.`,
    )
  if (status?.kind !== kind)
    throw new RowError(
      `It exists as bundle ${bundle.id} with the status ${status?.name ?? 'none'}, in the file it is ${kind}.`,
    )
}
