import { Group, Paper, Progress, Stack, Table, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatNumber, formatPercent } from '../../components/formats.ts'
import { wholePercents } from '../../components/shares.ts'
import { door_states, doorStateOf } from '../../map/door_states.ts'
import '../../map/map.css'
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
  const states = statesOf(tally)
  const percents = wholePercents(states.map(({ doors }) => doors))
  return (
    <Stack>
      <Paper withBorder p="md">
        <Title order={2} size="h4">
          {t('results')}
        </Title>
        <Text size="sm" c="dimmed" mb="xs">
          {t('by_last_visit')}
        </Text>
        <Table horizontalSpacing="xs" aria-label={t('results')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('last_result')}</Table.Th>
              <Table.Th className="figures">{t('doors')}</Table.Th>
              <Table.Th className="figures" aria-label="%">
                %
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {states.map(({ state, doors, results }, index) => (
              <Table.Tr key={state}>
                <Table.Td>
                  <Group gap={8} wrap="nowrap" align="flex-start">
                    <span className="map-mark map-sample field-sample" data-state={state} aria-hidden="true">
                      <span />
                    </span>
                    <div>
                      {t(`state.${state}`, { ns: 'map' })}
                      {(results.length > 1 || state === 'other') && (
                        <Text size="sm" c="dimmed">
                          {results
                            .map(({ result, doors }) =>
                              t('result_doors', { result: t(`result.${result}`), doors: formatNumber(doors) }),
                            )
                            .join(', ')}
                        </Text>
                      )}
                    </div>
                  </Group>
                </Table.Td>
                <Table.Td className="figures">{formatNumber(doors)}</Table.Td>
                <Table.Td className="figures">{formatPercent((percents[index] ?? 0) / 100)}</Table.Td>
              </Table.Tr>
            ))}
            <Table.Tr>
              <Table.Th scope="row">{t('state.all', { ns: 'map' })}</Table.Th>
              <Table.Th className="figures">{formatNumber(tally.doors)}</Table.Th>
              <Table.Td />
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

/** The states of doors as on the map, each with the results in it. */
const statesOf = ({ doors, visited, results }: VisitCounts) =>
  door_states
    .map(state => {
      const inState = results.filter(({ result }) => doorStateOf(result) === state)
      const sum = inState.reduce((sum, { doors }) => sum + doors, 0)
      return { state, results: inState, doors: state === 'todo' ? doors - visited : sum }
    })
    .filter(({ state, doors }) => doors > 0 || state === 'todo')
