import { Badge, Button, Group, Paper, Tabs, Text, TextInput } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '../../components/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { fullName } from '../../components/formats.ts'
import { PlusIcon, SearchIcon } from '../../components/icons.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { matchesWords } from '../../components/text_match.ts'
import { useCreateKey } from '../../components/use_letter_key.ts'
import { useMe } from '../../use_me.ts'
import { teamsQuery } from './data.ts'
import { isShown, type TeamRow, views } from './search_params.ts'
import { TeamDrawer } from './TeamDrawer.tsx'

const route = getRouteApi('/teams')

export function Teams() {
  const { t } = useTranslation('teams')
  const { user, may } = useMe()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data: teams } = useSuspenseQuery(teamsQuery)
  const set = (change: Partial<typeof search>) =>
    void navigate({ search: now => ({ ...now, ...change }), replace: !('open' in change) })
  const create = () => set({ open: 'new' })
  useCreateKey(may('teams:write') ? create : undefined)

  const rows = useMemo(
    () =>
      teams.filter(team => isShown(team, search.view, user.id) && matchesWords(search.q, team.name, team.description)),
    [teams, search.view, search.q, user.id],
  )
  const columns = useMemo<Column<TeamRow>[]>(
    () => [
      { key: 'name', label: t('name'), cell: team => team.name },
      {
        key: 'leaders',
        label: t('leaders'),
        wide: true,
        cell: team => team.leaders.map(fullName).join(', '),
      },
      { key: 'users', label: t('members'), width: 110, figures: true, cell: team => team.users.length },
      { key: 'city', label: t('city'), width: 160, wide: true, cell: team => team.address?.city ?? '' },
      {
        key: 'private',
        label: t('visibility'),
        width: 110,
        cell: team => <Badge color={team.private ? 'gray' : 'moss'}>{t(team.private ? 'private' : 'public')}</Badge>,
      },
    ],
    [t],
  )

  return (
    <>
      <PageHeader title={t('title')}>
        {may('teams:write') && (
          <Button leftSection={<PlusIcon size={16} />} onClick={create}>
            {t('create')}
          </Button>
        )}
      </PageHeader>
      <Paper withBorder>
        <Tabs
          value={search.view ?? 'all'}
          onChange={view => set({ view: view === 'all' ? undefined : (view as 'mine') })}
        >
          <Tabs.List>
            {views.map(view => (
              <Tabs.Tab key={view} value={view}>
                {t(`view.${view}`)}
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
        </Group>
        {rows.length > 0 ? (
          <DataTable
            label={t('title')}
            columns={columns}
            rows={rows}
            idOf={idOf}
            total={rows.length}
            onOpen={id => set({ open: id })}
            openId={typeof search.open === 'number' ? search.open : undefined}
          />
        ) : teams.length > 0 ? (
          <EmptyState title={t('said.no_match', { ns: 'shell' })}>
            <Button variant="default" onClick={() => void navigate({ search: {} })}>
              {t('do.clear', { ns: 'shell' })}
            </Button>
          </EmptyState>
        ) : (
          <EmptyState title={t('none')} why={t('none_why')} />
        )}
      </Paper>
      <TeamDrawer
        open={search.open}
        ids={rows.map(idOf)}
        onOpen={open => set({ open })}
        onClose={() => void navigate({ search: ({ open: _, ...now }) => now })}
      />
    </>
  )
}

const idOf = ({ id }: TeamRow) => id
