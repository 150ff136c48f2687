import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import {
  type BankLine,
  type BankMonth,
  muster,
  type NewBankMatch,
  type Operations,
  queries,
  refreshAfter,
  type WaitingPayment,
} from '../../api.ts'
import { afterSettling, isCertain } from './desk/line_counts.ts'

export type AccountDetails = Operations['bank_accounts.update']['args']['data']
export type RuleDetails = Operations['bank_rules.create']['args']['data']
export type LinePayment = Operations['bank_lines.pay']['args']['data']

const page_size = 50
const list_size = 1000
const months_shown = 120

export const accountsQuery = queryOptions({
  queryKey: ['bank', 'accounts'],
  queryFn: async ({ signal }) => (await muster.bank_accounts.list({ limit: list_size }, { signal })).data,
})

/** A bank account with its ETag. */
export const accountQuery = (id: number) =>
  queryOptions({
    queryKey: ['bank', 'account', id],
    queryFn: async ({ signal }) => {
      const { body, etag } = await muster.request('bank_accounts.read', { id }, { signal })
      return { account: body.data, etag: etag ?? undefined }
    },
  })

/** The months of an account, oldest first. */
export const monthsQuery = (bank_account_id: number) =>
  queryOptions({
    queryKey: ['bank', 'months', bank_account_id],
    queryFn: async ({ signal }) =>
      (await muster.bank_months.list({ bank_account_id, limit: months_shown }, { signal })).data.toReversed(),
  })

export type LineQuery = Pick<
  Operations['bank_lines.list']['args'],
  'bank_account_id' | 'month' | 'state' | 'certain' | 'search'
>

export const linesQuery = (filters: LineQuery) =>
  infiniteQueryOptions({
    queryKey: ['bank', 'lines', filters],
    queryFn: ({ signal, pageParam }) =>
      muster.bank_lines.list({ ...filters, limit: page_size, offset: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ total, data }, pages) => {
      const seen = pages.reduce((sum, page) => sum + page.data.length, 0)
      return data.length > 0 && seen < total ? seen : undefined
    },
  })

/** The number of open lines with a certain proposal. */
export const certainCountQuery = (bank_account_id: number, month: string) =>
  queryOptions({
    queryKey: ['bank', 'lines', 'certain', bank_account_id, month],
    queryFn: async ({ signal }) =>
      (
        await muster.bank_lines.list(
          { bank_account_id, month, state: 'open', certain: true, proposals: false, limit: 1 },
          { signal },
        )
      ).total,
  })

export const statementsQuery = (bank_account_id: number) =>
  queryOptions({
    queryKey: ['bank', 'statements', bank_account_id],
    queryFn: async ({ signal }) =>
      (await muster.bank_statements.list({ bank_account_id, limit: page_size }, { signal })).data,
  })

export const rulesQuery = queryOptions({
  queryKey: ['bank', 'rules'],
  queryFn: async ({ signal }) => (await muster.bank_rules.list({ limit: list_size }, { signal })).data,
})

/** Payments that wait for the bank. */
export const waitingQuery = (bank_account_id: number, search: string) =>
  queryOptions({
    queryKey: ['bank', 'waiting', bank_account_id, search],
    queryFn: async ({ signal }) =>
      (await muster.waiting_payments.list({ bank_account_id, limit: 20, ...(search && { search }) }, { signal })).data,
  })

/** Payments that a line may have taken back: those of the people and numbers that were typed. */
export const receivedQuery = (search: string) =>
  queryOptions({
    queryKey: ['bank', 'received', search],
    queryFn: async ({ signal }): Promise<WaitingPayment[]> => {
      const { data } = await muster.find.find({ q: search }, { signal })
      const bundles = await Promise.all(
        data.payments
          .slice(0, 5)
          .map(async ({ id }) => (await muster.transaction_bundles.read({ id }, { signal })).data),
      )
      const nameOf = (bundle: number) => data.payments.find(({ id }) => id === bundle)?.label ?? ''
      return bundles.flatMap(({ id, transactions }) =>
        transactions.map(({ id: transaction_id, contact_id, amount, ...rest }) => ({
          ...rest,
          transaction_id,
          transaction_bundle_id: id,
          contact: { id: contact_id, firstname: '', surname: nameOf(id), city: '' },
          amount,
          left: amount,
          pending: false,
          batch: null,
          label: '',
        })),
      )
    },
    enabled: search.length > 1,
  })

/** Counts a line that the server has settled, until the month is read again. */
export function countSettled(line: BankLine, state: BankLine['state']) {
  const month = line.date.slice(0, 7)
  const account = line.bank_account_id
  queries.setQueryData(monthsQuery(account).queryKey, (months: BankMonth[] | undefined) =>
    months?.map(one => (one.month === month ? afterSettling(one, state) : one)),
  )
  if (isCertain(line))
    queries.setQueryData(certainCountQuery(account, month).queryKey, count => count && Math.max(0, count - 1))
}

export const matchLine = (id: number, matches: NewBankMatch[]) => muster.bank_lines.match({ id, data: { matches } })

export const ignoreLine = (id: number, reason: string) => muster.bank_lines.ignore({ id, data: { reason } })

export const payFromLine = (id: number, data: LinePayment) => muster.bank_lines.pay({ id, data })

export const undoLines = (line_ids: number[]) => muster.bank_lines.undo({ data: { line_ids } })

export const acceptCertain = async (bank_account_id: number, month: string) =>
  (await muster.bank_lines.acceptCertain({ data: { bank_account_id, month } })).data

/** Reads everything again that a match changes: lines, months, payments and the ledger. */
export const refreshBank = () =>
  Promise.all(['bank', 'payments', 'batches', 'ledger'].map(key => queries.invalidateQueries({ queryKey: [key] })))

export const closeMonth = (bank_account_id: number, month: string) =>
  refreshAfter(['bank'], muster.bank_months.close({ data: { bank_account_id, month } }))

export const openMonth = (bank_account_id: number, month: string) =>
  refreshAfter(['bank'], muster.bank_months.open({ data: { bank_account_id, month } }))

type LineFilters = Operations['bank_lines.list']['args'] & { transaction_bundle_id: number }

/** The lines that a payment is matched to. Without them the payment is shown all the same. */
export const paymentLinesQuery = (transaction_bundle_id: number) =>
  queryOptions({
    queryKey: ['bank', 'lines', 'of_payment', transaction_bundle_id],
    queryFn: async ({ signal }) => {
      const filters: LineFilters = { transaction_bundle_id, proposals: false, limit: 20 }
      return (await muster.bank_lines.list(filters, { signal })).data
    },
    throwOnError: false,
  })
