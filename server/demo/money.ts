import { createCodeCampaign } from '../money/code_campaigns/queries.ts'
import { addToCatalogue } from '../money/core/catalogue.ts'
import { donationPriceCatalogue } from '../money/donation_prices/queries.ts'
import { membershipPriceGroupCatalogue } from '../money/membership_price_groups/queries.ts'
import { createMembershipPrice } from '../money/membership_prices/queries.ts'
import { addTransactions, closeBatch, createBatch, markDeposited } from '../money/transaction_batches/queries.ts'
import { changeBundleIn, createBundleIn } from '../money/transaction_bundles/writing.ts'
import { changeSettings } from '../money/transaction_settings/queries.ts'
import { transactionStatusCatalogue } from '../money/transaction_statuses/queries.ts'
import { fillBank } from './bank.ts'
import { openBatchOn } from './batch_queries.ts'
import { donors_count } from './contacts.ts'
import type { DemoContext } from './demo.ts'
import { type Random, seededRandom } from './random.ts'
import { required } from './required.ts'

/** Refunds, deposits and failed payments are in the last of these months. */
const recent_months = 14
/** Since January of the year before: the sums of this year have something to be compared with. */
const months = Math.max(recent_months, new Date().getUTCMonth() + 13)

interface Catalogue {
  full: number
  reduced: number
  lifetime: number
  gifts: { id: number; amount: number }[]
  contacts: number[]
  statuses: Map<string, number>
}

export interface PaidBundle {
  id: number
  transactions: { id: number; amount: number; date: string; payment_method_kind: string; contact_id: number }[]
  donations: { id: number; amount: number }[]
}

/** Payments since the year before: renewals in January, an appeal, deposited cheques, refunds and failed payments. */
export async function fillMoney(context: DemoContext) {
  const { payments } = context.data.money
  const catalogue = await fillCatalogue(context)
  const paid: PaidBundle[] = []
  for (let back = months - 1; back >= 0; back--) {
    const month = firstOfMonth(back)
    const appeal = back === 5
    const count = month.getUTCMonth() === 0 ? payments.january : appeal ? payments.appeal : payments.other
    const picks = Array.from({ length: count }, (_, n) => seededRandom(back * 100 + n + 7))
    const days = picks
      .map(pick => ({ pick, date: dayIn(month, pick) }))
      .sort((one, other) => one.date.localeCompare(other.date))
    for (const { pick, date } of days) paid.push(await recordPayment(context, catalogue, date, appeal, pick))
  }
  const start = firstOfMonth(recent_months - 1).toISOString()
  const recent = paid.filter(({ transactions }) => transactions.every(({ date }) => date >= start))
  await recordCorrections(context, catalogue, recent)
  await depositCheques(context, recent)
  await fillBank(context, recent)
}

async function fillCatalogue({ sql, caller, data: { money, currency } }: DemoContext): Promise<Catalogue> {
  const { prices, fees, campaigns } = money
  const group = await addToCatalogue<{ id: number }>(sql, caller, membershipPriceGroupCatalogue, {
    name: prices.group,
    hidden: false,
  })
  const price = async (name: string, amount: number, kind: string, hidden = false) =>
    (
      await createMembershipPrice(sql, caller, {
        name,
        amount,
        kind,
        hidden,
        currency,
        allow_custom_amount: false,
        membership_price_group_id: group.id,
        rolling_period: '',
        duration: '',
      })
    ).id
  const [full, reduced, lifetime] = [
    await price(prices.full, fees.full, 'calendar_year'),
    await price(prices.reduced, fees.reduced, 'rolling_year'),
    await price(prices.lifetime, fees.lifetime, 'lifetime', true),
  ]
  const gifts = []
  for (const amount of money.gifts) {
    gifts.push(
      await addToCatalogue<{ id: number; amount: number }>(sql, caller, donationPriceCatalogue, {
        name: money.giftName(amount),
        amount,
        currency,
        allow_custom_amount: true,
        hidden: false,
        kind: 'one_off',
      }),
    )
  }
  await createCodeCampaign(sql, caller, { ...campaigns.appeal, hidden: false })
  await createCodeCampaign(sql, caller, { ...campaigns.letter, hidden: false })
  await changeSettings(
    sql,
    { caller, request_id: 'demo' },
    {
      currency,
      default_membership_price_id: full,
      default_donation_price_id: required(gifts[1], 'donation price').id,
      membership_prefix: money.membership_prefix,
      batch_prefix: money.batch_prefix,
    },
  )
  const contacts = await sql<
    { id: number }[]
  >`select id from contacts where group_id = ${caller.group_id} order by id limit ${donors_count}`
  const statuses = await sql<
    { id: number; kind: string }[]
  >`select id, kind from transaction_statuses where group_id = ${caller.group_id} order by id limit 100`
  await addToCatalogue(sql, caller, transactionStatusCatalogue, {
    name: money.former_status,
    kind: 'pending',
    color: '#5b6470',
    archived: true,
  })
  return {
    full,
    reduced,
    lifetime,
    gifts,
    contacts: contacts.map(({ id }) => id),
    statuses: new Map(statuses.map(({ id, kind }) => [kind, id])),
  }
}

