import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ColumnMenu } from './ColumnMenu.tsx'
import { useDensity } from './density.ts'
import { formatNumber } from './formats.ts'
import { DownIcon, SortIcon, UpIcon } from './icons.tsx'
import { ListFooter } from './ListFooter.tsx'
import { PartialPrintNote } from './PartialPrintNote.tsx'
import { SortMenu } from './SortMenu.tsx'
import { nextSort, type Sort } from './sort.ts'
import { TableRows, useListKey } from './TableRows.tsx'
import type { Column, DataTableProps } from './table_types.ts'
import { useFillHeight } from './use_fill_height.ts'
import { useNarrow } from './use_narrow.ts'
import { usePrintAllRows } from './use_print_all_rows.ts'
import { head_height } from './use_rows_in_view.ts'

const row_heights = { comfortable: 40, compact: 32 }
const two_lines_height = 52
const footer_height = 41
/** The padding of the page below the list, and the frame around it. */
const margin = 18
const rows_min = 8
const narrowest = 140

/** A virtualised table for tens of thousands of rows. Plain cells, because hundreds of them are rendered while scrolling. */
export function DataTable<Row>({ columns: allColumns, ...others }: DataTableProps<Row>) {
  const narrow = useNarrow()
  const columns = useMemo(() => allColumns.filter(({ wide }) => !narrow || !wide), [allColumns, narrow])
  const props = { ...others, columns }
  const {
    label,
    sort,
    onSort,
    selected,
    onSelect,
    rows,
    total,
    choice,
    count,
    sums,
    collected,
    selectedSums = [],
  } = props
  const { t } = useTranslation()
  const density = useDensity()
  // State, not a ref: the body must render once the frame exists.
  const [frame, setFrame] = useState<HTMLElement>()
  const fillHeight = useFillHeight()
  const frameRef = useCallback(
    (element: HTMLElement) => {
      setFrame(element)
      return fillHeight(element)
    },
    [fillHeight],
  )
  const tall = narrow && others.two_lines === true
  const row_height = tall ? two_lines_height : row_heights[density]
  const needed = head_height + rows.length * row_height
  const least = head_height + rows_min * row_height
  const rest = `calc(100dvh - var(--top, 260px) - ${footer_height + margin}px)`
  const shown = formatNumber(total ?? rows.length)
  const address = useListKey(label)
  const reading = usePrintAllRows({ ...others, address, total })
  const counted =
    count ?? t('list.count', { count: total ?? rows.length, shown: total === undefined ? `${shown}+` : shown })
  return (
    <>
      {others.isPartial && <PartialPrintNote rows={rows.length} total={total} />}
      <section
        className="rows"
        data-density={density}
        data-tall={tall || undefined}
        style={{ height: `min(${needed}px, max(${least}px, ${rest}))` }}
        ref={frameRef}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
        tabIndex={0}
      >
        <table
          aria-rowcount={total === undefined ? -1 : total + 1}
          style={{ minWidth: columns.reduce((sum, { width = narrowest }) => sum + width, 0) }}
        >
          <colgroup>
            {onSelect && <col style={{ width: 44 }} />}
            {columns.map(({ key, width }) => (
              <col key={key} style={width ? { width } : {}} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {onSelect && (
                <th>
                  <AllBox {...props} onSelect={onSelect} />
                </th>
              )}
              {columns.map(column => (
                <HeadCell key={column.key} column={column} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
          {frame && <TableRows {...props} frame={frame} row_height={row_height} />}
        </table>
      </section>
      <ListFooter
        count={reading ? t('list.reading_to_print') : counted}
        sums={sums}
        collected={collected}
        selected={selected?.size ?? 0}
        selectedSums={selectedSums}
      >
        <SortMenu columns={allColumns} sort={sort} onSort={onSort} />
        <ColumnMenu choice={choice} />
      </ListFooter>
    </>
  )
}

type AllBoxProps<Row> = Pick<DataTableProps<Row>, 'rows' | 'idOf' | 'total' | 'selected' | 'whole'> &
  Required<Pick<DataTableProps<Row>, 'onSelect'>>

const none: ReadonlySet<number> = new Set()

/** Selects the loaded rows, or none. It is indeterminate while only some rows of the list are selected. */
function AllBox<Row>({ rows, idOf, total, selected = none, whole, onSelect }: AllBoxProps<Row>) {
  const { t } = useTranslation()
  const box = useRef<HTMLInputElement>(null)
  const all = rows.length > 0 && rows.every(row => selected.has(idOf(row)))
  const isWhole = whole || (all && total !== undefined && selected.size >= total)
  // After every rendering: a click makes the box determinate.
  useEffect(() => {
    if (box.current) box.current.indeterminate = selected.size > 0 && !isWhole
  })
  return (
    <input
      type="checkbox"
      ref={box}
      aria-label={t('button.select_all')}
      checked={all}
      onChange={() => onSelect(new Set(all ? [] : rows.map(idOf)))}
    />
  )
}

function HeadCell<Row>({
  column: { key, label, figures, sortable },
  sort,
  onSort,
}: {
  column: Column<Row>
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
}) {
  const active = sort?.by === key
  const direction = active ? (sort.up ? 'ascending' : 'descending') : undefined
  return (
    <th className={figures ? 'figures' : undefined} aria-sort={direction}>
      {sortable && onSort ? (
        <button type="button" className="sort" onClick={() => onSort(nextSort(key, sort))}>
          <span>{label}</span>
          {active ? sort.up ? <UpIcon size={14} /> : <DownIcon size={14} /> : <SortIcon size={14} />}
        </button>
      ) : (
        label
      )}
    </th>
  )
}
