import { useMatch } from '@tanstack/react-router'
import {
  memo,
  type MouseEvent as ReactMouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
} from 'react'
import { useTranslation } from 'react-i18next'
import { keepPosition, listKey, positionOf } from './list_position.ts'
import { rowClicks } from './row_clicks.ts'
import type { Column, DataTableProps } from './table_types.ts'
import { usePrinting } from './use_printing.ts'
import { useRowKeys } from './use_row_keys.ts'
import { useRowsInView } from './use_rows_in_view.ts'

/** The next page is read this many rows before the end comes into view. */
const ahead = 18

/** The rows in view. A component of its own, so that scrolling renders nothing else. */
export function TableRows<Row>({
  frame,
  row_height,
  label,
  rows,
  columns,
  idOf,
  onEnd,
  onOpen,
  hrefOf,
  openId,
  selected,
  onSelect,
}: DataTableProps<Row> & { frame: HTMLElement; row_height: number }) {
  const { t } = useTranslation()
  const key = usePosition(frame, label)
  const { first, end, show } = useRowsInView(frame, rows.length, row_height, positionOf(key).top)
  const open = useCallback(
    (id: number) => {
      keepPosition(key, { id })
      onOpen?.(id)
    },
    [key, onOpen],
  )
  const { current, setCurrent, select } = useRowKeys({
    rows,
    idOf,
    start: positionOf(key).id,
    onOpen: onOpen && open,
    selected,
    onSelect,
    show,
  })
  // On paper there is no scrolling: all loaded rows are printed.
  const printing = usePrinting()
  const [from, to] = printing ? [0, rows.length] : [first, end]
  useEffect(() => {
    if (end > rows.length - ahead) onEnd?.()
  }, [end, rows.length, onEnd])
  const span = columns.length + (onSelect ? 1 : 0)
  return (
    <tbody {...(onOpen && rowClicks)}>
      {from > 0 && <Gap height={from * row_height} span={span} />}
      {rows.slice(from, to).map((row, place) => {
        const index = from + place
        const id = idOf(row)
        return (
          <RowCells
            key={id}
            row={row as object}
            id={id}
            index={index}
            columns={columns as Column<object>[]}
            current={openId === undefined ? current === index : openId === id}
            chosen={selected?.has(id)}
            href={hrefOf?.(id)}
            onOpen={
              onOpen &&
              (id => {
                setCurrent(id)
                open(id)
              })
            }
            select={onSelect && select}
            selectLabel={t('button.select_row')}
          />
        )
      })}
      {to < rows.length && <Gap height={(rows.length - to) * row_height} span={span} />}
    </tbody>
  )
}

/** Not of the location, which already is that of the next page while this list is still shown. */
export const useListKey = (label: string) =>
  useMatch({ strict: false, select: ({ pathname, search }) => listKey(pathname, search, label) })

/** Shows the list where it was left, with the focus on the row that was opened, and keeps where it is scrolled to. */
function usePosition(frame: HTMLElement, label: string) {
  const key = useListKey(label)
  useLayoutEffect(() => {
    const { top, id } = positionOf(key)
    frame.scrollTop = top
    const focus = () => {
      if (id === undefined || document.activeElement !== document.body) return
      frame.querySelector<HTMLElement>(`tr[data-id="${id}"] .open`)?.focus({ preventScroll: true })
    }
    const drawn = requestAnimationFrame(focus)
    const keep = () => keepPosition(key, { top: frame.scrollTop })
    frame.addEventListener('scroll', keep, { passive: true })
    return () => {
      cancelAnimationFrame(drawn)
      frame.removeEventListener('scroll', keep)
    }
  }, [frame, key])
  return key
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
  href: string | undefined
  onOpen: ((id: number) => void) | undefined
  select: RefObject<(id: number, range: boolean) => void> | undefined
  selectLabel: string
}

const RowCells = memo(
  function RowCells({ row, id, index, columns, current, chosen, href, onOpen, select, selectLabel }: RowProps) {
    return (
      <tr aria-rowindex={index + 2} data-current={current} data-id={id}>
        {select && (
          <td className="select-cell">
            <label>
              <input
                type="checkbox"
                aria-label={selectLabel}
                checked={chosen ?? false}
                onChange={({ nativeEvent }) =>
                  select.current(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
                }
              />
            </label>
          </td>
        )}
        {columns.map(({ key, figures, width, cell }, place) => (
          <td key={key} className={figures ? 'figures' : undefined} data-narrow={width !== undefined || undefined}>
            {place === 0 && onOpen ? (
              <RowName href={href} onOpen={() => onOpen(id)}>
                {cell(row)}
              </RowName>
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
    a.index === b.index,
)

/** What opens the row. A record with a page of its own has a link to it, which the browser opens in another tab if asked to. */
function RowName({ href, onOpen, children }: { href: string | undefined; onOpen: () => void; children: ReactNode }) {
  if (href === undefined)
    return (
      <button type="button" className="open" onClick={onOpen}>
        {children}
      </button>
    )
  const click = (event: ReactMouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen()
  }
  return (
    <a href={href} className="open" onClick={click}>
      {children}
    </a>
  )
}
