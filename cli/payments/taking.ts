import { type Client, Refusal } from '../../sdk/client.ts'
import type { TransactionBundle } from '../../sdk/operations.ts'
import { checkStart } from '../../server/money/core/periods.ts'
import { inWholeUnits } from '../../server/money/transaction_bundles/csv.ts'
import { BadCell } from './cells.ts'
import type { PaymentFile, Refused } from './file.ts'
import { Payers } from './payers.ts'
import { type Catalogue, orBadCell, type Payment, paymentOf, type Wishes } from './payment.ts'

/** What is to become of each row. Every row is in one of the lists. */
export interface Plan {
  /** To be made, with the contact who paid; undefined: to be made as well. */
  fresh: { payment: Payment; contact_id: number | undefined }[]
  there: Payment[]
  refused: Refused[]
  catalogue: Catalogue
}

export interface Mode extends Wishes {
  /** Whether those who paid and are not here become contacts. */
  create: boolean
}

/** Looks at everything and changes nothing. */
export async function planOf(muster: Client, file: PaymentFile, mode: Mode): Promise<Plan> {
  const catalogue = await catalogueOf(muster)
  const known = await knownPayments(muster, mode.source)
  const payers = new Payers(muster)
  const plan: Plan = { fresh: [], there: [], refused: [], catalogue }
  const read = file.lines.flatMap(line => orRefused(plan, line, () => [paymentOf(line, mode, catalogue)]))
  await payers.lookUp(read.map(({ payer }) => payer))
  if (mode.create) await payers.lookUpErased(read.map(({ payer }) => payer))
  const rows = new Map<string, Payment>()
  for (const payment of read) {
    orRefused(plan, payment.line, () => {
      const first = rows.get(payment.origin)
      if (first) checkSame(payment, first)
      rows.set(payment.origin, first ?? payment)
      const bundle = known.get(payment.id)
      const { id: contact_id, restricted } = payers.whoIs(payment.payer)
      if (bundle) checkAgrees(payment, bundle, catalogue, contact_id)
      else if (restricted) throw new BadCell(untouchable(payment, 'asked that their data be kept and not used'))
      else if (contact_id === undefined && !mode.create) throw nobody(payment)
      else if (contact_id === undefined && payers.isErased(payment.payer))
        throw new BadCell(untouchable(payment, 'was erased'))
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
    if (start_date) orBadCell(() => checkStart(open_periods, start_date, now, 'Its membership'))
}

/** What came of carrying a plan out. */
export interface Taken {
  made: Payment[]
  there: Payment[]
  refused: Refused[]
}

/**
 * Makes the payments, one after the other as they stand in the file, since membership numbers are given in that order. Each carries its
 * origin: one that somebody else has made meanwhile, or we ourselves before we were interrupted, is there already.
 */
export async function take(
  muster: Client,
  file: PaymentFile,
  plan: Plan,
  told: (done: number) => void,
): Promise<Taken> {
  const payers = new Payers(muster)
  const taken: Taken = { made: [], there: [...plan.there], refused: [...plan.refused] }
  try {
    for (const [index, { payment, contact_id }] of plan.fresh.entries()) {
      try {
        const known = contact_id ?? payers.whoIs(payment.payer).id
        // Whoever was erased since is not made again for a payment that is there.
        const before = known === undefined ? await bundleFrom(muster, payment.origin) : undefined
        const there =
          before ?? (await made(muster, bundleOf(payment, known ?? (await payers.make(payment.payer)), file.label)))
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
async function made(muster: Client, data: ReturnType<typeof bundleOf>): Promise<TransactionBundle | undefined> {
  try {
    await muster.transaction_bundles.create({ data })
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'conflict')) throw error
    const there = await bundleFrom(muster, data.origin)
    if (!there) throw new BadCell('It was there and was deleted at this moment. Bring it again.')
    return there
  }
}

/** The payment that has this origin. */
export async function bundleFrom(muster: Client, origin: string): Promise<TransactionBundle | undefined> {
  return (await muster.transaction_bundles.list({ origin })).data[0]
}

/** What is wrong with this row alone; whatever would meet the others too is thrown again. */
function reasonOf(error: unknown) {
  if (error instanceof BadCell) return error.message
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
export function markOf({ transactions: [first] }: TransactionBundle) {
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
    const mark = markOf(bundle)
    if (mark.source === source && typeof mark.id === 'string') known.set(mark.id, bundle)
  }
  return known
}

function orRefused<Value>(plan: Plan, line: Refused['line'], work: () => Value): Value | [] {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof BadCell)) throw error
    plan.refused.push({ line, reason: error.message })
    return []
  }
}

const soughtBy = ({ payer: { external_id, mail } }: Payment) =>
  [external_id && `the number ${external_id}`, mail && `the mail ${mail}`].filter(Boolean).join(' or ')

const nobody = (payment: Payment) =>
  new BadCell(`No contact has ${soughtBy(payment)}. Bring the contacts first, or make them with --create.`)

const untouchable = (payment: Payment, why: string) =>
  `The person with ${soughtBy(payment)} ${why}; if the payment belongs into the books, enter it by hand.`

const shown = (amount: number, currency: string) => `${inWholeUnits(amount, currency, '.')} ${currency}`

/** The same number for two payments: one of them would be lost without a word. */
function checkSame(payment: Payment, first: Payment) {
  const of = ({ line: _, ...rest }: Payment) => JSON.stringify(rest)
  if (of(payment) !== of(first))
    throw new BadCell(`Row ${first.line.row} has the same id ${payment.id} and is another payment.`)
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
  const seen = there ? shown(there.amount, there.currency.toUpperCase()) : 'nothing'
  if (seen !== shown(amount, currency))
    throw new BadCell(`It is there as bundle ${bundle.id} with ${seen}, and here with ${shown(amount, currency)}.`)
  if (there?.date.slice(0, 10) !== date.slice(0, 10))
    throw new BadCell(
      `It is there as bundle ${bundle.id} of ${there?.date.slice(0, 10)}, and here of ${date.slice(0, 10)}.`,
    )
  if (contact_id !== undefined && there.contact_id !== contact_id)
    throw new BadCell(
      `It is there as bundle ${bundle.id}, paid by contact ${there.contact_id}, and here by ${contact_id}.`,
    )
  if (status?.kind !== kind)
    throw new BadCell(
      `It is there as bundle ${bundle.id} with the status ${status?.name ?? 'none'}, and here it is ${kind}.`,
    )
}
