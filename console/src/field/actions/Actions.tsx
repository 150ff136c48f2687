import { Button, Group, Paper, Progress, SegmentedControl, Tabs, Text, TextInput } from '@mantine/core'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '../../components/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatNumber, formatPercent } from '../../components/formats.ts'
import { FieldIcon, PlusIcon, SearchIcon } from '../../components/icons.tsx'
import { Loading } from '../../components/Loading.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { RecordDrawer } from '../../components/RecordDrawer.tsx'
import { matchesWords } from '../../components/text_match.ts'
import { useCreateKey } from '../../components/use_letter_key.ts'
import { useMe } from '../../use_me.ts'
import { ActionForm } from './ActionForm.tsx'
import { actionsQuery } from './data.ts'
import { useDates } from './dates.ts'
import { type ActionRow, type ActionsSearch, phaseOf, phases } from './search_params.ts'

const route = getRouteApi('/actions')
const few = 30
// Whoever looks at no map loads none.
const ActionsMap = lazy(async () => ({ default: (await import('./ActionsMap.tsx')).ActionsMap }))

export function Actions() {
  const { t } = useTranslation('actions')
  const { may } = useMe()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const dates = useDates()
  const time = search.when ?? 'running'
  const today = new Date().toISOString().slice(0, 10)
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(actionsQuery(time, today))
  const set = (change: Partial<ActionsSearch>) =>
    void navigate({ search: now => ({ ...now, ...change }), replace: !('open' in change) })
  const create = () => set({ open: 'new' })
  const open = (id: number) => void navigate({ to: '/actions/$id', params: { id: String(id) } })
  const onAt = useCallback(
    (at: string) => void navigate({ search: now => ({ ...now, at }), replace: true }),
    [navigate],
  )
  useCreateKey(may('actions:write') ? create : undefined)

  const all = useMemo<ActionRow[]>(
    () =>
      data.pages
        .flat()
        .filter(({ Action }) => phaseOf(Action, today) === time)
        .map(row => ({ ...row, id: row.Action.id })),
    [data, time, today],
  )
  const rows = useMemo(
    () => all.filter(({ Action }) => matchesWords(search.q, Action.name, Action.pitch)),
    [all, search.q],
  )
  // What the server gave may hold little of what is looked for: then more is asked for at once.
  useEffect(() => {
    if (rows.length < few && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [rows.length, hasNextPage, isFetchingNextPage, fetchNextPage])

  const columns = useMemo<Column<ActionRow>[]>(
    () => [
      { key: 'name', label: t('name'), cell: ({ Action }) => Action.name },
      { key: 'dates', label: t('dates'), width: 240, wide: true, cell: ({ Action }) => dates(Action) },
      { key: 'progress', label: t('progress'), width: 160, cell: row => <Goal {...row} /> },
      {
        key: 'visits',
        label: t('visits'),
        width: 90,
        wide: true,
        figures: true,
        cell: row => formatNumber(row.NbVisites),
      },
      {
        key: 'contacts',
        label: t('contacts'),
        width: 100,
        wide: true,
        figures: true,
        cell: row => formatNumber(row.NbContacts),
      },
      {
        key: 'teams',
        label: t('teams'),
        width: 90,
        wide: true,
        figures: true,
        cell: ({ Action }) => formatNumber(Action.Teams.length),
      },
    ],
    [t, dates],
  )

  return (
    <>
      <PageHeader title={t('title')}>
        <Button
          variant="default"
          leftSection={<FieldIcon size={16} />}
          renderRoot={props => <Link to="/field" {...props} />}
        >
          {t('menu.field', { ns: 'shell' })}
        </Button>
        {may('actions:write') && (
          <Button leftSection={<PlusIcon size={16} />} onClick={create}>
            {t('create')}
          </Button>
        )}
      </PageHeader>
      <Paper withBorder>
        <Tabs
          value={time}
          onChange={when => set({ when: when === 'running' ? undefined : (when as ActionsSearch['when']) })}
        >
          <Tabs.List className="one-line">
            {phases.map(time => (
              <Tabs.Tab key={time} value={time}>
                {t(`when.${time}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
        <Group p="sm">
          <TextInput
            aria-label={t('filter')}
            placeholder={t('filter')}
            leftSection={<SearchIcon size={16} />}
            defaultValue={search.q ?? ''}
            onChange={event => set({ q: event.currentTarget.value || undefined })}
            w={{ base: '100%', xs: 280 }}
          />
          <Text size="sm" c="dimmed" aria-live="polite">
            {t('count', { count: rows.length })}
          </Text>
          <SegmentedControl
            ml="auto"
            aria-label={t('as', { ns: 'map' })}
            value={search.view ?? 'list'}
            onChange={view => set({ view: view === 'map' ? view : undefined })}
            data={[
              { value: 'list', label: t('list', { ns: 'map' }) },
              { value: 'map', label: t('label', { ns: 'map' }) },
            ]}
          />
        </Group>
        {rows.length > 0 && search.view === 'map' ? (
          <Suspense fallback={<Loading />}>
            <ActionsMap rows={rows} at={search.at} onAt={onAt} onOpen={open} />
          </Suspense>
        ) : rows.length > 0 ? (
          <DataTable
            label={t('title')}
            columns={columns}
            rows={rows}
            idOf={idOf}
            total={rows.length}
            onEnd={() => void (hasNextPage && !isFetchingNextPage && fetchNextPage())}
            onOpen={open}
          />
        ) : all.length > 0 ? (
          <EmptyState title={t('said.no_match', { ns: 'shell' })}>
            <Button variant="default" onClick={() => void navigate({ search: ({ q: _, ...now }) => now })}>
              {t('do.clear', { ns: 'shell' })}
            </Button>
          </EmptyState>
        ) : (
          <EmptyState title={t(`none.${time}`)} why={t('none_why')}>
            {may('actions:write') && time !== 'archived' && <Button onClick={create}>{t('create')}</Button>}
          </EmptyState>
        )}
      </Paper>
      <RecordDrawer
        title={t('create')}
        opened={search.open === 'new'}
        onClose={() => void navigate({ search: ({ open: _, ...now }) => now })}
      >
        <ActionForm
          onCancel={() => void navigate({ search: ({ open: _, ...now }) => now })}
          onDone={({ id }) => void navigate({ to: '/actions/$id', params: { id: String(id) } })}
        />
      </RecordDrawer>
    </>
  )
}

const idOf = ({ id }: ActionRow) => id

/** How near one is to what one wanted, counted and declared together. */
function Goal({ Action: { name, goal }, NbVisites, NbVisitesDeclared }: ActionRow) {
  const { t } = useTranslation('actions')
  const done = NbVisites + NbVisitesDeclared
  if (goal === 0) return <Text size="sm">{t('without_goal', { count: done })}</Text>
  return (
    <Group gap="xs" wrap="nowrap">
      <Progress value={Math.min(100, (100 * done) / goal)} flex={1} color="moss.7" aria-label={name} miw={30} />
      <Text size="sm" className="figures" title={formatPercent(done / goal)}>
        {formatNumber(done)}/{formatNumber(goal)}
      </Text>
    </Group>
  )
}
