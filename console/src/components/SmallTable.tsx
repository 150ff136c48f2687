import { Paper, Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { rowClicks } from './row_clicks.ts'

export interface SmallColumn<Row> {
  /** Without a label, the column holds the actions of the row. */
  label?: string
  /** Whether the cells name their rows. */
  rowHeader?: boolean
  /** Whether the cells are numbers, aligned to the right. */
  figures?: boolean
  cell: (row: Row) => ReactNode
}

interface Props<Row> {
  label: string
  rows: Row[]
  columns: SmallColumn<Row>[]
  /** On narrower screens the table scrolls, also by keyboard. */
  minWidth: number
  /** Whether the header stays visible above many rows. */
  stickyHeader?: boolean
  verticalSpacing?: 'xs'
}

/** A table of a few rows without virtual scrolling. */
export function SmallTable<Row extends { id: number | string }>({
  label,
  rows,
  columns,
  minWidth,
  ...tableProps
}: Props<Row>) {
  const { t } = useTranslation()
  return (
    // The ground of a sticky header stays within the round corners.
    <Paper withBorder style={{ overflow: 'clip' }}>
      <Table.ScrollContainer minWidth={minWidth} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label={label} {...tableProps}>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ label, figures }) => (
                <Table.Th key={label ?? ''} scope="col" className={figures ? 'figures' : undefined}>
                  {label ?? (
                    <Text span className="unseen">
                      {t('button.more')}
                    </Text>
                  )}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody {...rowClicks}>
            {rows.map(row => (
              <Table.Tr key={row.id}>
                {columns.map(({ label, rowHeader, figures, cell }) =>
                  rowHeader ? (
                    <Table.Th key={label ?? ''} scope="row" fw={400}>
                      {cell(row)}
                    </Table.Th>
                  ) : (
                    <Table.Td key={label ?? ''} className={figures ? 'figures' : undefined}>
                      {cell(row)}
                    </Table.Td>
                  ),
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}
