import { useMediaQuery } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, type ReactNode, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DownIcon, SortIcon, UpIcon } from './icons.tsx'
import { toggleId } from './selection.ts'
import { usePrinting } from './use_printing.ts'
import { useRowKeys } from './use_row_keys.ts'

export interface Column<Row> {
  key: string
  label: string
  /** In pixels; columns without a width share the rest. */
  width?: number
  /** Hidden on narrow screens. */
  wide?: boolean
  figures?: boolean
  cell: (row: Row) => ReactNode
  /** Whether the server can sort by it. */
  sortable?: boolean
}

export interface Sort {
  by: string
  up: boolean
}

interface Props<Row> {
  label: string
  columns: Column<Row>[]
  rows: Row[]
  idOf: (row: Row) => number
  /** The number of rows, including those not loaded yet; undefined if it is not known. */
  total: number | undefined
  /** Called when the last loaded row comes into view. */
  onEnd?: () => void
  /** The first column opens the row. */
  onOpen?: (id: number) => void
  openId?: number | undefined
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
  selected?: ReadonlySet<number>
  onSelect?: (ids: ReadonlySet<number>) => void
  height?: string
}

const row_height = 41
const narrowest = 140
const ahead = 12

/** A virtualised table for tens of thousands of rows. Plain cells, because hundreds of them are rendered while scrolling. */
export function DataTable<Row>({ columns: allColumns, ...others }: Props<Row>) {
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const columns = useMemo(() => allColumns.filter(({ wide }) => !narrow || !wide), [allColumns, narrow])
  const props = { ...others, columns }
  const { label, sort, onSort, selected, onSelect, rows, idOf, total, height = 'calc(100dvh - 260px)' } = props
  const { t } = useTranslation()
  // State, not a ref: the body must render once the frame exists.
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const all = selected !== undefined && rows.length > 0 && rows.every(row => selected.has(idOf(row)))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
    <section className="rows" style={{ height, minHeight: 240 }} ref={setFrame} aria-label={label} tabIndex={0}>
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
                <input
                  type="checkbox"
                  aria-label={t('button.select_all')}
                  checked={all}
                  onChange={() => onSelect(new Set(all ? [] : rows.map(idOf)))}
                />
              </th>
            )}
            {columns.map(column => (
              <HeadCell key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        {frame && <Body {...props} frame={frame} />}
      </table>
    </section>
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
        <button type="button" className="sort" onClick={() => onSort({ by: key, up: active ? !sort.up : true })}>
          {label}
          {active ? sort.up ? <UpIcon size={14} /> : <DownIcon size={14} /> : <SortIcon size={14} />}
        </button>
      ) : (
        label
      )}
    </th>
  )
}

/** A component of its own, so that scrolling renders nothing else. */
function Body<Row>({
  frame,
  rows,
  columns,
  idOf,
  onEnd,
  onOpen,
  openId,
  selected,
  onSelect,
}: Props<Row> & { frame: HTMLElement }) {
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame,
    estimateSize: () => row_height,
    overscan: ahead,
    scrollPaddingStart: row_height,
  })
  const current = useRowKeys({ rows, idOf, onOpen, selected, onSelect, show: virtual.scrollToIndex })
  // On paper there is no scrolling: all loaded rows are printed.
  const printing = usePrinting()
  const shown = virtual.getVirtualItems()
  const items = printing ? rows.map((_, index) => ({ index, start: 0, end: virtual.getTotalSize() })) : shown
  const last = shown.at(-1)?.index ?? 0
  useEffect(() => {
    if (last >= rows.length - ahead) onEnd?.()
  }, [last, rows.length, onEnd])
  const before = items[0]?.start ?? 0
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  const span = columns.length + (onSelect ? 1 : 0)
  return (
    <tbody>
      {before > 0 && <Gap height={before} span={span} />}
      {items.map(({ index }) => {
        const row = rows[index]
        if (row === undefined) return null
        const id = idOf(row)
        return (
          <RowCells
            key={id}
            row={row as object}
            id={id}
            index={index}
            columns={columns as Column<object>[]}
            current={openId === id || current === index}
            chosen={selected?.has(id)}
            onOpen={onOpen}
            onSelect={onSelect}
            selected={selected}
          />
        )
      })}
      {after > 0 && <Gap height={after} span={span} />}
    </tbody>
  )
}

const Gap = ({ height, span }: { height: number; span: number }) => (
  <tr>
    <td colSpan={span} style={{ height, padding: 0, border: 0 }} />
  </tr>
)

interface RowProps {
  row: object
  id: number
  index: number
  columns: Column<object>[]
  current: boolean
  chosen: boolean | undefined
  onOpen: ((id: number) => void) | undefined
  onSelect: ((ids: ReadonlySet<number>) => void) | undefined
  selected: ReadonlySet<number> | undefined
}

const RowCells = memo(
  function RowCells({ row, id, index, columns, current, chosen, onOpen, onSelect, selected }: RowProps) {
    const { t } = useTranslation()
    return (
      <tr aria-rowindex={index + 2} data-current={current} data-id={id}>
        {onSelect && (
          <td>
            <input
              type="checkbox"
              aria-label={t('button.select_row')}
              checked={chosen ?? false}
              onChange={() => onSelect(toggleId(selected, id))}
            />
          </td>
        )}
        {columns.map(({ key, figures, cell }, place) => (
          <td key={key} className={figures ? 'figures' : undefined}>
            {place === 0 && onOpen ? (
              <button type="button" className="open" onClick={() => onOpen(id)}>
                {cell(row)}
              </button>
            ) : (
              cell(row)
            )}
          </td>
        ))}
      </tr>
    )
  },
  (a, b) =>
    a.row === b.row &&
    a.current === b.current &&
    a.chosen === b.chosen &&
    a.columns === b.columns &&
    a.index === b.index &&
    a.selected === b.selected,
)