async function recordPayment(
  { sql, caller, data: { money } }: DemoContext,
  catalogue: Catalogue,
  date: string,
  appeal: boolean,
  pick: Random,
): Promise<PaidBundle> {
  const contact_id = pick(catalogue.contacts)
  const joins = new Date(date).getUTCMonth() === 0 ? pick.below(10) < 8 : !appeal && pick.below(10) < 4
  const gives = !joins || pick.below(3) === 0
  const [fee, gift] = [pick.below(4) === 0 ? money.fees.reduced : money.fees.full, pick(catalogue.gifts)]
  const amount = (joins ? fee : 0) + (gives ? gift.amount : 0)
  const kind = pick(['card', 'card', 'cheque', 'cheque', 'transfer', 'cash', 'direct_debit'])
  const sent = {
    transactions: [
      {
        amount,
        contact_id,
        date,
        payment_method_kind: kind,
        code_campaign: appeal ? money.campaigns.appeal.code : pick(['', '', money.campaigns.letter.code]),
        payment_method:
          kind === 'cheque'
            ? {
                bank: pick(money.cheque_banks),
                number: String(1_000_000 + pick.below(8_999_999)),
              }
            : {},
      },
    ],
    memberships: joins
      ? [
          {
            contact_id,
            amount: fee,
            membership_price_id: fee === money.fees.reduced ? catalogue.reduced : catalogue.full,
          },
        ]
      : [],
    donations: gives
      ? [
          {
            contact_id,
            amount: gift.amount,
            donation_price_id: gift.id,
            affectation: pick(['', '', money.affectation]),
          },
        ]
      : [],
  }
  const document = await createBundleIn(sql, { caller, request_id: 'demo', at: date }, sent)
  return JSON.parse(document) as PaidBundle
}

/** Refunds, a returned cheque, pending and cancelled payments: each is a change in the history, some days after the payment. */
async function recordCorrections(
  { sql, caller, data: { money } }: DemoContext,
  { statuses }: Catalogue,
  paid: PaidBundle[],
) {
  const change = async (
    { id, transactions }: PaidBundle,
    days: number,
    fields: object,
    comment: string,
    donations: object[] = [],
  ) => {
    const payment = required(transactions[0], 'payment')
    const sent = { transactions: [{ id: payment.id, ...fields, comment }], donations }
    const writer = { caller, request_id: 'demo', at: later(payment.date, days * 24) }
    await changeBundleIn(sql, writer, id, sent)
  }
  const statusOf = (kind: string) => required(statuses.get(kind), `status ${kind}`)
  const given = paid.filter(({ donations }) => donations.length > 0)
  for (const index of [5, 17, 29]) {
    const bundle = required(given[index], 'donation')
    const { id, amount } = required(bundle.donations[0], 'donation')
    await change(
      bundle,
      21,
      { status_id: statusOf('reimbursed'), reimbursed_amount: amount },
      money.comments.refunded,
      [{ id, amount: 0 }],
    )
  }
  const isCheque = ({ transactions }: PaidBundle) => transactions[0]?.payment_method_kind === 'cheque'
  const bounced = required(paid.find(isCheque), 'cheque')
  await change(
    bounced,
    9,
    { status_id: statusOf('bank_error'), unpaid_amount: required(bounced.transactions[0], 'cheque').amount },
    money.comments.bounced,
  )
  for (const bundle of paid.slice(-3))
    await change(bundle, 2, { status_id: statusOf('pending') }, money.comments.pending)
  const isPaidBy = (kind: string) => (bundle: PaidBundle) => bundle.transactions[0]?.payment_method_kind === kind
  const [card, cash, transfer] = ['card', 'cash', 'transfer'].map(kind => required(paid.find(isPaidBy(kind)), kind))
  for (const [bundle, kind, comment] of [
    [card, 'unpaid', money.comments.unpaid],
    [cash, 'cancel', money.comments.cancelled],
    [transfer, 'other', money.comments.other],
  ] as const)
    if (bundle) await change(bundle, 6, { status_id: statusOf(kind) }, comment)
}

async function depositCheques({ sql, caller, data: { money } }: DemoContext, paid: PaidBundle[]) {
  const cheques = paid
    .flatMap(({ transactions }) => transactions)
    .filter(({ payment_method_kind }) => payment_method_kind === 'cheque')
  const [first, second] = [cheques.slice(0, 12), cheques.slice(12, 19)]
  const sum = (list: typeof cheques) => list.reduce((total, { amount }) => total + amount, 0)
  const done = await createBatch(sql, caller, {
    name: money.batches.deposited,
    expected_count: first.length,
    expected_amount: sum(first),
  })
  await addTransactions(sql, caller, done.id, { transaction_ids: first.map(({ id }) => id) })
  await closeBatch(sql, caller, done.id)
  await markDeposited(sql, caller, done.id)
  await openBatchOn(sql, caller, done.id, lastDay(first))
  const open = await createBatch(sql, caller, {
    name: money.batches.open,
    expected_count: second.length + 1,
    expected_amount: sum(second) + money.fees.full,
  })
  await addTransactions(sql, caller, open.id, { transaction_ids: second.map(({ id }) => id) })
  await openBatchOn(sql, caller, open.id, lastDay(second))
}

const lastDay = (transactions: { date: string }[]) =>
  transactions
    .map(({ date }) => date.slice(0, 'YYYY-MM-DD'.length))
    .sort()
    .at(-1) ?? ''

function firstOfMonth(back: number) {
  const today = new Date()
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1))
}

/** A time in that month, and not in the future. */
function dayIn(month: Date, pick: Random) {
  const end = Math.min(month.getTime() + 27 * 86_400_000, Date.now())
  return new Date(month.getTime() + pick.below(Math.max(end - month.getTime(), 1))).toISOString()
}

const later = (date: string, hours: number) =>
  new Date(Math.min(Date.parse(date) + hours * 3_600_000, Date.now())).toISOString()
