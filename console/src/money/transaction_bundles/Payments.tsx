import { Button, Grid, Paper } from '@mantine/core'
import {
  keepPreviousData,
  useInfiniteQuery,
  usePrefetchInfiniteQuery,
  usePrefetchQuery,
  useQuery,
} from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense, useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../components/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatNumber } from '../../components/formats.ts'
import { ExportIcon, PlusIcon, SummaryIcon } from '../../components/icons.tsx'
import { ListContent } from '../../components/ListContent.tsx'
import { ListSkeleton, Loading, PageSkeleton } from '../../components/Loading.tsx'
import { PageActions } from '../../components/PageActions.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { sortOfText, sortParam } from '../../components/sort.ts'
import { useNarrow } from '../../components/use_narrow.ts'
import { useListPages } from '../../components/use_next_page.ts'
import { useMe } from '../../use_me.ts'
import { PaymentTabs } from '../payment_views/PaymentTabs.tsx'
import { queueQuery } from '../payment_warnings/data.ts'
import { WarningQueue } from '../payment_warnings/WarningQueue.tsx'
import { KeyFigures } from '../statistics/KeyFigures.tsx'
import { MoneyChart } from '../statistics/MoneyChart.tsx'
import { PeriodBar } from '../statistics/PeriodBar.tsx'
import { usePaymentColumns } from './columns.tsx'
import { paymentsQuery, sumsQuery, viewsQuery } from './data.ts'
import { PaymentDrawer } from './PaymentDrawer.tsx'
import { PaymentFilters } from './PaymentFilters.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import {
  default_sort,
  filterNames,
  filtersOf,
  isFiltered,
  type Payment,
  type PaymentSearch,
  type View,
  viewOf,
} from './search_params.ts'
import { useExportChoices } from './use_export_choices.ts'

const route = getRouteApi('/payments')

/** The page, once it is known whether payments to look at stand above the list. The list is read meanwhile. */
export function Payments() {
  const search = route.useSearch()
  usePrefetchInfiniteQuery(listQuery(search))
  usePrefetchQuery(viewsQuery)
  const { isPending } = useInfiniteQuery({ ...queueQuery, throwOnError: false })
  return isPending ? <PageSkeleton /> : <PaymentsPage />
}

const listQuery = (search: PaymentSearch) => paymentsQuery({ ...filtersOf(search), sort: search.sort ?? default_sort })

function PaymentsPage() {
  const { t } = useTranslation('payments')
  const { may } = useMe()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const view = viewOf(search)
  const filters = filtersOf(search)
  // Keeps showing the old sums while the new ones load.
  const { sums: months, with: compared } = search
  const sums = useDeferredValue(useMemo(() => ({ sums: months, with: compared }), [months, compared]))
  const set = (change: Partial<PaymentSearch>) =>
    void navigate({ search: now => ({ ...now, view, ...change }), replace: !('open' in change) })
  const exporting = useExportChoices(filters)
  const clear = () => set(Object.fromEntries(filterNames.map(name => [name, undefined])))
  const totals = useTotalsShown(months !== undefined || compared !== undefined)
  const toggleTotals = () => {
    totals.toggle()
    // Months in the address would open them again.
    if (totals.shown && (months ?? compared) !== undefined) set({ sums: undefined, with: undefined })
  }

  return (
    <>
      <PageHeader title={t('title')}>
        <PageActions
          actions={[
            {
              label: t('totals'),
              Icon: SummaryIcon,
              onClick: toggleTotals,
              shows: { id: 'totals', shown: totals.shown },
            },
            { label: t('button.export', { ns: 'shell' }), Icon: ExportIcon, ...exporting },
            ...(may('finance:write')
              ? [
                  {
                    ...{ label: t('create'), short: t('create_short'), look: 'main' as const },
                    ...{ Icon: PlusIcon, to: '/payments/new' },
                  },
                ]
              : []),
          ]}
        />
      </PageHeader>
      <WarningQueue shown={search.warnings ?? false} />
      {totals.shown && (
        <section id="totals" aria-label={t('totals')}>
          <PeriodBar search={search} onChange={change => set(change)} />
          <Suspense fallback={<Loading />}>
            <Grid mb="md">
              <Grid.Col span={{ base: 12, md: 4 }}>
                <KeyFigures search={sums} />
              </Grid.Col>
              <Grid.Col span={{ base: 12, md: 8 }}>
                <MoneyChart search={sums} />
              </Grid.Col>
            </Grid>
          </Suspense>
        </section>
      )}
      <Paper withBorder>
        <PaymentTabs
          search={search}
          onChoose={({ open: _, ...next }) => void navigate({ search: { ...next, ...sums } })}
          onBatches={() => void navigate({ to: '/payments/batches' })}
          onLedger={() => void navigate({ to: '/payments/ledger' })}
          onBank={() => void navigate({ to: '/payments/bank' })}
        />
        <PaymentFilters search={search} onChange={set} />
        <PaymentList search={search} onOpen={open => set({ open })} onClear={clear} />
      </Paper>
    </>
  )
}

