import { Alert, Button, Group, Menu, Paper, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Contact } from '../../api.ts'
import { ColumnMenu } from '../../components/ColumnMenu.tsx'
import { DataTable } from '../../components/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatNumber } from '../../components/formats.ts'
import { ExportIcon, ImportIcon, MoreIcon, PlusIcon, SearchIcon } from '../../components/icons.tsx'
import { Loading } from '../../components/Loading.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useCreateKey } from '../../components/use_letter_key.ts'
import { useMe } from '../../use_me.ts'
import { ExportDialog } from '../exports/ExportDialog.tsx'
import { SavedFilterTabs } from '../saved_filters/SavedFilterTabs.tsx'
import { FilterBar } from '../search/FilterBar.tsx'
import { queryOf } from '../search/query.ts'
import { BulkBar } from './BulkBar.tsx'
import { ContactDrawer } from './ContactDrawer.tsx'
import { useColumns } from './columns.tsx'
import { contactsQuery } from './data.ts'
import { type ContactSearch, sortOf, sortText, usual_sort } from './search_params.ts'

const route = getRouteApi('/contacts')
const typing_ms = 250

export function Contacts() {
  const { t } = useTranslation('contacts')
  const { may } = useMe()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const found = useInfiniteQuery({ ...contactsQuery(search), placeholderData: keepPreviousData, throwOnError: false })
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [exporting, setExporting] = useState<'all' | 'selected'>()
  const { all, columns, shown, choose } = useColumns()
  const rows = useMemo(() => found.data?.pages.flatMap(({ contacts }) => contacts) ?? [], [found.data])
  const total = found.data?.pages[0]?.total ?? 0
  const tags = useMemo(() => [...new Set(rows.flatMap(row => row.tags.map(({ name }) => name)))].sort(), [rows])
  const filtered = Boolean(search.q || search.where || search.query)

  const set = (change: Partial<ContactSearch>) =>
    void navigate({ search: now => ({ ...now, ...change }), replace: !('open' in change) })
  const filter = (change: Partial<ContactSearch>) => {
    setSelected(new Set())
    set(change)
  }
  const show = (next: ContactSearch) => {
    setSelected(new Set())
    void navigate({ search: next })
  }
  const create = () => set({ open: 'new' })
  useCreateKey(may('contacts:write') ? create : undefined)
  const onEnd = useCallback(() => {
    if (found.hasNextPage && !found.isFetching) void found.fetchNextPage()
  }, [found.hasNextPage, found.isFetching, found.fetchNextPage])

  return (
    <>
      <PageHeader title={t('title')}>
        <MoreMenu onExport={() => setExporting('all')} />
        {may('contacts:write') && (
          <Button leftSection={<PlusIcon size={16} />} onClick={create}>
            {t('create')}
          </Button>
        )}
      </PageHeader>
      <Paper withBorder>
        <SavedFilterTabs search={search} onChoose={show} />
        <Group p="sm" gap="xs">
          <WordFilter
            key={search.view ?? 0}
            q={search.q}
            disabled={Boolean(search.query)}
            onChange={q => filter({ q })}
          />
          <FilterBar
            where={search.where ?? []}
            whole={Boolean(search.query)}
            tags={tags}
            onChange={where => filter({ where: where.length > 0 ? where : undefined })}
            onClear={() => filter({ query: undefined })}
          />
          <Group gap="xs" ml="auto" wrap="nowrap">
            <Text size="sm" c="dimmed" aria-live="polite">
              {found.data && t('count', { count: total, shown: formatNumber(total) })}
            </Text>
            <ColumnMenu all={all} shown={shown} onChoose={choose} />
          </Group>
        </Group>
        {found.error ? (
          <Alert color="orange" m="sm" title={found.error.message} role="alert">
            <Button variant="default" size="xs" onClick={() => show({})}>
              {t('do.clear', { ns: 'shell' })}
            </Button>
          </Alert>
        ) : found.isPending ? (
          <Loading />
        ) : rows.length > 0 ? (
          <DataTable
            label={t('title')}
            columns={columns}
            rows={rows}
            idOf={idOf}
            total={total}
            onEnd={onEnd}
            onOpen={id => set({ open: id })}
            openId={typeof search.open === 'number' ? search.open : undefined}
            sort={sortOf(search)}
            onSort={sort => set({ sort: sortText(sort) === usual_sort ? undefined : sortText(sort) })}
            selected={selected}
            onSelect={setSelected}
            height="calc(100dvh - 290px)"
          />
        ) : filtered ? (
          <EmptyState title={t('said.no_match', { ns: 'shell' })}>
            <Button variant="default" onClick={() => show({})}>
              {t('do.clear', { ns: 'shell' })}
            </Button>
          </EmptyState>
        ) : (
          <NoContacts onCreate={create} />
        )}
      </Paper>
      {selected.size > 0 && (
        <BulkBar
          selected={selected}
          total={total}
          query={queryOf(search)}
          tags={tags}
          onSelect={setSelected}
          onExport={() => setExporting('selected')}
        />
      )}
      <ContactDrawer
        open={search.open}
        tab={search.tab}
        ids={rows.map(idOf)}
        onOpen={open => set({ open })}
        onTab={tab => set({ tab })}
        onClose={() => void navigate({ search: ({ open: _, tab: __, ...now }) => now })}
      />
      <ExportDialog
        opened={exporting !== undefined}
        onClose={() => setExporting(undefined)}
        total={total}
        query={queryOf(search)}
        ids={exporting === 'selected' ? [...selected] : undefined}
      />
    </>
  )
}

const idOf = ({ id }: Contact) => id

interface WordProps {
  q: string | undefined
  disabled: boolean
  onChange: (q: string | undefined) => void
}

function WordFilter({ q, disabled, onChange }: WordProps) {
  const { t } = useTranslation('contacts')
  const ask = useDebouncedCallback((text: string) => onChange(text.trim() || undefined), typing_ms)
  return (
    <TextInput
      aria-label={t('filter')}
      placeholder={t('filter')}
      leftSection={<SearchIcon size={16} />}
      defaultValue={q ?? ''}
      disabled={disabled}
      maxLength={200}
      onChange={event => ask(event.currentTarget.value)}
      w={{ base: '100%', xs: 280 }}
    />
  )
}

function MoreMenu({ onExport }: { onExport: () => void }) {
  const { t } = useTranslation('contacts')
  const { may } = useMe()
  if (!may('contacts:write') && !may('contacts:export')) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" aria-label={t('do.more', { ns: 'shell' })} px="sm">
          <MoreIcon size={18} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {may('contacts:write') && (
          <>
            <Menu.Item component={Link} to="/contacts/import" leftSection={<ImportIcon size={16} />}>
              {t('import.title')}
            </Menu.Item>
            <Menu.Item component={Link} to="/contacts/duplicates">
              {t('duplicates.title')}
            </Menu.Item>
          </>
        )}
        {may('contacts:export') && (
          <Menu.Item leftSection={<ExportIcon size={16} />} onClick={onExport}>
            {t('export.open')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function NoContacts({ onCreate }: { onCreate: () => void }) {
  const { t } = useTranslation('contacts')
  const { may } = useMe()
  return (
    <EmptyState title={t('none')} why={t('none_why')}>
      {may('contacts:write') && (
        <Group>
          <Button component={Link} to="/contacts/import" leftSection={<ImportIcon size={16} />}>
            {t('import.title')}
          </Button>
          <Button variant="default" onClick={onCreate}>
            {t('create')}
          </Button>
        </Group>
      )}
    </EmptyState>
  )
}
