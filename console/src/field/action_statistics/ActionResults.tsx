import { Paper, SegmentedControl, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatNearDay, formatNumber, fullName } from '../../components/formats.ts'
import { SmallTable } from '../../components/SmallTable.tsx'
import { type Statistics, statisticsQuery } from '../actions/data.ts'
import { visitsDone } from '../actions/progress.ts'
import { type ActionTabProps, type Grouping, groupings } from '../actions/search_params.ts'

interface ResultRow {
  id: string
  name: string
  addresses?: number
  visits: number
  contacts: number
  declared?: number
}

/** The results by day, team, person, street or result. */
export function ActionResults({ action, search, onSearch }: Pick<ActionTabProps, 'action' | 'search' | 'onSearch'>) {
  const { t } = useTranslation('actions')
  const { t: inField } = useTranslation('field')
  const { data: counts } = useSuspenseQuery(statisticsQuery(action.id))
  const by = search.by ?? 'by_day'
  const rows = rowsOf(counts, by, {
    result: result => inField(`result.${result}`),
    no_team: t('without_team'),
    no_street: t('without_street'),
  })
  const columns = (['addresses', 'visits', 'contacts', 'declared'] as const).filter(
    column => rows[0]?.[column] !== undefined,
  )
  return (
    <Stack>
      <div style={{ overflowX: 'auto' }}>
        <SegmentedControl
          aria-label={t('group_by')}
          value={by}
          onChange={value => onSearch({ by: value === 'by_day' ? undefined : (value as Grouping) }, true)}
          data={groupings.map(value => ({ value, label: t(`group.${value}`) }))}
        />
      </div>
      <Text size="sm" c="dimmed">
        {t('counted', {
          count: visitsDone(counts),
          shown: formatNumber(visitsDone(counts)),
          recorded: formatNumber(counts.NbVisites),
          declared: formatNumber(counts.NbVisitesDeclared),
        })}
      </Text>
      {rows.length === 0 ? (
        <Paper withBorder>
          <EmptyState title={t('no_visits')} why={t('no_visits_why')} />
        </Paper>
      ) : (
        <SmallTable
          label={t(`group.${by}`)}
          minWidth={320}
          stacked
          stickyHeader
          rows={rows}
          columns={[
            {
              label: t(`group.${by}`),
              rowHeader: true,
              cell: ({ name }) => (by === 'by_day' ? <span style={{ whiteSpace: 'nowrap' }}>{name}</span> : name),
            },
            ...columns.map(column => ({
              label: t(`column.${column}`),
              figures: true,
              cell: (row: ResultRow) => formatNumber(row[column] ?? 0),
            })),
          ]}
        />
      )}
    </Stack>
  )
}

interface Names {
  result: (result: Statistics['by_result'][number]['result']) => string
  no_team: string
  no_street: string
}

function rowsOf(counts: Statistics, by: Grouping, names: Names): ResultRow[] {
  if (by === 'by_day') return counts.by_day.map(row => ({ ...row, id: row.day, name: formatNearDay(row.day) }))
  if (by === 'by_team')
    return counts.by_team.map(row => ({ ...row, id: String(row.team_id), name: row.name || names.no_team }))
  if (by === 'by_person') return counts.by_person.map(row => ({ ...row, id: String(row.user_id), name: fullName(row) }))
  if (by === 'by_result')
    return counts.by_result.map(row => ({ ...row, id: row.result, name: names.result(row.result) }))
  return counts.by_street.map(row => ({
    ...row,
    id: `${row.street}\n${row.city}`,
    name: [row.street || names.no_street, row.city].filter(Boolean).join(', '),
  }))
}
