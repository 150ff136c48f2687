import { useMemo, useState } from 'react'
import type { Sort } from './sort.ts'
import type { Column, ColumnChoice } from './table_types.ts'
import { useChosenColumns } from './use_chosen_columns.ts'

interface Options<Row> {
  /** Names the stored choice of columns. */
  name: string
  columns: Column<Row>[]
  rows: Row[]
  /** Whether all rows are loaded. Only then they can be sorted here. */
  complete: boolean
  /** The order of the server, and how to change it to that of a `sortable` column. */
  sort?: Sort
  onSort?: (sort: Sort) => void
}

interface ListTable<Row> {
  rows: Row[]
  columns: Column<Row>[]
  choice: ColumnChoice<Row>
  sort: Sort | undefined
  onSort: (sort: Sort) => void
}

/** Columns that are chosen and remembered. Rows are sorted by the server if the column is `sortable`, and here if it has a `sortValue`. */
export function useListTable<Row>({ name, columns, rows, complete, ...server }: Options<Row>): ListTable<Row> {
  const [sort, setSort] = useState<Sort>()
  const able = useMemo(
    () =>
      columns.map(column => ({
        ...column,
        sortable: column.sortable === true || (complete && column.sortValue !== undefined),
      })),
    [columns, complete],
  )
  const [always, all] = useMemo(() => [able.slice(0, 1), able.slice(1)], [able])
  const defaults = useMemo(() => all.filter(({ optional }) => !optional).map(({ key }) => key), [all])
  const choice = useChosenColumns(name, defaults, always, all)
  const sortValue = complete ? able.find(({ key }) => key === sort?.by)?.sortValue : undefined
  const sorted = useMemo(
    () =>
      sortValue && sort ? rows.toSorted((one, other) => compare(sortValue(one), sortValue(other), sort.up)) : rows,
    [rows, sortValue, sort],
  )
  const onSort = (next: Sort) => {
    const byServer = columns.find(({ key }) => key === next.by)?.sortable === true
    setSort(byServer ? undefined : next)
    if (byServer) server.onSort?.(next)
  }
  return { rows: sorted, columns: choice.columns, choice, sort: sortValue ? sort : server.sort, onSort }
}

/** Empty values come last in either direction. */
function compare(one: string | number, other: string | number, up: boolean) {
  if (one === '' || other === '') return Number(one === '') - Number(other === '')
  const order =
    typeof one === 'number' && typeof other === 'number'
      ? one - other
      : String(one).localeCompare(String(other), undefined, { numeric: true, sensitivity: 'base' })
  return up ? order : -order
}
