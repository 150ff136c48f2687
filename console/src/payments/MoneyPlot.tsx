import { Paper, SegmentedControl } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Bars } from '../parts/Bars.tsx'
import { money, month, roundMoney } from '../parts/formats.ts'
import { moneyQuery, settingsQuery } from './data.ts'
import { currenciesOf, monthsIn, spanOfMonth } from './months.ts'

/** Donations and memberships of the last twelve months; a bar leads to the payments of its month. */
export function MoneyPlot() {
  const { t } = useTranslation('payments')
  const navigate = useNavigate()
  const { data: sums } = useSuspenseQuery(moneyQuery)
  const { data: settings } = useSuspenseQuery(settingsQuery)
  const currencies = currenciesOf(sums.year, settings.currency.toUpperCase())
  const [currency, setCurrency] = useState(currencies[0]!)
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
      <Bars
        title={t('plot.title')}
        rowLabel={t('plot.month')}
        series={[
          { key: 'donations', label: t('donations'), color: 'light-dark(#12a578, #17b487)' },
          { key: 'memberships', label: t('memberships'), color: 'light-dark(#5b7cfa, #7f98ff)' },
        ]}
        bars={monthsIn(sums.year, currency).map(({ month: key, ...values }) => ({
          key,
          label: month(`${key}-01`),
          values,
        }))}
        format={value => money(value, currency)}
        axis={value => roundMoney(value, currency)}
        onOpen={key => void navigate({ to: '/payments', search: { view: 'all', ...spanOfMonth(key) } })}
      />
    </Paper>
  )
}
