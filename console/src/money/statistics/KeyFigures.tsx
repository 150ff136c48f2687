import { Anchor, Paper, Stack, Text } from '@mantine/core'
import { useSuspenseQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Sum } from '../../components/amounts.ts'
import { formatMoney, formatNumber, formatPercentChange, formatRoundMoney } from '../../components/formats.ts'
import { countQuery, moneyQuery, settingsQuery, sumsQuery } from '../transaction_bundles/data.ts'
import { defaults, type SumSearch, spanOfSums } from './comparison.ts'
import { collectedIn, currenciesOf, growthOf, refundedIn } from './months.ts'
import { useCollectedTitle } from './use_collected_title.ts'

/** The sums collected and unpaid in a period; each links to its payments. */
export function KeyFigures({ search = {} }: { search?: SumSearch }) {
  const { t } = useTranslation('payments')
  const collectedTitle = useCollectedTitle()
  const span = spanOfSums(search.sums ?? defaults.sums, new Date())
  const [from, to] = [dayOf(span.from), dayOf(span.to)]
  const filters = { state: 'unpaid', date_from: from, date_to: to } as const
  const [{ data: sums }, { data: settings }, { data: unpaid }, { data: owed }] = useSuspenseQueries({
    queries: [moneyQuery(search), settingsQuery, countQuery(filters), sumsQuery(filters)],
  })
  const currencies = currenciesOf(sums.now, settings.currency.toUpperCase())
  return (
    <Paper withBorder p="md" h="100%">
      <Stack gap="lg">
        <div>
          <Text size="sm" c="dimmed">
            {collectedTitle(search.sums)}
          </Text>
          {currencies.map(currency => (
            <Collected
              key={currency}
              amount={collectedIn(sums.now, currency)}
              refunded={refundedIn(sums.now, currency)}
              growth={sums.previous && growthOf(sums.now, sums.previous, sums.months, currency)}
              compared={search.with === 'span_before' ? 'span_before' : 'year_before'}
              currency={currency}
              from={from}
              to={to}
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
            search={{ view: 'unpaid', from, to } as never}
            fz={26}
            fw={700}
            c="var(--mantine-color-text)"
          >
            {formatNumber(unpaid)}
          </Anchor>
          {owed.unpaid.map(([currency, sum]) => (
            <Text key={currency} size="sm" c="dimmed">
              {formatRoundMoney(sum, currency)}
            </Text>
          ))}
        </div>
      </Stack>
    </Paper>
  )
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

interface CollectedProps {
  amount: Sum
  refunded: Sum
  growth: number | undefined
  compared: 'year_before' | 'span_before'
  currency: string
  from: string
  to: string
}

function Collected({ amount, refunded, growth, compared, currency, from, to }: CollectedProps) {
  const { t } = useTranslation('payments')
  const search = { view: 'all', from, to } as never
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
        {formatRoundMoney(amount, currency)}
      </Anchor>
      {refunded > 0 && (
        <Text size="sm" c="dimmed">
          {t('figures.refunded', { amount: formatMoney(refunded, currency) })}
        </Text>
      )}
      {growth !== undefined && (
        <Text size="sm" c={growth < 0 ? 'var(--mantine-color-error)' : 'var(--mantine-color-anchor)'}>
          {t(`figures.${compared}`, { change: formatPercentChange(growth) })}
        </Text>
      )}
    </div>
  )
}