const totals_key = 'muster.payments.totals'

/** Whether the totals are shown above the list, as the user chose last; a link to certain months shows them. */
function useTotalsShown(linked: boolean) {
  const [shown, setShown] = useState(() => linked || localStorage.getItem(totals_key) === 'shown')
  const toggle = () => {
    localStorage.setItem(totals_key, shown ? 'hidden' : 'shown')
    setShown(!shown)
  }
  return { shown, toggle }
}

interface ListProps {
  search: PaymentSearch
  onOpen: (id: number | undefined) => void
  onClear: () => void
}

function PaymentList({ search, onOpen, onClear }: ListProps) {
  const { t } = useTranslation('payments')
  const navigate = route.useNavigate()
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const query = useInfiniteQuery({ ...listQuery(search), placeholderData: keepPreviousData })
  const { data } = query
  const pages = useListPages(query)
  const rows = useMemo(() => data?.pages.flatMap(page => page.data) ?? [], [data])
  const total = data?.pages[0]?.total ?? 0
  const choice = usePaymentColumns()
  const { data: sums } = useQuery({ ...sumsQuery(filtersOf(search)), placeholderData: keepPreviousData })
  // A phone has no room for both a name and a checkbox.
  const narrow = useNarrow()
  const chosen = useMemo(() => rows.filter(({ id }) => selected.has(id)), [rows, selected])
  const view = viewOf(search)

  if (!data) return <ListSkeleton />
  return (
    <>
      <ListContent
        count={rows.length}
        filtered={isFiltered(search)}
        onClear={onClear}
        empty={<NoPayments view={view} onShowAll={() => void navigate({ search: { view: 'all' } })} />}
      >
        <DataTable
          label={t('title')}
          two_lines
          columns={choice.columns}
          choice={choice}
          count={t('count', { count: total, shown: formatNumber(total) })}
          sums={view === 'unpaid' ? sums?.unpaid : sums?.sums}
          collected={view === 'all' ? sums?.collected : undefined}
          rows={rows}
          idOf={idOf}
          total={total}
          {...pages}
          onOpen={onOpen}
          openId={search.open}
          sort={sortOfText(search.sort ?? default_sort)}
          onSort={sort =>
            void navigate({ search: now => ({ ...now, ...sortParam(default_sort, sort) }), replace: true })
          }
          {...(!narrow && { selected, onSelect: setSelected })}
        />
      </ListContent>
      {chosen.length > 0 && <SelectionBar payments={chosen} onClear={() => setSelected(new Set())} />}
      <PaymentDrawer
        open={search.open}
        ids={rows.map(idOf)}
        total={total}
        onOpen={onOpen}
        onClose={() => void navigate({ search: ({ open: _, ...now }) => now })}
      />
    </>
  )
}

function NoPayments({ view, onShowAll }: { view: View; onShowAll: () => void }) {
  const { t } = useTranslation('payments')
  const { may } = useMe()
  return (
    <EmptyState title={t(`empty.${view}.title`)} why={t(`empty.${view}.why`)}>
      {view !== 'all' && (
        <Button variant="default" onClick={onShowAll}>
          {t('see_all')}
        </Button>
      )}
      {view === 'all' && may('finance:write') && (
        <Button component={Link} to="/payments/new">
          {t('create')}
        </Button>
      )}
    </EmptyState>
  )
}

const idOf = ({ id }: Payment) => id
