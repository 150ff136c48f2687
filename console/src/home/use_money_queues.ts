import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatMoney, formatNearDay, formatNumber } from '../components/formats.ts'
import { spaceDay } from '../components/space_day.ts'
import { accountsQuery, certainCountQuery, monthsQuery } from '../money/bank/data.ts'
import { monthWord } from '../money/bank/desk/month_names.ts'
import { startMonth } from '../money/bank/search_params.ts'
import { queueQuery } from '../money/payment_warnings/data.ts'
import { sumsQuery } from '../money/transaction_bundles/data.ts'
import { filtersOf, type Payment, payerOf, type View } from '../money/transaction_bundles/search_params.ts'
import { waitingPaymentsQuery } from './data.ts'
import { type Queue, type QueueKind, type QueueSource, sourceOf } from './queue.ts'

const accounts_max = 5
const quietly = { throwOnError: false } as const

/** Lines of the bank, payments to check, warnings, and payments that did not arrive. */
export function useMoneyQueues(wants: (kind: QueueKind) => boolean): QueueSource[] {
  return [
    useBankQueues(wants('bank')),
    usePaymentQueue('to_check', 'check', wants('to_check')),
    useWarningQueue(wants('warnings')),
    usePaymentQueue('unpaid', 'unpaid', wants('unpaid')),
  ]
}

/** One queue for each account: the oldest month with open lines, which the bank page opens. */
function useBankQueues(enabled: boolean): QueueSource {
  const { t } = useTranslation('home')
  const accounts = useQuery({ ...accountsQuery, ...quietly, enabled })
  const used = (enabled && accounts.data?.filter(({ archived }) => !archived).slice(0, accounts_max)) || []
  const months = useQueries({ queries: used.map(({ id }) => ({ ...monthsQuery(id), ...quietly })) })
  const open = used.flatMap((account, place) => {
    const month = startMonth(months[place]?.data ?? [])
    return month && month.open_count > 0 ? [{ account, month }] : []
  })
  const certain = useQueries({
    queries: open.map(({ account, month }) => ({ ...certainCountQuery(account.id, month.month), ...quietly })),
  })
  const queues = open.map(({ account, month }, place): Queue => {
    const sure = certain[place]?.data
    const difference = t('bank.difference', { amount: formatMoney(month.difference, month.currency) })
    return {
      id: `bank ${account.id}`,
      kind: 'bank',
      count: month.open_count,
      title: t('bank.title', { count: month.open_count, month: monthWord(month.month) }),
      reason: [
        ...(used.length > 1 ? [account.name] : []),
        ...(sure === undefined ? [] : [t('bank.certain', { count: sure, shown: formatNumber(sure) })]),
        difference,
      ].join(' · '),
      action: t('bank.action'),
      place: { to: '/payments/bank', search: { account: account.id, month: month.month } },
    }
  })
  return sourceOf('bank', [accounts, ...months, ...certain], queues)
}

/** The payments of a view of the list, with the sum that the list shows. A single one is named. */
function usePaymentQueue(kind: 'to_check' | 'unpaid', view: View, enabled: boolean): QueueSource {
  const { t } = useTranslation('home')
  const filters = filtersOf({ view })
  const found = useQuery({ ...waitingPaymentsQuery(filters), ...quietly, enabled })
  const { data: sums } = useQuery({ ...sumsQuery(filters), ...quietly, enabled })
  if (!found.data) return sourceOf(kind, [found], [])
  const { total: count, data: payments } = found.data
  const complete = payments.length === count
  return sourceOf(
    kind,
    [found],
    [
      {
        id: kind,
        kind,
        count,
        title: t(`${kind}.title`, { count }),
        reason: [
          ...(count === 1 ? payments.flatMap(payment => payerOf(payment).name ?? []) : []),
          ...(sums?.[kind === 'unpaid' ? 'unpaid' : 'sums'] ?? []).map(([currency, sum]) => formatMoney(sum, currency)),
          ...(complete && count > 0 ? [t('oldest', { count, day: formatNearDay(oldestOf(payments)) })] : []),
        ].join(' · '),
        action: t(`${kind}.action`),
        place: { to: '/payments', search: { view } },
      },
    ],
  )
}

const oldestOf = (payments: Payment[]) => payments.map(({ CreatedAt }) => spaceDay(CreatedAt)).sort()[0]

function useWarningQueue(enabled: boolean): QueueSource {
  const { t } = useTranslation('home')
  const found = useInfiniteQuery({ ...queueQuery, ...quietly, enabled })
  const [first] = found.data?.pages ?? []
  const { payments_count: count = 0, total: warnings = 0 } = first ?? {}
  return sourceOf(
    'warnings',
    [found],
    [
      {
        id: 'warnings',
        kind: 'warnings',
        count,
        title: t('warnings.title', { count }),
        // A payment may have several; one for each says nothing new.
        reason: warnings > count ? t('warnings.reason', { count: warnings, shown: formatNumber(warnings) }) : '',
        action: t('warnings.action'),
        place: { to: '/payments', search: { warnings: true } },
      },
    ],
  )
}
