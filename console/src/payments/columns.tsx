import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../parts/DataTable.tsx'
import { day, money } from '../parts/formats.ts'
import { useMethodName } from './methods.ts'
import { Payer } from './Payer.tsx'
import { Status } from './Status.tsx'
import { type Payment, payerOf, sumsOf } from './views.ts'

export function usePaymentColumns(): Column<Payment>[] {
  const { t } = useTranslation('payments')
  const methodName = useMethodName()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names of methods change with the language alone, as t does.
  return useMemo(
    () => [
      { key: 'contact', label: t('contact'), cell: payment => <Payer {...payerOf(payment)} /> },
      { key: 'date', label: t('date'), width: 130, wide: true, cell: ({ transactions: [first] }) => day(first?.date) },
      { key: 'id', label: t('number'), width: 90, wide: true, figures: true, cell: ({ id }) => id },
      { key: 'nature', label: t('nature'), width: 150, wide: true, cell: payment => t(`natures.${natureOf(payment)}`) },
      {
        key: 'method',
        label: t('method'),
        width: 130,
        wide: true,
        cell: ({ transactions: [first] }) => methodName(first?.payment_method_kind ?? ''),
      },
      {
        key: 'campaign',
        label: t('campaign'),
        width: 120,
        wide: true,
        cell: ({ transactions: [first] }) => first?.code_campaign,
      },
      {
        key: 'status',
        label: t('status'),
        width: 130,
        cell: ({ transactions: [first] }) => <Status id={first?.status_id} />,
      },
      {
        key: 'amount',
        label: t('amount'),
        width: 120,
        figures: true,
        cell: payment =>
          sumsOf([payment])
            .map(([currency, amount]) => money(amount, currency))
            .join(', '),
      },
    ],
    [t],
  )
}

function natureOf({ memberships, donations }: Payment) {
  if (memberships.length > 0) return donations.length > 0 ? 'both' : 'membership'
  return donations.length > 0 ? 'donation' : 'other'
}
