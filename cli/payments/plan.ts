import type { Client } from '../../sdk/client.ts'
import type { TransactionBundle } from '../../sdk/operations.ts'
import { checkStart } from '../../server/money/core/periods.ts'
import { bundleOf, importMarkOf } from './bundle.ts'
import type { PaymentFile, RefusedRow } from './file.ts'
import { checkAgrees, KnownPayments } from './known.ts'
import { Payers } from './payers.ts'
import { asRowError, type Catalogue, type Payment, type ReadOptions, readPayment } from './payment.ts'
import { type Language, languageOf, RowError, SkippedRow } from './reasons.ts'

/** What happens to each row. Every row is in exactly one list. */
export interface ImportPlan {
  /** Payments to create, with the contact of the payer; undefined: to be created as well. */
  new_payments: { payment: Payment; contact_id: number | undefined }[]
  existing: Payment[]
  refused: RefusedRow[]
  /** Rows that are not money. */
  skipped: RefusedRow[]
  catalogue: Catalogue
  /** The language of the reasons: that of the caller. */
  language: Language
}

export interface ImportOptions extends ReadOptions {
  /** Whether to create contacts for unknown payers. */
  create: boolean
}

/** Decides what happens to each row, without changing anything. */
export async function planImport(muster: Client, file: PaymentFile, options: ImportOptions): Promise<ImportPlan> {
  const catalogue = await catalogueOf(muster)
  const known = new KnownPayments(await importedPayments(muster, options.source))
  const payers = new Payers(muster)
  const language = languageOf((await muster.me.read()).data.user.locale)
  const plan: ImportPlan = { new_payments: [], existing: [], refused: [], skipped: [], catalogue, language }
  const read = file.lines.flatMap(line => orRefused(plan, line, () => [readPayment(line, options, catalogue)]))
  await payers.lookUp(read.map(({ payer }) => payer))
  if (options.create) await payers.lookUpErased(read.map(({ payer }) => payer))
  const rows = new Map<string, Payment>()
  for (const payment of read)
    orRefused(plan, payment.line, () => {
      const first = rows.get(payment.origin)
      if (first) checkSame(payment, first)
      rows.set(payment.origin, first ?? payment)
      const bundle = known.get(payment)
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
  else if (restricted) throw new RowError('restricted', { payer: describePayer(payment) })
  else if (contact_id === undefined && !create) throw new RowError('no_contact', { payer: describePayer(payment) })
  else if (contact_id === undefined && payers.isErased(payment.payer))
    throw new RowError('erased', { payer: describePayer(payment) })
  return contact_id
}

/** The server refuses a membership that starts in a closed period. */
function checkStarts(payment: Payment, { settings: { open_periods }, time_zone }: Catalogue) {
  const now = new Date().toISOString()
  for (const { start_date } of bundleOf(payment, 0, '').memberships)
    if (start_date)
      asRowError('membership_period_closed', start_date, () =>
        checkStart(open_periods, start_date, now, 'It', time_zone),
      )
}

async function catalogueOf(muster: Client): Promise<Catalogue> {
  const { data: settings } = await muster.transaction_settings.read()
  const { data: me } = await muster.me.read()
  const catalogue: Catalogue = { time_zone: me.space.time_zone, settings, statuses: [], prices: [] }
  for await (const status of muster.each('transaction_statuses.list')) catalogue.statuses.push(status)
  for await (const price of muster.each('membership_prices.list')) catalogue.prices.push(price)
  return catalogue
}

/** Payments of earlier imports by ID. Searches all periods, because dates can be corrected. */
async function importedPayments(muster: Client, source: string) {
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
    const list = error instanceof SkippedRow ? plan.skipped : plan.refused
    list.push({ line, reason: error.in(plan.language) })
    return []
  }
}

function describePayer({ payer: { external_id, mail } }: Payment) {
  const either = (id: string, address: string, or: string) =>
    [external_id && `${id} ${external_id}`, mail && `${address} ${mail}`].filter(Boolean).join(or)
  return { en: either('the ID', 'the mail', ' or '), fr: either('l’identifiant', 'l’e-mail', ' ou ') }
}

/** Two different payments with one ID: the second would be lost. */
function checkSame(payment: Payment, first: Payment) {
  const of = ({ line: _, ...rest }: Payment) => JSON.stringify(rest)
  if (of(payment) !== of(first)) throw new RowError('same_id', { row: first.line.row, id: payment.id })
}
