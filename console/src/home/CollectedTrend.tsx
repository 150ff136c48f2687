import { Anchor, Group, Text } from '@mantine/core'
import { useSuspenseQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatDay, formatMoney, formatPercentChange, formatRoundMoney, formatShortDay } from '../components/formats.ts'
import { LineChart } from '../components/LineChart.tsx'
import { SmallTable } from '../components/SmallTable.tsx'
import { shortMonth } from '../money/bank/desk/month_names.ts'
import { collectedIn, growthOf } from '../money/statistics/months.ts'
import { moneyQuery, settingsQuery } from '../money/transaction_bundles/data.ts'
import { collectedPoints } from './collected.ts'
import { TrendCard } from './TrendCard.tsx'

const height = 168
const labelled_months = [0, 2, 4, 6, 8, 10]

/** What was collected this year, against last year up to the same day, as on the payments page. Nothing shows before there are payments. */
export function CollectedTrend() {
  const { t } = useTranslation('home')
  const [{ data: sums }, { data: last }, { data: settings }] = useSuspenseQueries({
    queries: [moneyQuery({ sums: 'this_year' }), moneyQuery({ sums: 'last_year', with: 'nothing' }), settingsQuery],
  })
  const currency = settings.currency.toUpperCase()
  const [year, before] = [sums.now.from.slice(0, 4), last.now.from.slice(0, 4)]
  const collected = collectedIn(sums.now, currency)
  const same_day = sums.previous ?? last.now
  if (sums.now.months.length === 0 && last.now.months.length === 0) return null
  const growth = sums.previous && growthOf(sums.now, sums.previous, sums.months, currency)
  const points = collectedPoints(sums.now, same_day, last.now, currency)
  const shown = (amount: number | bigint) => formatMoney(amount, currency)
  return (
    <TrendCard
      title={t('collected.title', { year })}
      number={
        <Anchor
          component={Link}
          to="/payments"
          search={{ sums: 'this_year' } as never}
          inherit
          c="var(--mantine-color-text)"
        >
          {formatRoundMoney(collected, currency)}
        </Anchor>
      }
      notes={
        <>
          {growth !== undefined && (
            <Text span inherit fw={600} c={growth < 0 ? 'var(--mantine-color-error)' : 'var(--mantine-color-anchor)'}>
              {formatPercentChange(growth)}
            </Text>
          )}
          {growth !== undefined && ' · '}
          {t('collected.before', {
            amount: formatRoundMoney(collectedIn(same_day, currency), currency),
            day: formatDay(same_day.to),
          })}
        </>
      }
      legend={<Legend now={year} before={before} />}
      chart={
        <LineChart
          label={t('collected.chart', { year, before })}
          height={height}
          points={points.map(({ day, x, now, before: value }) => ({
            key: day,
            x,
            text: [
              formatShortDay(day),
              ...(now === undefined ? [] : [t('collected.value', { year, amount: shown(now) })]),
              t('collected.value', { year: before, amount: shown(value) }),
            ].join(' · '),
          }))}
          lines={[
            { key: 'before', dashed: true, values: points.map(point => point.before) },
            { key: 'now', values: points.map(point => point.now) },
          ]}
          ticks={labelled_months.map(month => ({
            label: shortMonth(`${year}-${String(month + 1).padStart(2, '0')}`),
            x: (month + 0.5) / 12,
          }))}
          axis={value => formatRoundMoney(value, currency)}
        />
      }
      table={
        <SmallTable
          label={t('collected.title', { year })}
          minWidth={280}
          verticalSpacing="xs"
          rows={points.map(point => ({ ...point, id: point.day }))}
          columns={[
            { label: t('collected.until'), rowHeader: true, cell: ({ day }) => formatShortDay(day) },
            { label: year, figures: true, cell: ({ now }) => (now === undefined ? '' : shown(now)) },
            { label: before, figures: true, cell: ({ before }) => shown(before) },
          ]}
        />
      }
    />
  )
}

const Legend = ({ now, before }: { now: string; before: string }) => (
  <Group gap="sm" wrap="nowrap">
    {[now, before].map(year => (
      <Group key={year} gap={6} wrap="nowrap">
        <svg width={16} height={8} className="bars" aria-hidden="true">
          <g className={year === before ? 'line dashed' : 'line'}>
            <line x1={0} x2={16} y1={4} y2={4} />
          </g>
        </svg>
        <Text fz={12}>{year}</Text>
      </Group>
    ))}
  </Group>
)
