import { Anchor, Button, Group, Paper, Progress, SimpleGrid, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { BarChart } from '../../components/BarChart.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatNumber, formatPercent, formatShortDay } from '../../components/formats.ts'
import { Loading } from '../../components/Loading.tsx'
import { useMe } from '../../use_me.ts'
import { DoorsLeft } from '../action_addresses/DoorsLeft.tsx'
import { DeclareVisits } from './DeclareVisits.tsx'
import { type Statistics, statisticsQuery } from './data.ts'
import { visitsDone } from './progress.ts'
import type { ActionTabProps } from './search_params.ts'

/** The progress of the action: doors, visits, conversations, and visits by day. */
export function ActionOverview(props: ActionTabProps & { etag: string | undefined }) {
  const { action, etag, writable, search, onSearch, onClose } = props
  const { t } = useTranslation('actions')
  const { may } = useMe()
  const { data: counts } = useSuspenseQuery(statisticsQuery(action.id))
  // An action with no doors may have visits that were counted on paper.
  const isEmpty = counts.addresses === 0 && visitsDone(counts) === 0
  return (
    <Stack>
      {action.pitch && <Text maw={720}>{action.pitch}</Text>}
      {isEmpty ? (
        <Paper withBorder>
          <EmptyState title={t('no_addresses')} why={t('no_addresses_why')}>
            {writable && (
              <>
                <Group justify="center" gap="xs">
                  {may('contacts:read') && (
                    <Button onClick={() => onSearch({ tab: 'addresses', open: 'choose' })}>{t('choose.title')}</Button>
                  )}
                  <Button variant="default" onClick={() => onSearch({ tab: 'addresses', open: 'address' })}>
                    {t('add_address')}
                  </Button>
                </Group>
                <Anchor component="button" size="sm" onClick={() => onSearch({ open: 'declare' })}>
                  {t('declare')}
                </Anchor>
              </>
            )}
          </EmptyState>
        </Paper>
      ) : (
        <>
          <Figures {...props} counts={counts} />
          <Paper withBorder p="md">
            <VisitsPerDay counts={counts} />
          </Paper>
        </>
      )}
      {counts.addresses > 0 && (
        <Suspense fallback={<Loading />}>
          <DoorsLeft action={action} etag={etag} writable={writable} counts={counts} onSearch={onSearch} />
        </Suspense>
      )}
      <DeclareVisits id={action.id} opened={search.open === 'declare' && writable} onClose={onClose} />
    </Stack>
  )
}

interface FiguresProps extends Pick<ActionTabProps, 'writable' | 'onSearch'> {
  counts: Statistics
}

function Figures({ counts, writable, onSearch }: FiguresProps) {
  const { t } = useTranslation('actions')
  const done = visitsDone(counts)
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      <Figure
        label={t('doors')}
        value={t('of', { done: formatNumber(counts.addresses_visited), all: formatNumber(counts.addresses) })}
      >
        {counts.addresses > 0 && (
          <Progress
            mt={4}
            value={(100 * counts.addresses_visited) / counts.addresses}
            color="moss.7"
            aria-label={t('visited_share', { share: formatPercent(counts.addresses_visited / counts.addresses) })}
          />
        )}
      </Figure>
      <Figure
        label={t(counts.goal > 0 ? 'visits_of_goal' : 'visits')}
        value={
          counts.goal > 0 ? t('of', { done: formatNumber(done), all: formatNumber(counts.goal) }) : formatNumber(done)
        }
      >
        {counts.goal > 0 && (
          <Progress
            mt={4}
            value={Math.min(100, (100 * done) / counts.goal)}
            color="moss.7"
            aria-label={t('toward_goal')}
          />
        )}
      </Figure>
      <Figure label={t('conversations')} value={formatNumber(counts.NbContacts)}>
        <Text size="sm" c="dimmed">
          {t('among_recorded', { count: counts.NbVisites, shown: formatNumber(counts.NbVisites) })}
        </Text>
      </Figure>
      <Figure label={t('declared')} value={formatNumber(counts.NbVisitesDeclared)}>
        {writable && (
          <Anchor component="button" size="sm" ta="start" onClick={() => onSearch({ open: 'declare' })}>
            {t('declare_more')}
          </Anchor>
        )}
      </Figure>
    </SimpleGrid>
  )
}

function VisitsPerDay({ counts }: { counts: Statistics }) {
  const { t } = useTranslation('actions')
  return counts.by_day.length > 0 ? (
    <BarChart
      title={t('per_day')}
      rowLabel={t('day')}
      format={formatNumber}
      axis={value => (Number.isInteger(value) ? formatNumber(value) : '')}
      series={[
        { key: 'visits', label: t('recorded'), color: 'var(--mantine-color-moss-7)' },
        { key: 'declared', label: t('declared'), color: 'var(--mantine-color-yellow-6)' },
      ]}
      bars={counts.by_day.map(({ day: key, visits, declared }) => ({
        key,
        label: formatShortDay(key),
        values: { visits, declared },
      }))}
    />
  ) : (
    <EmptyState title={t('no_visits')} why={t('no_visits_why')} />
  )
}

function Figure({ label, value, children }: { label: string; value: string; children?: ReactNode }) {
  return (
    <Paper withBorder p="md" className="action-figure">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fw={700} fz={{ base: 18, sm: 20 }} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {value}
      </Text>
      {children}
    </Paper>
  )
}
