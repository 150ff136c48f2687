import { Badge, Button, Group } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../components/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatNumber, fullName } from '../../components/formats.ts'
import { PlusIcon } from '../../components/icons.tsx'
import { ListPage } from '../../components/ListPage.tsx'
import { PageTabs } from '../../components/PageTabs.tsx'
import { PrintedFilters, useFilterSentence } from '../../components/PrintedFilters.tsx'
import { TextFilter } from '../../components/TextFilter.tsx'
import type { Column } from '../../components/table_types.ts'
import { matchesWords } from '../../components/text_match.ts'
import { useListTable } from '../../components/use_list_table.ts'
import { useNarrow } from '../../components/use_narrow.ts'
import { useMe } from '../../use_me.ts'
import { teamsQuery } from './data.ts'
import { isShown, peopleOf, type TeamRow, views } from './search_params.ts'
import { TeamDrawer } from './TeamDrawer.tsx'
import { hidesMembers } from './team_access.ts'

const route = getRouteApi('/teams')

export function Teams() {
  const { t } = useTranslation('teams')
  const inWords = useFilterSentence()
  const { user, may } = useMe()
  const narrow = useNarrow()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data: teams } = useSuspenseQuery(teamsQuery)
  const set = (change: Partial<typeof search>) =>
    void navigate({ search: now => ({ ...now, ...change }), replace: !('open' in change) })
  const create = () => set({ open: 'new' })

  const matching = useMemo(
    () =>
      teams.filter(team => isShown(team, search.view, user.id) && matchesWords(search.q, team.name, team.description)),
    [teams, search.view, search.q, user.id],
  )
  const columns = useMemo<Column<TeamRow>[]>(
    () => [
      {
        key: 'name',
        label: t('name'),
        sortValue: team => team.name,
        cell: team => (
          <>
            {team.name}
            {narrow && team.leaders.length > 0 && (
              <span className="second-line">{team.leaders.map(fullName).join(', ')}</span>
            )}
          </>
        ),
      },
      {
        key: 'leaders',
        label: t('leaders'),
        wide: true,
        sortValue: team => team.leaders.map(fullName).join(', '),
        cell: team => team.leaders.map(fullName).join(', '),
      },
      {
        key: 'users',
        label: t('members'),
        width: 110,
        figures: true,
        sortValue: team => (hidesMembers(team, { user, may }) ? -1 : peopleOf(team).length),
        cell: team => (hidesMembers(team, { user, may }) ? t('hidden') : formatNumber(peopleOf(team).length)),
      },
      {
        key: 'city',
        label: t('city'),
        width: 160,
        wide: true,
        sortValue: team => team.address?.city ?? '',
        cell: team => team.address?.city ?? '',
      },
      {
        key: 'private',
        label: t('visibility'),
        width: 110,
        wide: true,
        cell: team => <Badge color={team.private ? 'gray' : 'moss'}>{t(team.private ? 'private' : 'public')}</Badge>,
      },
    ],
    [t, user, may, narrow],
  )

  const { rows, ...table } = useListTable({ name: 'teams', columns, rows: matching, complete: true })
  return (
    <ListPage
      title={t('title')}
      actions={
        may('teams:write') && (
          <Button leftSection={<PlusIcon size={16} />} onClick={create}>
            {t('create')}
          </Button>
        )
      }
      tabs={
        <PageTabs
          names={views}
          open={search.view ?? 'all'}
          onOpen={view => set({ view: view === 'all' ? undefined : view })}
          labelOf={view => t(`view.${view}`)}
        />
      }
      filters={
        <>
          <Group p="sm" className="no-print">
            <TextFilter label={t('filter')} value={search.q} onChange={q => set({ q })} />
          </Group>
          <PrintedFilters sentence={inWords([{ label: t('list.words', { ns: 'shell' }), value: search.q }])} />
        </>
      }
      count={rows.length}
      filtered={teams.length > 0}
      onClear={() => void navigate({ search: {} })}
      empty={
        <EmptyState title={t('none')} why={t('none_why')}>
          {may('teams:write') && <Button onClick={create}>{t('create')}</Button>}
        </EmptyState>
      }
      after={
        <TeamDrawer
          open={search.open}
          ids={rows.map(idOf)}
          onOpen={open => set({ open })}
          onClose={() => void navigate({ search: ({ open: _, ...now }) => now })}
        />
      }
    >
      <DataTable
        label={t('title')}
        two_lines
        {...table}
        rows={rows}
        count={t('count', { count: rows.length })}
        idOf={idOf}
        total={rows.length}
        onOpen={id => set({ open: id })}
        openId={typeof search.open === 'number' ? search.open : undefined}
      />
    </ListPage>
  )
}

const idOf = ({ id }: TeamRow) => id
