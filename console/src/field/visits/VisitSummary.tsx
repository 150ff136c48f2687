import { Paper, Progress, Stack, Table, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatNumber, formatPercent } from '../../components/formats.ts'
import type { Street, VisitCounts } from './doors.ts'

/** Progress by result and by street, including queued visits. */
export function VisitSummary({
  tally,
  streets,
  loadedAt,
}: {
  tally: VisitCounts
  streets: Street[]
  loadedAt: string
}) {
  const { t } = useTranslation('field')
  return (
    <Stack>
      <Paper withBorder p="md">
        <Title order={2} size="h4" mb="sm">
          {t('results')}
        </Title>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('results')}</Table.Th>
              <Table.Th className="figures">{t('doors')}</Table.Th>
              <Table.Th className="figures" aria-label="%">
                %
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {tally.results.map(({ result, doors }) => (
              <Table.Tr key={result}>
                <Table.Td>{t(`result.${result}`)}</Table.Td>
                <Table.Td className="figures">{formatNumber(doors)}</Table.Td>
                <Table.Td className="figures">{formatPercent(doors / tally.doors)}</Table.Td>
              </Table.Tr>
            ))}
            <Table.Tr>
              <Table.Td>{t('left')}</Table.Td>
              <Table.Td className="figures">{formatNumber(tally.doors - tally.visited)}</Table.Td>
              <Table.Td className="figures">{formatPercent(1 - tally.share)}</Table.Td>
            </Table.Tr>
          </Table.Tbody>
        </Table>
      </Paper>
      <Paper withBorder p="md">
        <Title order={2} size="h4" mb="sm">
          {t('streets')}
        </Title>
        <Stack gap="sm">
          {streets.map(({ key, name, city, doors, visited }) => (
            <div key={key}>
              <Text size="sm" className="field-line">
                <span>{[name || t('no_street'), city].filter(Boolean).join(', ')}</span>
                <span className="figures">
                  {formatNumber(visited)}/{formatNumber(doors.length)}
                </span>
              </Text>
              <Progress value={(100 * visited) / doors.length} size="sm" color="moss.7" aria-label={name} />
            </div>
          ))}
        </Stack>
      </Paper>
      <Text size="sm" c="dimmed">
        {t('sync.loaded', { moment: formatDateTime(loadedAt) })}
      </Text>
    </Stack>
  )
}
