import { Badge, Table, Text, Title } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ImportSummary } from '../../api.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatDateTime, formatNumber, fullName } from '../../components/formats.ts'
import { rowClicks } from '../../components/row_clicks.ts'
import { importsQuery } from './data.ts'

const colors: Partial<Record<ImportSummary['state'], string>> = {
  done: 'green',
  stopped: 'orange',
  undone: 'gray',
  ready: 'gray',
  checked: 'gray',
}

/** Past imports with user, date and outcome. */
export function PastImports() {
  const { t } = useTranslation('contacts')
  const { data: imports } = useSuspenseQuery(importsQuery)
  return (
    <section>
      <Title order={2} size="h4" mb="xs">
        {t('import.list')}
      </Title>
      {imports.length === 0 ? (
        <EmptyState title={t('import.none')} why={t('import.none_why')} />
      ) : (
        <Table.ScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('import.name')}</Table.Th>
                <Table.Th>{t('import.at')}</Table.Th>
                <Table.Th>{t('import.by')}</Table.Th>
                <Table.Th>{t('import.outcome')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody {...rowClicks}>
              {imports.map(one => (
                <Table.Tr key={one.id}>
                  <Table.Td className="breaking">
                    <Link to="/contacts/import" search={{ import: one.id }} className="record-link">
                      {one.name}
                    </Link>
                  </Table.Td>
                  <Table.Td>{formatDateTime(one.created_at)}</Table.Td>
                  <Table.Td>{fullName(one.user)}</Table.Td>
                  <Table.Td>
                    <Badge color={colors[one.state] ?? 'blue'}>{t(`import.state.${one.state}`)}</Badge>
                    {one.run && (
                      <Text size="xs" c="dimmed">
                        {t('import.outcome_text', {
                          created: formatNumber(one.run.created),
                          updated: formatNumber(one.run.updated),
                          refused: formatNumber(one.run.refused),
                        })}
                      </Text>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </section>
  )
}
