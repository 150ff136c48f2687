import { Anchor, Paper, Stack, Text } from '@mantine/core'
import { useSuspenseQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { number, percentChange, roundMoney } from '../parts/formats.ts'
import { countQuery, moneyQuery, settingsQuery } from './data.ts'
import { collectedIn, currenciesOf, growthOf, unpaidIn } from './months.ts'

/** What came in over twelve months, and what did not; each figure leads to the payments behind it. */
export function Figures() {
  const { t } = useTranslation('payments')
  const [{ data: sums }, { data: settings }, { data: unpaid }] = useSuspenseQueries({
    queries: [moneyQuery, settingsQuery, countQuery({ state: 'unpaid' })],
  })
  const currencies = currenciesOf(sums.year, settings.currency.toUpperCase())
  const lost = currencies
    .map(currency => [currency, unpaidIn(sums.year, currency)] as const)
    .filter(([, sum]) => sum > 0)
  return (
    <Paper withBorder p="md" h="100%">
      <Stack gap="lg">
        <div>
          <Text size="sm" c="dimmed">
            {t('figures.collected')}
          </Text>
          {currencies.map(currency => (
            <Collected
              key={currency}
              amount={collectedIn(sums.year, currency)}
              growth={growthOf(sums.year, sums.previous, currency)}
              currency={currency}
              from={sums.year.from.slice(0, 10)}
            />
          ))}
        </div>
        <div>
          <Text size="sm" c="dimmed">
            {t('figures.unpaid')}
          </Text>
          <Anchor
            component={Link}
            to="/payments"
            search={{ view: 'unpaid' } as never}
            fz={26}
            fw={700}
            c="var(--mantine-color-text)"
          >
            {number(unpaid)}
          </Anchor>
          {lost.map(([currency, sum]) => (
            <Text key={currency} size="sm" c="dimmed">
              {t('figures.unpaid_sum', { sum: roundMoney(sum, currency) })}
            </Text>
          ))}
        </div>
      </Stack>
    </Paper>
  )
}

interface CollectedProps {
  amount: number
  growth: number | undefined
  currency: string
  from: string
}

function Collected({ amount, growth, currency, from }: CollectedProps) {
  const { t } = useTranslation('payments')
  const search = { view: 'all', from } as never
  return (
    <div>
      <Anchor
        component={Link}
        to="/payments"
        search={search}
        fz={26}
        fw={700}
        c="var(--mantine-color-text)"
        style={{ whiteSpace: 'nowrap' }}
      >
        {roundMoney(amount, currency)}
      </Anchor>
      {growth !== undefined && (
        <Text size="sm" c={growth < 0 ? 'var(--mantine-color-error)' : 'var(--mantine-color-anchor)'}>
          {t('figures.compared', { change: percentChange(growth) })}
        </Text>
      )}
    </div>
  )
}
