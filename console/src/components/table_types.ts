import type { ReactNode } from 'react'
import type { CurrencySum } from './ListFooter.tsx'
import type { Sort } from './sort.ts'
import type { ListPages } from './use_next_page.ts'

export interface Column<Row> {
  key: string
  label: string
  /** In pixels; columns without a width share the rest. */
  width?: number
  /** Hidden on narrow screens. */
  wide?: boolean
  /** Not shown until it is chosen. */
  optional?: boolean
  figures?: boolean
  cell: (row: Row) => ReactNode
  /** Whether the server can sort by it. */
  sortable?: boolean
  /** What a list that is loaded as a whole is sorted by. */
  sortValue?: (row: Row) => string | number
}

/** The columns that can be chosen, and those that are. */
export interface ColumnChoice<Row> {
  all: Column<Row>[]
  shown: string[]
  choose: (keys: string[]) => void
}

export interface DataTableProps<Row> extends Partial<ListPages> {
  label: string
  /** Whether narrow screens show texts on two lines, such as long addresses. */
  two_lines?: boolean
  columns: Column<Row>[]
  rows: Row[]
  idOf: (row: Row) => number
  /** The number of rows, including those not loaded yet; undefined if it is not known. */
  total: number | undefined
  /** The first column opens the row. */
  onOpen?: (id: number) => void
  /** The page of a record, if it has one: the first column is then a link to it, which can be opened in another tab. */
  hrefOf?: (id: number) => string
  openId?: number | undefined
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
  selected?: ReadonlySet<number>
  /** All rows are selected, also those not loaded yet, which `selected` does not contain. */
  whole?: boolean
  onSelect?: (ids: ReadonlySet<number>) => void
  choice?: ColumnChoice<Row>
  /** The number of matching rows in words; without it, their number. */
  count?: ReactNode
  /** The sums of all matching rows, from the server. */
  sums?: readonly CurrencySum[] | undefined
  collected?: readonly CurrencySum[] | undefined
  selectedSums?: readonly CurrencySum[]
}
