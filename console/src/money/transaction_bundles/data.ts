import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { muster, type Operations, type PaymentView, queries, type TransactionBundle } from '../../api.ts'
import { parseExactly, type Sum } from '../../components/amounts.ts'
import { saveBlob } from '../../components/save_file.ts'
import { savedViewStore } from '../../components/saved_view_store.ts'
import { language } from '../../translations/index.ts'
import { comparisonSpan, defaults, type Span, type SumSearch, spanOfSums } from '../statistics/comparison.ts'
import type { Sums } from '../statistics/months.ts'
import type { Filters, PaymentSort } from './search_params.ts'

export type PaymentChange = Operations['transaction_bundles.update']['args']['data']
/** Unsaved changes to one transaction. */
export type TransactionDraft = Partial<Pick<TransactionBundle['transactions'][number], 'status_id' | 'comment'>>
export type NewPayment = Operations['transaction_bundles.create']['args']['data']

const page_size = 100
const catalogue_size = 1000
const rarely_changes = { staleTime: 5 * 60_000 }

export const paymentsQuery = (filters: Filters & { batch_id?: number; sort?: PaymentSort }) =>
  infiniteQueryOptions({
    queryKey: ['payments', 'list', filters],
    queryFn: ({ signal, pageParam }) =>
      muster.transaction_bundles.list(
        { ...filters, limit: page_size, ...(pageParam && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })

/** The number of matching payments. */
export const countQuery = (filters: Filters) =>
  queryOptions({
    queryKey: ['payments', 'count', filters],
    queryFn: async ({ signal }) => (await muster.transaction_bundles.list({ ...filters, limit: 1 }, { signal })).total,
  })

/** The sums of the matching payments by currency: their amounts, what has come in, and what is unpaid. */
export const sumsQuery = (filters: Filters) =>
  queryOptions({
    queryKey: ['payments', 'sum', filters],
    queryFn: async ({ signal }) => {
      const { data } = await muster.transaction_bundles.sum(filters, { signal, parse: parseExactly })
      const sums = data.map(({ currency, amount }): [string, Sum] => [currency, amount])
      const collected = data.flatMap(({ currency, collected }): [string, Sum][] =>
        collected === null ? [] : [[currency, collected]],
      )
      const unpaid = data.flatMap(({ currency, unpaid }): [string, Sum][] => (unpaid > 0 ? [[currency, unpaid]] : []))
      return { sums, collected, unpaid }
    },
    throwOnError: false,
  })

export const viewsQuery = queryOptions({
  queryKey: ['payment_views'],
  queryFn: async ({ signal }) => (await muster.payment_views.list({ limit: 100 }, { signal })).data,
  staleTime: 60_000,
})

export const paymentViewStore = savedViewStore<Pick<PaymentView, 'filters'>>(muster.payment_views, viewsQuery.queryKey)

/** A payment with its ETag. */
export const paymentQuery = (id: number) =>
  queryOptions({
    queryKey: ['payments', 'one', id],
    queryFn: async ({ signal }) => {
      const { body, etag } = await muster.request('transaction_bundles.read', { id }, { signal })
      return { payment: body.data, etag: etag ?? undefined }
    },
  })

type PaymentPage = Awaited<ReturnType<typeof muster.transaction_bundles.list>>

/** A payment as a loaded list has it, to show its header before it is read. */
export const listedPayment = (id: number) =>
  queries
    .getQueriesData<InfiniteData<PaymentPage>>({ queryKey: ['payments', 'list'] })
    .flatMap(([, list]) => list?.pages ?? [])
    .flatMap(page => page.data)
    .find(payment => payment.id === id)

const history_size = 200

export const historyQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['payments', 'history', id],
    queryFn: ({ signal, pageParam }) =>
      muster.transaction_bundles.readHistory({ id, limit: history_size, offset: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ total, data }, pages) => {
      const seen = pages.reduce((sum, page) => sum + page.data.length, 0)
      return data.length > 0 && seen < total ? seen : undefined
    },
  })

const entries_shown = 100

/** The entries of a payment in the ledger. */
export const paymentEntriesQuery = (id: number) =>
  queryOptions({
    queryKey: ['payments', 'entries', id],
    queryFn: async ({ signal }) => (await muster.ledger.list({ bundle_id: id, limit: entries_shown }, { signal })).data,
  })

export const statusesQuery = queryOptions({
  queryKey: ['finance', 'statuses'],
  queryFn: async ({ signal }) => (await muster.transaction_statuses.list({ limit: catalogue_size }, { signal })).data,
  ...rarely_changes,
})

export const campaignsQuery = queryOptions({
  queryKey: ['finance', 'campaigns'],
  queryFn: async ({ signal }) => (await muster.code_campaigns.list({ limit: catalogue_size }, { signal })).data,
  ...rarely_changes,
})

export const membershipPricesQuery = queryOptions({
  queryKey: ['finance', 'membership_prices'],
  queryFn: async ({ signal }) => (await muster.membership_prices.list({ limit: catalogue_size }, { signal })).data,
  ...rarely_changes,
})

export const donationPricesQuery = queryOptions({
  queryKey: ['finance', 'donation_prices'],
  queryFn: async ({ signal }) => (await muster.donation_prices.list({ limit: catalogue_size }, { signal })).data,
  ...rarely_changes,
})

export const settingsQuery = queryOptions({
  queryKey: ['finance', 'settings'],
  queryFn: async ({ signal }) => (await muster.transaction_settings.read({}, { signal })).data,
  ...rarely_changes,
})

/** Whole days as dates, which the server takes for days in the time zone of the space. */
const dayOrInstant = (date: Date) => date.toISOString().replace(/T(00:00:00.000|23:59:59.999)Z$/, '')

/** The sums of a period and of its comparison. */
export const moneyQuery = ({ sums = defaults.sums, with: how = defaults.with }: SumSearch) =>
  queryOptions({
    queryKey: ['payments', 'sums', sums, how],
    queryFn: async ({ signal }) => {
      const span = spanOfSums(sums, new Date())
      const before = comparisonSpan(span, how)
      const sumUp = async ({ from, to }: Span): Promise<Sums> => {
        const { data } = await muster.statistics.read(
          { from: dayOrInstant(from), to: dayOrInstant(to) },
          { signal, parse: parseExactly },
        )
        return { ...data, from: from.toISOString(), to: to.toISOString() }
      }
      const [now, previous] = await Promise.all([sumUp(span), before && sumUp(before)])
      return { now, previous, months: span.months }
    },
    staleTime: 60_000,
  })

export const contactQuery = (id: number) =>
  queryOptions({
    queryKey: ['contacts', 'name', id],
    queryFn: async ({ signal }) => (await muster.contacts.read({ id }, { signal })).data.contact,
    ...rarely_changes,
    throwOnError: false,
  })

/** The entries of the ledger follow the payments. */
export const refreshPayments = () =>
  Promise.all(['payments', 'ledger'].map(key => queries.invalidateQueries({ queryKey: [key] })))

export async function changePayment(id: number, change: PaymentChange, if_match?: string) {
  const { body, etag } = await muster.request(
    'transaction_bundles.update',
    { id, data: await withInstants(change) },
    if_match ? { if_match } : {},
  )
  await refreshPayments()
  return { payment: body.data, etag: etag ?? undefined }
}

/** The days of memberships as instants, which the server computes: an end is the last moment of its day. */
async function withInstants<Sent extends PaymentChange>(sent: Sent): Promise<Sent> {
  if (!sent.memberships) return sent
  const isDay = (text: string | null | undefined) => text?.length === 'YYYY-MM-DD'.length
  const memberships = sent.memberships.map(async membership => {
    const { start_date, end_date } = membership
    if (!isDay(start_date) && !isDay(end_date)) return membership
    const asked = { ...(start_date && { start_date }), ...(end_date && { end_date }) }
    const { data: term } = await muster.membership_prices.previewTerm(asked)
    return {
      ...membership,
      ...(start_date && { start_date: term.start_date }),
      ...(end_date && { end_date: term.end_date }),
    }
  })
  return { ...sent, memberships: await Promise.all(memberships) }
}

export type NewReversal = Operations['transactions.refund']['args']['data']

/** Records a refund of a transaction, or a return by the bank. */
export async function recordReversal(
  kind: 'refund' | 'return',
  transaction_id: number,
  data: NewReversal,
  idempotency_key: string,
) {
  const { data: reversal } = await muster.transactions[kind]({ id: transaction_id, data }, { idempotency_key })
  await refreshPayments()
  return reversal
}

export async function cancelReversal(transaction_id: number, reversal_id: number, reason: string) {
  await muster.transactions.cancelReversal({ id: transaction_id, reversal_id, data: { reason } })
  await refreshPayments()
}

/** With the same idempotency key, a payment sent twice is recorded once. */
export async function recordPayment(payment: NewPayment, idempotency_key: string) {
  const sent = await withInstants(payment)
  const { data, warnings = [] } = await muster.transaction_bundles.create({ data: sent }, { idempotency_key })
  return { payment: data, warnings }
}

export interface PaymentFile {
  format: 'xlsx' | 'csv'
  lines: 'payments' | 'items'
}

/** Downloads the matching payments in the user's language. */
export async function downloadPayments(filters: Filters, { format, lines }: PaymentFile) {
  const query = { ...filters, lines, language: language() }
  const file = format === 'xlsx' ? await muster.transaction_bundles.exportSpreadsheet(query) : await csvFile(query)
  saveBlob(`payments-${new Date().toISOString().slice(0, 10)}.${format}`, file)
}

/** Spreadsheets recognise UTF-8 by the byte order mark, which fetch removes. French ones expect semicolons. */
async function csvFile(query: Operations['transaction_bundles.export']['args']) {
  const text = await muster.transaction_bundles.export({ ...query, separator: query.language === 'fr' ? ';' : ',' })
  return new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' })
}
