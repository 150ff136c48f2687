import { Anchor, Badge, Button } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../components/DataTable.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatDay, formatMoney, formatNumber } from '../../components/formats.ts'
import { PlusIcon } from '../../components/icons.tsx'
import { ListPage } from '../../components/ListPage.tsx'
import { PageTabs } from '../../components/PageTabs.tsx'
import type { Column } from '../../components/table_types.ts'
import { useCreateKey } from '../../components/use_letter_key.ts'
import { useListTable } from '../../components/use_list_table.ts'
import { useNextPage } from '../../components/use_next_page.ts'
import { useMe } from '../../use_me.ts'
import { stateColors } from './BatchControl.tsx'
import { BatchDrawer } from './BatchDrawer.tsx'
import { BatchForm } from './BatchForm.tsx'
import { type Batch, batchesQuery } from './data.ts'
import { states } from './search_params.ts'

const route = getRouteApi('/payments/batches')

/** The deposit batches: payments that are taken to the bank together. */
export function Batches() {
  const { t } = useTranslation('payments')
  const { may } = useMe()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [creating, setCreating] = useState(false)
  const create = may('finance:write') ? () => setCreating(true) : undefined
  useCreateKey(create)
  const query = useInfiniteQuery({ ...batchesQuery(search.state), placeholderData: keepPreviousData })
  const loaded = useMemo(() => query.data?.pages.flatMap(page => page.data) ?? [], [query.data])
  const more = useNextPage(query)
  const open = (id: number | undefined) => void navigate({ search: now => ({ ...now, open: id }) })
  const columns = useMemo<Column<Batch>[]>(
    () => [
      {
        key: 'number',
        label: t('batch.number'),
        width: 120,
        sortValue: batch => batch.number,
        cell: batch => batch.number,
      },
      { key: 'name', label: t('batch.name'), wide: true, sortValue: batch => batch.name, cell: batch => batch.name },
      {
        key: 'date',
        label: t('batch.date'),
        width: 140,
        wide: true,
        sortValue: batch => batch.CreatedAt,
        cell: batch => formatDay(batch.CreatedAt),
      },
      {
        key: 'count',
        label: t('batch.payments'),
        width: 140,
        wide: true,
        figures: true,
        cell: ({ count, expected_count }) =>
          t('batch.of', { done: formatNumber(count), expected: formatNumber(expected_count) }),
      },
      {
        key: 'amount',
        label: t('batch.amount'),
        width: 130,
        figures: true,
        sortValue: batch => batch.amount,
        cell: batch => formatMoney(batch.amount, batch.currency),
      },
      {
        key: 'state',
        label: t('batch.state'),
        width: 120,
        cell: ({ state }) => <Badge color={stateColors[state]}>{t(`batch.states.${state}`)}</Badge>,
      },
    ],
    [t],
  )
  const { rows, ...table } = useListTable({ name: 'batches', columns, rows: loaded, complete: !query.hasNextPage })
  const button = create && (
    <Button leftSection={<PlusIcon size={16} />} onClick={create}>
      {t('batch.create')}
    </Button>
  )
  return (
    <ListPage
      title={t('batch.title')}
      actions={
        <>
          <Anchor component={Link} to="/payments" search={{ view: 'all' } as never}>
            {t('batch.back')}
          </Anchor>
          {button}
        </>
      }
      tabs={
        <PageTabs
          names={['all', ...states]}
          open={search.state ?? 'all'}
          onOpen={state => void navigate({ search: state === 'all' ? {} : { state }, replace: true })}
          labelOf={state => (state === 'all' ? t('batch.all') : t(`batch.states.${state}`))}
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
          <BatchDrawer open={search.open} ids={rows.map(idOf)} onOpen={open} onClose={() => open(undefined)} />
        </>
      }
    >
      <DataTable
        label={t('batch.title')}
        {...table}
        rows={rows}
        idOf={idOf}
        total={query.data?.pages[0]?.total ?? 0}
        onEnd={more}
        onOpen={open}
        openId={search.open}
      />
    </ListPage>
  )
}

const idOf = ({ id }: Batch) => id
