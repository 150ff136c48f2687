import { Paper, SegmentedControl } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sumOf } from '../../components/amounts.ts'
import { BarChart } from '../../components/BarChart.tsx'
import { formatMoney, formatMonth, formatRoundMoney } from '../../components/formats.ts'
import { moneyQuery, settingsQuery } from '../transaction_bundles/data.ts'
import type { SumSearch } from './comparison.ts'
import { currenciesOf, monthlyTotals, spanOfMonth } from './months.ts'

/** Donations and memberships by month, with the comparison; a bar opens the payments of its month. */
export function MoneyChart({ search = {} }: { search?: SumSearch }) {
  const { t } = useTranslation('payments')
  const navigate = useNavigate()
  const { data: sums } = useSuspenseQuery(moneyQuery(search))
  const { data: settings } = useSuspenseQuery(settingsQuery)
  const currencies = currenciesOf(sums.now, settings.currency.toUpperCase())
  const [chosen, setCurrency] = useState<string>()
  const currency = currencies.find(code => code === chosen) ?? currencies[0]
  const before = sums.previous && monthlyTotals(sums.previous, currency)
  return (
    <Paper withBorder p="md" h="100%">
      {currencies.length > 1 && (
        <SegmentedControl
          size="xs"
          mb="xs"
          data={currencies}
          value={currency}
          onChange={setCurrency}
          aria-label={t('currency')}
        />
      )}
      <BarChart
        title={t('chart.title')}
        rowLabel={t('chart.month')}
        series={[
          { key: 'donations', label: t('donations'), color: 'light-dark(#12a578, #17b487)' },
          { key: 'memberships', label: t('memberships'), color: 'light-dark(#5b7cfa, #7f98ff)' },
        ]}
        bars={monthlyTotals(sums.now, currency).map(({ month: key, ...values }, place) => ({
          key,
          label: formatMonth(`${key}-01`),
          values,
          ...(before && { comparison: sumOf([before[place]?.donations ?? 0, before[place]?.memberships ?? 0]) }),
        }))}
        comparison={before && t(search.with === 'span_before' ? 'sums.span_before_total' : 'sums.year_before_total')}
        format={value => formatMoney(value, currency)}
        axis={value => formatRoundMoney(value, currency)}
        onOpen={key => void navigate({ to: '/payments', search: { view: 'all', ...spanOfMonth(key) } })}
      />
    </Paper>
  )
}
