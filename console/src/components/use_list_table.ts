import { useMemo, useState } from 'react'
import type { Column, ColumnChoice, Sort } from './table_types.ts'
import { useChosenColumns } from './use_chosen_columns.ts'

interface Options<Row> {
  /** Names the stored choice of columns. */
  name: string
  columns: Column<Row>[]
  rows: Row[]
  /** Whether all rows are loaded. Only then they can be sorted here. */
  complete: boolean
}

interface ListTable<Row> {
  rows: Row[]
  columns: Column<Row>[]
  choice: ColumnChoice<Row>
  sort: Sort | undefined
  onSort: (sort: Sort) => void
}

/** Columns that are chosen and remembered, and rows that are sorted here by the columns with a `sortValue`. */
export function useListTable<Row>({ name, columns, rows, complete }: Options<Row>): ListTable<Row> {
  const [sort, setSort] = useState<Sort>()
  const able = useMemo(
    () => columns.map(column => ({ ...column, sortable: complete && column.sortValue !== undefined })),
    [columns, complete],
  )
  const [always, all] = useMemo(() => [able.slice(0, 1), able.slice(1)], [able])
  const defaults = useMemo(() => all.map(({ key }) => key), [all])
  const choice = useChosenColumns(name, defaults, always, all)
  const sortValue = complete ? able.find(({ key }) => key === sort?.by)?.sortValue : undefined
  const sorted = useMemo(
    () =>
      sortValue && sort ? rows.toSorted((one, other) => compare(sortValue(one), sortValue(other), sort.up)) : rows,
    [rows, sortValue, sort],
  )
  return { rows: sorted, columns: choice.columns, choice, sort: sortValue && sort, onSort: setSort }
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
