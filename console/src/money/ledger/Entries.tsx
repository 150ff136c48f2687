import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { LedgerEntry, LedgerLine } from '../../api.ts'
import { sumByCurrency } from '../../components/amounts.ts'
import { DataTable } from '../../components/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatDay, formatMoney, formatNumber } from '../../components/formats.ts'
import { ListPage } from '../../components/ListPage.tsx'
import { RowBadge } from '../../components/RowBadge.tsx'
import { type Sort, sortOfText } from '../../components/sort.ts'
import type { Column } from '../../components/table_types.ts'
import { useListTable } from '../../components/use_list_table.ts'
import { useNarrow } from '../../components/use_narrow.ts'
import { useListPages } from '../../components/use_next_page.ts'
import { useSelection } from '../../components/use_selection.ts'
import { entriesQuery, entrySumsQuery } from './data.ts'
import { default_sort, type EntryFilters, isFiltered, type LedgerSearch } from './search_params.ts'

export interface LedgerListProps {
  search: LedgerSearch
  filters: EntryFilters
  actions: ReactNode
  before: ReactNode
  tabs: ReactNode
  bar: ReactNode
  onClear: () => void
  onSort: (sort: Sort) => void
}

interface Props extends LedgerListProps {
  onOpen: (payment: number) => void
  /** The drawer of the open payment, between these payments. */
  drawer: (ids: number[]) => ReactNode
}

/** An entry and its place in the list, which is the number of its row. */
type Row = LedgerEntry & { place: number }

/** The entries, oldest first unless sorted otherwise. */
export function Entries({ search, filters, bar, onOpen, drawer, onSort, ...page }: Props) {
  const { t } = useTranslation('ledger')
  const navigate = useNavigate()
  const { sort = default_sort } = search
  const query = useInfiniteQuery({ ...entriesQuery(filters, sort), placeholderData: keepPreviousData })
  const { data: total } = useQuery({ ...entrySumsQuery(filters), placeholderData: keepPreviousData })
  const { data, hasNextPage } = query
  const pages = useListPages(query)
  const rows = useMemo(() => rowsOf(data?.pages ?? []), [data])
  const columns = useEntryColumns()
  const { rows: _, ...table } = useListTable({
    ...{ name: 'ledger', columns, rows, complete: false },
    ...{ sort: sortOfText(sort), onSort },
  })
  const [selected, setSelected] = useSelection([filters, sort])
  const narrow = useNarrow()
  const isOpen = search.open !== undefined
  /** The payments of the entries, in the order shown. */
  const payments = useMemo(() => (isOpen ? paymentsOf(rows) : []), [rows, isOpen])
  const open = (place: number) => {
    const { transaction_bundle_id: payment, bank_line_id: line } = rows[place] ?? {}
    if (payment) onOpen(payment)
    // A line is shown among the matched lines of its bank.
    else if (line) void navigate({ to: '/payments/bank', search: { tab: 'matched' } } as never)
    // Opening balances belong to no payment.
    else if (payment === null) void navigate({ to: '/settings/finance', search: { tab: 'ledger' } })
  }
  const entries = hasNextPage ? total?.entries : rows.length
  return (
    <ListPage
      {...page}
      title={t('title')}
      filters={bar}
      after={drawer(payments)}
      loading={!data}
      count={rows.length}
      filtered={isFiltered(search)}
      empty={<EmptyState title={t('empty.title')} why={t('empty.why')} />}
    >
      <DataTable
        label={t('title')}
        two_lines
        {...table}
        rows={rows}
        idOf={placeOf}
        total={entries}
        {...(entries !== undefined && { count: t('entries', { count: entries, shown: formatNumber(entries) }) })}
        {...pages}
        onOpen={open}
        sums={total?.sums}
        {...(!narrow && {
          selected,
          onSelect: setSelected,
          selectedSums: sumByCurrency(rows.filter(({ place }) => selected.has(place))),
        })}
      />
    </ListPage>
  )
}

const placeOf = ({ place }: Row) => place

const paymentsOf = (rows: Row[]) => [
  ...new Set(rows.flatMap(({ transaction_bundle_id: id }) => (id === null ? [] : [id]))),
]

const rowsMade = new WeakMap<object, Row[]>()

/** The rows of the pages that were read. They are kept as long as the pages: the list shows the same ones when it is opened again. */
function rowsOf(pages: { data: LedgerEntry[] }[]) {
  const rows = rowsMade.get(pages) ?? pages.flatMap(page => page.data).map((entry, place) => ({ ...entry, place }))
  rowsMade.set(pages, rows)
  return rows
}

const debitOf = ({ lines }: LedgerEntry) => lines.find(({ debit }) => debit > 0)
const creditOf = ({ lines }: LedgerEntry) => lines.find(({ credit }) => credit > 0)
const nameOf = ({ lines }: LedgerEntry) => lines.find(({ contact_name }) => contact_name !== '')?.contact_name ?? ''

function useEntryColumns() {
  const { t } = useTranslation('ledger')
  const narrow = useNarrow()
  return useMemo<Column<Row>[]>(() => {
    const amount = (entry: Row) => formatMoney(entry.amount, entry.currency)
    const label = (entry: Row, second: string) => twoLines(entry.label, second)
    const date = { key: 'date', label: t('date'), width: 120, sortable: true }
    if (narrow)
      return [
        {
          key: 'label',
          label: t('label'),
          cell: entry =>
            label(
              entry,
              [nameOf(entry), formatDay(entry.date), numberOf(entry) ?? t('states.provisional')]
                .filter(Boolean)
                .join(' · '),
            ),
        },
        {
          key: 'amount',
          label: t('amount'),
          width: 145,
          figures: true,
          sortable: true,
          cell: entry =>
            twoLines(amount(entry), `${debitOf(entry)?.account ?? ''} / ${creditOf(entry)?.account ?? ''}`),
        },
        { ...date, wide: true, cell: entry => formatDay(entry.date) },
      ]
    return [
      { key: 'label', label: t('label'), cell: entry => label(entry, nameOf(entry)) },
      {
        ...date,
        cell: ({ date, event_date }) =>
          twoLines(formatDay(date), event_date === date ? '' : t('happened', { day: formatDay(event_date) })),
      },
      {
        key: 'number',
        label: t('number'),
        width: 110,
        cell: entry => numberOf(entry) ?? <RowBadge color="gray">{t('states.provisional')}</RowBadge>,
      },
      { key: 'debit', label: t('debit'), cell: entry => accountCell(debitOf(entry)) },
      { key: 'credit', label: t('credit'), cell: entry => accountCell(creditOf(entry)) },
      { key: 'amount', label: t('amount'), width: 120, figures: true, sortable: true, cell: amount },
    ]
  }, [t, narrow])
}

/** The number of an entry in its journal, such as TR 12; undefined until it is validated. */
const numberOf = ({ journal_code, number }: LedgerEntry) => (number === null ? undefined : `${journal_code} ${number}`)

const accountCell = (line: LedgerLine | undefined) =>
  line && twoLines(line.account, line.account_label === line.account ? '' : line.account_label)

const twoLines = (first: string, second: string) => (
  <>
    {first}
    {second && <span className="second-line">{second}</span>}
  </>
)
