import { Paper, Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { rowClicks } from './row_clicks.ts'
import './small_table.css'

export interface SmallColumn<Row> {
  /** Without a label, the column holds the actions of the row. */
  label?: string
  /** Whether the cells name their rows. */
  rowHeader?: boolean
  /** Whether the cells are numbers, aligned to the right. */
  figures?: boolean
  /** In pixels; without one, the columns share the rest. */
  width?: number
  /** On a phone the cell and its label are one small line below the name of the row. */
  secondLine?: boolean
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
  /** On a phone each row is a block, with the labels of the columns beside their cells. */
  stacked?: boolean
}

/** A table of a few rows without virtual scrolling. */
export function SmallTable<Row extends { id: number | string }>({
  label,
  rows,
  columns,
  minWidth,
  stacked = false,
  ...tableProps
}: Props<Row>) {
  const { t } = useTranslation()
  // Blocks have no role of their own.
  const roles = stacked || undefined
  return (
    // The ground of a sticky header stays within the round corners.
    <Paper withBorder style={{ overflow: 'clip' }}>
      <Table.ScrollContainer minWidth={minWidth} type="native" tabIndex={0}>
        <Table aria-label={label} {...tableProps} className={stacked ? 'stacked' : undefined} role={roles && 'table'}>
          <Table.Thead role={roles && 'rowgroup'}>
            <Table.Tr role={roles && 'row'}>
              {columns.map(({ label, figures, width }) => (
                <Table.Th
                  key={label ?? ''}
                  scope="col"
                  role={roles && 'columnheader'}
                  className={figures ? 'figures' : undefined}
                  {...(width !== undefined && { w: width })}
                >
                  {label ?? (
                    <Text span className="unseen">
                      {t('button.more')}
                    </Text>
                  )}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody role={roles && 'rowgroup'} {...rowClicks}>
            {rows.map(row => (
              <Table.Tr key={row.id} role={roles && 'row'}>
                {columns.map(({ label, rowHeader, figures, secondLine, cell }) =>
                  rowHeader ? (
                    <Table.Th key={label ?? ''} scope="row" role={roles && 'rowheader'} fw={400}>
                      {cell(row)}
                    </Table.Th>
                  ) : (
                    <Table.Td
                      key={label ?? ''}
                      role={roles && 'cell'}
                      data-label={label}
                      data-second-line={secondLine}
                      className={figures ? 'figures' : undefined}
                    >
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
