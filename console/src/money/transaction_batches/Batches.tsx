import { Badge, Button } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sumByCurrency } from '../../components/amounts.ts'
import { DataTable } from '../../components/DataTable.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatMoney, formatNumber } from '../../components/formats.ts'
import { PlusIcon } from '../../components/icons.tsx'
import { ListPage } from '../../components/ListPage.tsx'
import { PageActions } from '../../components/PageActions.tsx'
import { PageTabs } from '../../components/PageTabs.tsx'
import { sortOfText, sortParam } from '../../components/sort.ts'
import { formatSpaceDay } from '../../components/space_day.ts'
import type { Column } from '../../components/table_types.ts'
import { useListTable } from '../../components/use_list_table.ts'
import { useNarrow } from '../../components/use_narrow.ts'
import { useListPages } from '../../components/use_next_page.ts'
import { useSelection } from '../../components/use_selection.ts'
import { useMe } from '../../use_me.ts'
import { stateColors } from './BatchControl.tsx'
import { BatchDrawer } from './BatchDrawer.tsx'
import { BatchForm } from './BatchForm.tsx'
import { type Batch, batchesQuery, batchSumsQuery } from './data.ts'
import { default_sort, states } from './search_params.ts'

const route = getRouteApi('/payments/batches')

/** The deposit batches: payments that are taken to the bank together. */
export function Batches() {
  const { t } = useTranslation('payments')
  const { may } = useMe()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [creating, setCreating] = useState(false)
  const create = may('finance:write') ? () => setCreating(true) : undefined
  const query = useInfiniteQuery({ ...batchesQuery(search), placeholderData: keepPreviousData })
  const { data: sums } = useQuery({ ...batchSumsQuery(search.state), placeholderData: keepPreviousData })
  const [selected, setSelected] = useSelection(search.state)
  const narrow = useNarrow()
  const total = query.data?.pages[0]?.total ?? 0
  const loaded = useMemo(() => query.data?.pages.flatMap(page => page.data) ?? [], [query.data])
  const pages = useListPages(query)
  const open = (id: number | undefined) => void navigate({ search: now => ({ ...now, open: id }) })
  const columns = useMemo<Column<Batch>[]>(
    () => [
      {
        key: 'number',
        label: t('batch.number'),
        ...(!narrow && { width: 120 }),
        sortable: true,
        cell: ({ number, name }) => (
          <>
            {number}
            {narrow && name && <span className="second-line">{name}</span>}
          </>
        ),
      },
      { key: 'name', label: t('batch.name'), wide: true, sortable: true, cell: batch => batch.name },
      {
        key: 'date',
        label: t('batch.date'),
        width: 140,
        wide: true,
        sortValue: batch => batch.CreatedAt,
        cell: batch => formatSpaceDay(batch.CreatedAt),
      },
      {
        key: 'count',
        label: t('batch.payments'),
        width: 140,
        wide: true,
        figures: true,
        sortValue: batch => batch.count,
        cell: ({ count, expected_count }) =>
          t('batch.of', { done: formatNumber(count), expected: formatNumber(expected_count) }),
      },
      {
        key: 'amount',
        label: t('batch.amount'),
        width: narrow ? 100 : 130,
        figures: true,
        sortValue: batch => batch.amount,
        cell: batch => formatMoney(batch.amount, batch.currency),
      },
      {
        key: 'state',
        label: t('batch.state'),
        width: narrow ? 110 : 120,
        sortValue: ({ state }) => states.indexOf(state),
        cell: ({ state }) => <Badge color={stateColors[state]}>{t(`batch.states.${state}`)}</Badge>,
      },
    ],
    [t, narrow],
  )
  const { rows, ...table } = useListTable({
    ...{ name: 'batches', columns, rows: loaded, complete: !query.hasNextPage },
    sort: sortOfText(search.sort ?? default_sort),
    onSort: sort => void navigate({ search: now => ({ ...now, ...sortParam(default_sort, sort) }), replace: true }),
  })
  const button = create && (
    <Button leftSection={<PlusIcon size={16} />} onClick={create}>
      {t('batch.create')}
    </Button>
  )
  return (
    <ListPage
      title={t('batch.title')}
      actions={
        <PageActions
          actions={[
            { label: t('batch.back'), look: 'link', to: '/payments', search: { view: 'all' } },
            ...(create
              ? [
                  {
                    ...{ label: t('batch.create'), short: t('batch.create'), look: 'main' as const },
                    ...{ Icon: PlusIcon, onClick: create },
                  },
                ]
              : []),
          ]}
        />
      }
      tabs={
        <PageTabs
          names={['all', ...states]}
          open={search.state ?? 'all'}
          onOpen={state =>
            void navigate({
              search: ({ sort }) => ({ ...(sort && { sort }), ...(state !== 'all' && { state }) }),
              replace: true,
            })
          }
          labelOf={state => (state === 'all' ? t('batch.all') : t(`batch.tabs.${state}`))}
        />
      }
      loading={!query.data}
      count={rows.length}
      filtered={search.state !== undefined}
      empty={
        <EmptyState title={t('batch.empty')} why={t('batch.empty_why')}>
          {button}
        </EmptyState>
      }
      after={
        <>
          <Dialog opened={creating} onClose={() => setCreating(false)} title={t('batch.create')}>
            <BatchForm
              onDone={batch => {
                setCreating(false)
                if (batch) open(batch.id)
              }}
            />
          </Dialog>
          <BatchDrawer
            open={search.open}
            ids={rows.map(idOf)}
            total={total}
            onOpen={open}
            onClose={() => open(undefined)}
          />
        </>
      }
    >
      <DataTable
        label={t('batch.title')}
        two_lines
        {...table}
        rows={rows}
        idOf={idOf}
        total={total}
        count={t('batch.count', { count: total, shown: formatNumber(total) })}
        {...pages}
        onOpen={open}
        openId={search.open}
        sums={sums}
        {...(!narrow && {
          selected,
          onSelect: setSelected,
          selectedSums: sumByCurrency(rows.filter(({ id }) => selected.has(id))),
        })}
      />
    </ListPage>
  )
}

const idOf = ({ id }: Batch) => id
