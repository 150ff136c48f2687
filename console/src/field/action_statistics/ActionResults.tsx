import { Paper, SegmentedControl, Stack, Table } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Action } from '../../api.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatNumber, formatShortDay, fullName } from '../../components/formats.ts'
import { type Statistics, statisticsQuery } from '../actions/data.ts'
import { type ActionSearch, type Grouping, groupings } from '../actions/search_params.ts'

interface Props {
  action: Action
  search: ActionSearch
  onGo: (change: ActionSearch, replace?: boolean) => void
}

interface Line {
  key: string
  name: string
  addresses?: number
  visits: number
  contacts: number
  declared?: number
}

/** The results by day, team, person, street or result. */
export function ActionResults({ action, search, onGo }: Props) {
  const { t } = useTranslation('actions')
  const { t: inField } = useTranslation('field')
  const { data: counts } = useSuspenseQuery(statisticsQuery(action.id))
  const by = search.by ?? 'by_day'
  const lines = linesOf(counts, by, {
    result: result => inField(`result.${result}`),
    no_team: t('without_team'),
    no_street: t('without_street'),
  })
  const columns = (['addresses', 'visits', 'contacts', 'declared'] as const).filter(
    column => lines[0]?.[column] !== undefined,
  )
  return (
    <Stack>
      <div style={{ overflowX: 'auto' }}>
        <SegmentedControl
          aria-label={t('group_by')}
          value={by}
          onChange={value => onGo({ by: value === 'by_day' ? undefined : (value as Grouping) }, true)}
          data={groupings.map(value => ({ value, label: t(`group.${value}`) }))}
        />
      </div>
      <Paper withBorder>
        {lines.length === 0 ? (
          <EmptyState title={t('no_visits')} why={t('no_visits_why')} />
        ) : (
          <Table.ScrollContainer minWidth={360} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
            <Table stickyHeader aria-label={t(`group.${by}`)}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th scope="col">{t(`group.${by}`)}</Table.Th>
                  {columns.map(column => (
                    <Table.Th key={column} scope="col" className="figures">
                      {t(`column.${column}`)}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {lines.map(line => (
                  <Table.Tr key={line.key}>
                    <Table.Th scope="row" fw={400}>
                      {line.name}
                    </Table.Th>
                    {columns.map(column => (
                      <Table.Td key={column} className="figures">
                        {formatNumber(line[column] ?? 0)}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Paper>
    </Stack>
  )
}

interface Words {
  result: (result: Statistics['by_result'][number]['result']) => string
  no_team: string
  no_street: string
}

function linesOf(counts: Statistics, by: Grouping, words: Words): Line[] {
  if (by === 'by_day') return counts.by_day.map(row => ({ ...row, key: row.day, name: formatShortDay(row.day) }))
  if (by === 'by_team')
    return counts.by_team.map(row => ({ ...row, key: String(row.team_id), name: row.name || words.no_team }))
  if (by === 'by_person')
    return counts.by_person.map(row => ({ ...row, key: String(row.user_id), name: fullName(row) }))
  if (by === 'by_result')
    return counts.by_result.map(row => ({ ...row, key: row.result, name: words.result(row.result) }))
  return counts.by_street.map(row => ({
    ...row,
    key: `${row.street}\n${row.city}`,
    name: [row.street || words.no_street, row.city].filter(Boolean).join(', '),
  }))
}
