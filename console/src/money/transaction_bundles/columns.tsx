import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatSpaceDay } from '../../components/space_day.ts'
import type { Column } from '../../components/table_types.ts'
import { useChosenColumns } from '../../components/use_chosen_columns.ts'
import { useNarrow } from '../../components/use_narrow.ts'
import { statusesQuery } from './data.ts'
import { Payer } from './Payer.tsx'
import { usePaymentCells } from './PaymentCells.tsx'
import { type Payment, payerOf } from './search_params.ts'
import { useMethodName } from './use_method_name.ts'
import { natureOf } from './use_payment_name.ts'

/** The columns shown by default. */
const default_columns = ['date', 'nature', 'method', 'campaign', 'status', 'amount']

export function usePaymentColumns() {
  const { t } = useTranslation('payments')
  const methodName = useMethodName()
  const { data: statuses } = useSuspenseQuery(statusesQuery)
  const cells = usePaymentCells()
  // On a phone, the most important cells are below the name.
  const narrow = useNarrow()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cells change only with the statuses and the language, as t does.
  const always = useMemo<Column<Payment>[]>(
    () => [
      {
        key: 'contact',
        label: t('contact'),
        cell: payment => (
          <>
            <Payer {...payerOf(payment)} />
            {narrow && (
              <span className="second-line">
                {[
                  formatSpaceDay(payment.transactions[0]?.date),
                  t(`natures.${natureOf(payment)}`),
                  cells.statusName(payment),
                ].join(' · ')}
              </span>
            )}
          </>
        ),
      },
    ],
    [t, narrow, statuses],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: names and cells change only with the statuses and the language, as t does.
  const all = useMemo<Column<Payment>[]>(
    () => [
      {
        key: 'date',
        label: t('date'),
        width: 115,
        wide: true,
        sortable: true,
        cell: ({ transactions: [first] }) => formatSpaceDay(first?.date),
      },
      { key: 'nature', label: t('nature'), width: 180, wide: true, cell: payment => t(`natures.${natureOf(payment)}`) },
      {
        key: 'method',
        label: t('method'),
        width: 115,
        wide: true,
        cell: ({ transactions: [first] }) => methodName(first?.payment_method_kind ?? ''),
      },
      {
        key: 'campaign',
        label: t('campaign'),
        width: 110,
        wide: true,
        cell: ({ transactions: [first] }) => first?.code_campaign,
      },
      {
        key: 'comment',
        label: t('comment'),
        width: 200,
        wide: true,
        cell: ({ transactions: [first] }) => first?.comment,
      },
      // Ids follow the order in which payments are recorded.
      {
        key: 'id',
        label: t('recorded'),
        width: 135,
        wide: true,
        sortable: true,
        cell: ({ CreatedAt }) => formatSpaceDay(CreatedAt),
      },
      {
        key: 'status',
        label: t('status'),
        width: 140,
        wide: true,
        cell: cells.status,
      },
      {
        key: 'amount',
        label: t('amount'),
        width: 120,
        figures: true,
        sortable: true,
        cell: cells.amount,
      },
    ],
    [t, statuses],
  )
  return useChosenColumns('payments', default_columns, always, all)
}
