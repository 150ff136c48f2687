import { type Client, Refusal } from '../../sdk/client.ts'
import type { TransactionBundle } from '../../sdk/operations.ts'
import { checkStart } from '../../server/money/core/periods.ts'
import { inWholeUnits } from '../../server/money/transaction_bundles/csv.ts'
import { RowError } from './cells.ts'
import type { PaymentFile, RefusedRow } from './file.ts'
import { Payers } from './payers.ts'
import { asRowError, type Catalogue, type Payment, type ReadOptions, readPayment } from './payment.ts'

/** What is to become of each row. Every row is in one of the lists. */
export interface ImportPlan {
  /** To be made, with the contact who paid; undefined: to be made as well. */
  fresh: { payment: Payment; contact_id: number | undefined }[]
  there: Payment[]
  refused: RefusedRow[]
  catalogue: Catalogue
}

export interface ImportOptions extends ReadOptions {
  /** Whether those who paid and are not here become contacts. */
  create: boolean
}

/** Looks at everything and changes nothing. */
export async function planImport(muster: Client, file: PaymentFile, mode: ImportOptions): Promise<ImportPlan> {
  const catalogue = await catalogueOf(muster)
  const known = await knownPayments(muster, mode.source)
  const payers = new Payers(muster)
  const plan: ImportPlan = { fresh: [], there: [], refused: [], catalogue }
  const read = file.lines.flatMap(line => orRefused(plan, line, () => [readPayment(line, mode, catalogue)]))
  await payers.lookUp(read.map(({ payer }) => payer))
  if (mode.create) await payers.lookUpErased(read.map(({ payer }) => payer))
  const rows = new Map<string, Payment>()
  for (const payment of read) {
    orRefused(plan, payment.line, () => {
      const first = rows.get(payment.origin)
      if (first) checkSame(payment, first)
      rows.set(payment.origin, first ?? payment)
      const bundle = known.get(payment.id)
      const { id: contact_id, restricted } = payers.match(payment.payer)
      if (bundle) checkAgrees(payment, bundle, catalogue, contact_id)
      else if (restricted) throw new RowError(enterByHand(payment, 'asked that their data be kept and not used'))
      else if (contact_id === undefined && !mode.create) throw noContact(payment)
      else if (contact_id === undefined && payers.isErased(payment.payer))
        throw new RowError(enterByHand(payment, 'was erased'))
      const isThere = bundle || first
      if (!isThere) checkStarts(payment, catalogue)
      return isThere ? plan.there.push(payment) : plan.fresh.push({ payment, contact_id })
    })
  }
  plan.refused.sort((a, b) => a.line.row - b.line.row)
  return plan
}

/** The server dates a membership by its start, and refuses one in a closed period. */
function checkStarts(payment: Payment, { settings: { open_periods } }: Catalogue) {
  const now = new Date().toISOString()
  for (const { start_date } of bundleOf(payment, 0, '').memberships)
    if (start_date) asRowError(() => checkStart(open_periods, start_date, now, 'Its membership'))
}

/** What came of carrying a plan out. */
export interface ImportResult {
  made: Payment[]
  there: Payment[]
  refused: RefusedRow[]
}

/**
 * Makes the payments, one after the other as they stand in the file, since membership numbers are given in that order. Each carries its
 * origin: one that somebody else has made meanwhile, or we ourselves before we were interrupted, is there already.
 */
export async function createPayments(
  muster: Client,
  file: PaymentFile,
  plan: ImportPlan,
  told: (done: number) => void,
): Promise<ImportResult> {
  const payers = new Payers(muster)
  const taken: ImportResult = { made: [], there: [...plan.there], refused: [...plan.refused] }
  try {
    for (const [index, { payment, contact_id }] of plan.fresh.entries()) {
      try {
        const known = contact_id ?? payers.match(payment.payer).id
        // Whoever was erased since is not made again for a payment that is there.
        const before = known === undefined ? await findByOrigin(muster, payment.origin) : undefined
        const there =
          before ??
          (await createPayment(
            muster,
            bundleOf(payment, known ?? (await payers.createContact(payment.payer)), file.label),
          ))
        if (there) checkAgrees(payment, there, plan.catalogue, known)
        taken[there ? 'there' : 'made'].push(payment)
      } catch (error) {
        taken.refused.push({ line: payment.line, reason: reasonOf(error) })
      }
      told(index + 1)
    }
  } catch (error) {
    ;(error as Error).message +=
      ` It stopped after ${taken.made.length} payments. Run it again: what was made is not made twice.`
    throw error
  }
  return taken
}

/** Records a payment; answers the bundle that it is already, if it is. */
async function createPayment(
  muster: Client,
  data: ReturnType<typeof bundleOf>,
): Promise<TransactionBundle | undefined> {
  try {
    await muster.transaction_bundles.create({ data })
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'conflict')) throw error
    const there = await findByOrigin(muster, data.origin)
    if (!there) throw new RowError('It was there and was deleted at this moment. Bring it again.')
    return there
  }
}

