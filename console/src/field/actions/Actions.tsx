import { Button, Group, SegmentedControl } from '@mantine/core'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../components/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatNumber } from '../../components/formats.ts'
import { FieldIcon, PlusIcon } from '../../components/icons.tsx'
import { ListPage } from '../../components/ListPage.tsx'
import { Loading } from '../../components/Loading.tsx'
import { PageActions } from '../../components/PageActions.tsx'
import { PageTabs } from '../../components/PageTabs.tsx'
import { PrintedFilters, useFilterSentence } from '../../components/PrintedFilters.tsx'
import { RecordDrawer } from '../../components/RecordDrawer.tsx'
import { TextFilter } from '../../components/TextFilter.tsx'
import type { Column } from '../../components/table_types.ts'
import { matchesWords } from '../../components/text_match.ts'
import { useLetterKey } from '../../components/use_letter_key.ts'
import { useListTable } from '../../components/use_list_table.ts'
import { useNarrow } from '../../components/use_narrow.ts'
import { useListPages } from '../../components/use_next_page.ts'
import { useMe } from '../../use_me.ts'
import { ActionCards } from './ActionCards.tsx'
import { ActionForm } from './ActionForm.tsx'
import { actionsQuery } from './data.ts'
import { useDates } from './dates.ts'
import { GoalBar, shareDone } from './GoalBar.tsx'
import { type ActionRow, type ActionsSearch, phaseOf, phases } from './search_params.ts'

const route = getRouteApi('/actions')
const few = 30
// Loaded only when the map is shown.
const ActionsMap = lazy(async () => ({ default: (await import('./ActionsMap.tsx')).ActionsMap }))

export function Actions() {
  const { t } = useTranslation('actions')
  const inWords = useFilterSentence()
  const { may } = useMe()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const dates = useDates()
  const narrow = useNarrow()
  const phase = search.when ?? 'running'
  const today = new Date().toISOString().slice(0, 10)
  const query = useSuspenseInfiniteQuery(actionsQuery(phase, today))
  const { data } = query
  const pages = useListPages(query)
  const { onEnd } = pages
  const set = (change: Partial<ActionsSearch>) =>
    void navigate({ search: now => ({ ...now, ...change }), replace: !('open' in change) })
  const create = () => set({ open: 'new' })
  const close = () => void navigate({ search: ({ open: _, ...now }) => now })
  const open = (id: number) => void navigate({ to: '/actions/$id', params: { id: String(id) } })
  const onAt = useCallback(
    (at: string) => void navigate({ search: now => ({ ...now, at }), replace: true }),
    [navigate],
  )
  const swap = useCallback(
    () => void navigate({ search: now => ({ ...now, view: now.view === 'map' ? undefined : 'map' }), replace: true }),
    [navigate],
  )
  useLetterKey('l', swap)

  const all = useMemo<ActionRow[]>(
    () =>
      data.pages
        .flat()
        .filter(({ Action }) => phaseOf(Action, today) === phase)
        .map(row => ({ ...row, id: row.Action.id })),
    [data, phase, today],
  )
  const matching = useMemo(
    () => all.filter(({ Action }) => matchesWords(search.q, Action.name, Action.pitch)),
    [all, search.q],
  )
  // A page from the server may hold few actions of this phase: then the next one is loaded at once. The map shows all.
  const wanted = search.view === 'map' ? Number.POSITIVE_INFINITY : few
  useEffect(() => {
    if (matching.length < wanted) onEnd()
  }, [matching.length, wanted, onEnd])

  const columns = useMemo<Column<ActionRow>[]>(
    () => [
      { key: 'name', label: t('name'), sortValue: ({ Action }) => Action.name, cell: ({ Action }) => Action.name },
      {
        key: 'dates',
        label: t('dates'),
        width: 240,
        wide: true,
        sortValue: ({ Action }) => Action.start ?? '',
        cell: ({ Action }) => dates(Action),
      },
      {
        key: 'progress',
        label: t('visits_of_goal'),
        width: 210,
        sortValue: shareDone,
        cell: row => <GoalBar row={row} />,
      },
      {
        key: 'contacts',
        label: t('conversations'),
        width: 150,
        wide: true,
        figures: true,
        sortValue: row => row.NbContacts,
        cell: row => formatNumber(row.NbContacts),
      },
      {
        key: 'teams',
        label: t('teams'),
        width: 110,
        wide: true,
        figures: true,
        sortValue: ({ Action }) => Action.Teams.length,
        cell: ({ Action }) => formatNumber(Action.Teams.length),
      },
    ],
    [t, dates],
  )

  const { rows, ...table } = useListTable({ name: 'actions', columns, rows: matching, complete: !query.hasNextPage })
  return (
    <ListPage
      title={t('title')}
      actions={
        <PageActions
          actions={[
            {
              label: t('menu.field', { ns: 'shell' }),
              short: t('menu.field', { ns: 'shell' }),
              Icon: FieldIcon,
              to: '/field',
            },
            ...(may('actions:write')
              ? [
                  {
                    label: t('create'),
                    short: t('create_short'),
                    look: 'main' as const,
                    Icon: PlusIcon,
                    onClick: create,
                  },
                ]
              : []),
          ]}
        />
      }
      tabs={
        <PageTabs
          names={phases}
          open={phase}
          onOpen={when => set({ when: when === 'running' ? undefined : when })}
          labelOf={when => t(`when.${when}`)}
        />
      }
      filters={
        <>
          <Group p="sm" className="no-print" wrap="nowrap">
            <TextFilter label={t('filter')} value={search.q} onChange={q => set({ q })} />
            <SegmentedControl
              ml="auto"
              style={{ flexShrink: 0 }}
              aria-label={t('as', { ns: 'map' })}
              value={search.view ?? 'list'}
              onChange={view => set({ view: view === 'map' ? view : undefined })}
              data={[
                { value: 'list', label: t('list', { ns: 'map' }) },
                { value: 'map', label: t('label', { ns: 'map' }) },
              ]}
            />
          </Group>
          <PrintedFilters sentence={inWords([{ label: t('list.words', { ns: 'shell' }), value: search.q }])} />
        </>
      }
      count={rows.length}
      filtered={all.length > 0}
      onClear={() => void navigate({ search: ({ q: _, ...now }) => now })}
      empty={
        <EmptyState title={t(`none.${phase}`)} why={t('none_why')}>
          {may('actions:write') && phase !== 'archived' && <Button onClick={create}>{t('create')}</Button>}
        </EmptyState>
      }
      after={
        <RecordDrawer title={t('create')} opened={search.open === 'new'} onClose={close}>
          <ActionForm onCancel={close} onDone={({ id }) => open(id)} />
        </RecordDrawer>
      }
    >
      {search.view === 'map' ? (
        <Suspense fallback={<Loading />}>
          <ActionsMap rows={rows} dates={dates} at={search.at} onAt={onAt} />
        </Suspense>
      ) : narrow ? (
        <ActionCards rows={rows} dates={dates} onMore={query.hasNextPage ? pages.onEnd : undefined} />
      ) : (
        <DataTable
          label={t('title')}
          {...table}
          rows={rows}
          count={t('count', { count: rows.length })}
          idOf={idOf}
          total={query.hasNextPage ? undefined : rows.length}
          {...pages}
          onOpen={open}
        />
      )}
    </ListPage>
  )
}

const idOf = ({ id }: ActionRow) => id
