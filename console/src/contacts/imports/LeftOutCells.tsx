import { Alert, ScrollArea, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Import, ImportCell } from '../../api.ts'
import { formatNumber } from '../../components/formats.ts'
import { WarningIcon } from '../../components/icons.tsx'
import { CellHeadings, CellRow } from './CellRow.tsx'
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
              <CellHeadings />
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
  const { cellReason } = useImportMessages()
  return (
    <CellRow cell={cell}>
      {cell.value}
      <Text size="xs">{cellReason(cell)}</Text>
    </CellRow>
  )
}