/** The payment that has this origin. */
export async function findByOrigin(muster: Client, origin: string): Promise<TransactionBundle | undefined> {
  return (await muster.transaction_bundles.list({ origin })).data[0]
}

/** What is wrong with this row alone; whatever would meet the others too is thrown again. */
function reasonOf(error: unknown) {
  if (error instanceof RowError) return error.message
  if (error instanceof Refusal && error.status === 422) return `Muster refused it: ${error.message}`
  throw error
}

/** The payment as the books keep it. Money that never came, or all went back, makes nobody a member and is no gift. */
export function bundleOf(payment: Payment, contact_id: number, label: string) {
  const { id, origin, amount, currency, date, refunded, kind, membership } = payment
  const failed = kind === 'unpaid' || kind === 'bank_error'
  const left = failed || kind === 'cancel' ? 0 : amount - refunded
  const stays = left > 0 || (amount === 0 && !failed && kind !== 'cancel')
  const part = { contact_id, amount: left, currency }
  return {
    origin,
    transactions: [
      {
        contact_id,
        amount,
        currency,
        date,
        status_id: payment.status_id,
        payment_method_kind: payment.method,
        code_campaign: payment.campaign,
        comment: payment.comment,
        reimbursed_amount: refunded,
        unpaid_amount: failed ? amount : 0,
        external_transaction_id: /^\d{1,15}$/.test(id) ? Number(id) : null,
        extra_json: { imported: { source: origin.slice(0, -id.length - 1), id, import: label } },
      },
    ],
    memberships:
      membership && stays
        ? [
            {
              ...part,
              amount_initial: amount,
              membership_price_id: membership.price_id,
              ...(membership.start && { start_date: membership.start }),
              ...(membership.end && { end_date: membership.end }),
            },
          ]
        : [],
    donations: !membership && stays ? [{ ...part, date, initial_amount: amount, donation_price_id: null }] : [],
  }
}

/** How an import marks what it makes. Anything may stand there: others write it too. */
export function importMarkOf({ transactions: [first] }: TransactionBundle) {
  const { imported } = (first?.extra_json ?? {}) as { imported?: { source?: unknown; id?: unknown; import?: unknown } }
  return imported && typeof imported === 'object' ? imported : {}
}

async function catalogueOf(muster: Client): Promise<Catalogue> {
  const { data: settings } = await muster.transaction_settings.read()
  const catalogue: Catalogue = { settings, statuses: [], prices: [] }
  for await (const status of muster.each('transaction_statuses.list')) catalogue.statuses.push(status)
  for await (const price of muster.each('membership_prices.list')) catalogue.prices.push(price)
  return catalogue
}

/** What earlier imports brought from there, by its number. All of the books are looked through: dates can be corrected. */
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
  [external_id && `the number ${external_id}`, mail && `the mail ${mail}`].filter(Boolean).join(' or ')

const noContact = (payment: Payment) =>
  new RowError(`No contact has ${describePayer(payment)}. Bring the contacts first, or make them with --create.`)

const enterByHand = (payment: Payment, why: string) =>
  `The person with ${describePayer(payment)} ${why}; if the payment belongs into the books, enter it by hand.`

const formatAmount = (amount: number, currency: string) => `${inWholeUnits(amount, currency, '.')} ${currency}`

/** The same number for two payments: one of them would be lost without a word. */
function checkSame(payment: Payment, first: Payment) {
  const of = ({ line: _, ...rest }: Payment) => JSON.stringify(rest)
  if (of(payment) !== of(first))
    throw new RowError(`Row ${first.line.row} has the same id ${payment.id} and is another payment.`)
}

/** Two programs may count alike, and a payment may have changed since in one of the two. */
function checkAgrees(
  { amount, currency, kind, date }: Payment,
  bundle: TransactionBundle,
  { statuses }: Catalogue,
  contact_id: number | undefined,
) {
  const [there] = bundle.transactions
  const status = statuses.find(({ id }) => id === there?.status_id)
  const seen = there ? formatAmount(there.amount, there.currency.toUpperCase()) : 'nothing'
  if (seen !== formatAmount(amount, currency))
    throw new RowError(
      `It is there as bundle ${bundle.id} with ${seen}, and here with ${formatAmount(amount, currency)}.`,
    )
  if (there?.date.slice(0, 10) !== date.slice(0, 10))
    throw new RowError(
      `It is there as bundle ${bundle.id} of ${there?.date.slice(0, 10)}, and here of ${date.slice(0, 10)}.`,
    )
  if (contact_id !== undefined && there.contact_id !== contact_id)
    throw new RowError(
      `It is there as bundle ${bundle.id}, paid by contact ${there.contact_id}, and here by ${contact_id}.`,
    )
  if (status?.kind !== kind)
    throw new RowError(
      `It is there as bundle ${bundle.id} with the status ${status?.name ?? 'none'}, and here it is ${kind}.`,
    )
}
