import { Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { VisitWeek } from '../api.ts'
import { ChartCursor } from '../components/ChartCursor.tsx'
import { formatNumber, formatShortDay } from '../components/formats.ts'
import { SmallTable } from '../components/SmallTable.tsx'
import { visitWeeksQuery } from './data.ts'
import { TrendCard } from './TrendCard.tsx'

const [height, top, bottom] = [118, 20, 20]
const label_width = 52

/** Conversations at the door by week. Nothing shows before there are visits. */
export function ConversationTrend() {
  const { t } = useTranslation('home')
  const weeks = comparableWeeks(useSuspenseQuery(visitWeeksQuery).data)
  const [last, before] = [weeks.at(-1), weeks.at(-2)]
  if (!last || weeks.every(({ visits }) => visits === 0)) return null
  const change = last.contacts - (before?.contacts ?? 0)
  const visits = weeks.reduce((sum, week) => sum + week.visits, 0)
  const contacts = weeks.reduce((sum, week) => sum + week.contacts, 0)
  return (
    <TrendCard
      title={t('talks.title', { day: formatShortDay(last.week) })}
      number={formatNumber(last.contacts)}
      notes={
        <>
          <Text span inherit fw={600} c={change < 0 ? 'var(--mantine-color-text)' : 'var(--mantine-color-anchor)'}>
            {t('talks.change', { change: withSign(change) })}
          </Text>
          {visits > 0 && ` · ${t('talks.share', { count: Math.round((10 * contacts) / visits) })}`}
        </>
      }
      chart={<WeekBars weeks={weeks} />}
      table={
        <SmallTable
          label={t('talks.label')}
          minWidth={240}
          verticalSpacing="xs"
          rows={weeks.map(week => ({ ...week, id: week.week }))}
          columns={[
            { label: t('talks.week'), rowHeader: true, cell: ({ week }) => formatShortDay(week) },
            { label: t('talks.visits'), figures: true, cell: ({ visits }) => formatNumber(visits) },
            { label: t('talks.label'), figures: true, cell: ({ contacts }) => formatNumber(contacts) },
          ]}
        />
      }
    />
  )
}

/** Without the present week, which is not over, unless there are no visits before it. */
const comparableWeeks = (weeks: VisitWeek[]) => {
  const before = weeks.slice(0, -1)
  return before.some(({ visits }) => visits > 0) ? before : weeks.slice(1)
}

/** Signed, with the minus sign of the language. */
const withSign = (change: number) => `${change > 0 ? '+' : ''}${formatNumber(change)}`

function WeekBars({ weeks }: { weeks: VisitWeek[] }) {
  const { t } = useTranslation('home')
  const { ref, width } = useElementSize()
  const [at, setAt] = useState<number>()
  const most = Math.max(1, ...weeks.map(({ contacts }) => contacts))
  const slot = width / weeks.length
  return (
    <div ref={ref} className="line-chart" style={{ height }}>
      {width > 0 && (
        <>
          <svg width={width} height={height} className="bars" role="img" aria-label={t('talks.label')}>
            <line x1={0} x2={width} y1={height - bottom} y2={height - bottom} className="grid zero" />
            {weeks.map(({ week, contacts }, place) => {
              const tall = ((height - top - bottom) * contacts) / most
              const isLast = place === weeks.length - 1
              return (
                <g key={week} className={isLast || place === at ? 'week last' : 'week'}>
                  <rect
                    x={place * slot + 4}
                    width={Math.max(1, slot - 8)}
                    y={height - bottom - tall}
                    height={tall}
                    rx={2}
                  />
                  <text x={(place + 0.5) * slot} y={height - bottom - tall - 6} textAnchor="middle">
                    {formatNumber(contacts)}
                  </text>
                  <text x={(place + 0.5) * slot} y={height - 5} textAnchor="middle">
                    {(slot > label_width || (weeks.length - 1 - place) % 2 === 0) && formatShortDay(week)}
                  </text>
                </g>
              )
            })}
          </svg>
          <div className="chart-plot" style={{ inset: 0 }}>
            <ChartCursor
              label={t('talks.label')}
              texts={weeks.map(({ week, contacts, visits }) =>
                t('talks.value', {
                  day: formatShortDay(week),
                  count: contacts,
                  shown: formatNumber(contacts),
                  visits: formatNumber(visits),
                }),
              )}
              places={weeks.map((_, place) => (place + 0.5) / weeks.length)}
              at={at}
              onAt={setAt}
            />
          </div>
        </>
      )}
    </div>
  )
}
