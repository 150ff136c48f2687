import { Paper, Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

export interface SmallColumn<Row> {
  /** Without a label, the column holds the actions of the row. */
  label?: string
  cell: (row: Row) => ReactNode
}

interface Props<Row> {
  label: string
  rows: Row[]
  columns: SmallColumn<Row>[]
  /** On narrower screens the table scrolls, also by keyboard. */
  minWidth: number
}

/** A table of a few rows without virtual scrolling. */
export function SmallTable<Row extends { id: number }>({ label, rows, columns, minWidth }: Props<Row>) {
  const { t } = useTranslation()
  return (
    <Paper withBorder>
      <Table.ScrollContainer minWidth={minWidth} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ label }) => (
                <Table.Th key={label ?? ''}>
                  {label ?? (
                    <Text span className="unseen">
                      {t('do.more')}
                    </Text>
                  )}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(row => (
              <Table.Tr key={row.id}>
                {columns.map(({ label, cell }) => (
                  <Table.Td key={label ?? ''}>{cell(row)}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}
