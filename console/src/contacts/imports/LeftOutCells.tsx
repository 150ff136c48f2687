import { Alert, ScrollArea, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Import, ImportCell } from '../../api.ts'
import { formatNumber } from '../../components/formats.ts'
import { WarningIcon } from '../../components/icons.tsx'
import { cellKey, leftOutQuery } from './cell_data.ts'
import { useImportMessages } from './use_import_messages.ts'

/** The cells that an import left empty, to complete the contacts by hand. */
export function LeftOutCells({ about }: { about: Import }) {
  const { t } = useTranslation('contacts')
  const { data } = useQuery(leftOutQuery(about.id, about.run_job_id))
  const count = about.run?.cells_left_out ?? 0
  if (count === 0) return null
  return (
    <Alert
      color="orange"
      icon={<WarningIcon />}
      styles={{ body: { minWidth: 0 } }}
      title={t('import.cells.left_out', { count, shown: formatNumber(count) })}
    >
      <Stack gap="sm">
        <Text size="sm">{t('import.cells.left_out_why')}</Text>
        {data && data.cells.length > 0 && (
          <ScrollArea.Autosize mah={320} viewportProps={{ tabIndex: 0 }}>
            <Table layout="fixed">
              <Table.Thead visibleFrom="sm">
                <Table.Tr>
                  <Table.Th w={80} className="figures">
                    {t('import.row')}
                  </Table.Th>
                  <Table.Th>{t('import.cells.person')}</Table.Th>
                  <Table.Th>{t('import.cells.column')}</Table.Th>
                  <Table.Th w="45%">{t('import.cells.value')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {data.cells.map(cell => (
                  <LeftOutCell key={cellKey(cell)} cell={cell} />
                ))}
              </Table.Tbody>
            </Table>
          </ScrollArea.Autosize>
        )}
      </Stack>
    </Alert>
  )
}

function LeftOutCell({ cell }: { cell: ImportCell }) {
  const { t } = useTranslation('contacts')
  const { cellReason } = useImportMessages()
  const place = { row: formatNumber(cell.row), person: cell.person || t('import.cells.nobody'), column: cell.header }
  return (
    <Table.Tr>
      <Table.Td className="figures" visibleFrom="sm">
        {place.row}
      </Table.Td>
      <Table.Td className="breaking" visibleFrom="sm">
        {place.person}
      </Table.Td>
      <Table.Td className="breaking" visibleFrom="sm">
        {place.column}
      </Table.Td>
      <Table.Td className="breaking">
        <Text size="xs" hiddenFrom="sm">
          {t('import.cells.place', place)}
        </Text>
        {cell.value}
        <Text size="xs">{cellReason(cell)}</Text>
      </Table.Td>
    </Table.Tr>
  )
}
