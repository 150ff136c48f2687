import { Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportCell } from '../../api.ts'
import { formatNumber } from '../../components/formats.ts'

/** Where a cell is in its file, in words: row, person and column. */
export function useCellPlace() {
  const { t } = useTranslation('contacts')
  return ({ row, person, header, column }: ImportCell) => ({
    row: formatNumber(row),
    person: person || t('import.cells.nobody'),
    column: header || formatNumber(column + 1),
  })
}

/** The headings of a table of cells; on a phone each cell says its place itself. */
export function CellHeadings() {
  const { t } = useTranslation('contacts')
  return (
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
  )
}

/** The place of a cell, and its value or a field for it. */
export function CellRow({ cell, children }: { cell: ImportCell; children: ReactNode }) {
  const { t } = useTranslation('contacts')
  const place = useCellPlace()(cell)
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
        <Text size="xs" mb={4} hiddenFrom="sm">
          {t('import.cells.place', place)}
        </Text>
        {children}
      </Table.Td>
    </Table.Tr>
  )
}
