import { Button, Group, Menu } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Contact } from '../../api.ts'
import { DataTable } from '../../components/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatNumber } from '../../components/formats.ts'
import {
  DeleteIcon,
  ExportIcon,
  HistoryIcon,
  ImportIcon,
  MergeIcon,
  MoreIcon,
  PlusIcon,
} from '../../components/icons.tsx'
import { ListPage } from '../../components/ListPage.tsx'
import { PrintedFilters, useFilterSentence } from '../../components/PrintedFilters.tsx'
import { sortParam } from '../../components/sort.ts'
import { TextFilter } from '../../components/TextFilter.tsx'
import { useNarrow } from '../../components/use_narrow.ts'
import { useListPages } from '../../components/use_next_page.ts'
import { useMe } from '../../use_me.ts'
import { BulkBar } from '../bulk_changes/BulkBar.tsx'
import { ExportDialog } from '../exports/ExportDialog.tsx'
import { SavedFilterTabs } from '../saved_filters/SavedFilterTabs.tsx'
import { FilterBar } from '../search/FilterBar.tsx'
import type { FilterPart } from '../search/filter_tree.ts'
import { queryOf } from '../search/query.ts'
import { useFilterSentence as useConditionSentence } from '../search/use_filter_sentence.ts'
import { ContactDrawer } from './ContactDrawer.tsx'
import { useColumns } from './columns.tsx'
import { contactsQuery } from './data.ts'
import { type ContactSearch, default_sort, sortOf } from './search_params.ts'

const route = getRouteApi('/contacts')
const typing_ms = 250
export function Contacts() {
  const { t } = useTranslation('contacts')
  const { may } = useMe()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const found = useInfiniteQuery({ ...contactsQuery(search), placeholderData: keepPreviousData, throwOnError: false })
  const [selection, setSelection] = useState<ReadonlySet<number>>(new Set())
  const [exporting, setExporting] = useState<'all' | 'selected'>()
  const choice = useColumns()
  const query = queryOf(search)
  // The filter whose contacts are all selected, also those that are not loaded yet.
  const [selectedQuery, setSelectedQuery] = useState<string>()
  const whole = selection.size > 0 && selectedQuery === JSON.stringify(query)
  const setSelected = useCallback((ids: ReadonlySet<number>) => {
    setSelection(ids)
    setSelectedQuery(undefined)
  }, [])
  const rows = useMemo(() => found.data?.pages.flatMap(({ contacts }) => contacts) ?? [], [found.data])
  const selected = useMemo(() => (whole ? new Set(rows.map(idOf)) : selection), [whole, rows, selection])
  const { total: known_total, total_is_capped } = found.data?.pages[0] ?? {}
  const total = known_total ?? 0
  const shown_total = `${formatNumber(total)}${total_is_capped ? '+' : ''}`
  const tags = useMemo(() => [...new Set(rows.flatMap(row => row.tags.map(({ name }) => name)))].sort(), [rows])

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
  // On a phone a drawer would cover the list: the contact has its own page there.
  const phone = useNarrow()
  const open = (id: number) =>
    phone ? void navigate({ to: '/contacts/$id', params: { id: String(id) }, search: {} }) : set({ open: id })
  const pages = useListPages(found)

  return (
    <ListPage
      title={t('title')}
      actions={
        <>
          <MoreMenu onExport={() => setExporting('all')} />
          {may('contacts:write') && (
            <Button leftSection={<PlusIcon size={16} />} onClick={create}>
              {t('create')}
            </Button>
          )}
        </>
      }
      tabs={<SavedFilterTabs search={search} onChoose={show} />}
      filters={<Filters search={search} tags={tags} onChange={filter} />}
      error={found.error}
      loading={found.isPending}
      count={rows.length}
      filtered={isFiltered(search)}
      onClear={() => show({})}
      empty={<NoContacts onCreate={create} />}
      after={
        <>
          {selected.size > 0 && (
            <BulkBar
              selected={selected}
              whole={whole}
              onWhole={() => setSelectedQuery(JSON.stringify(query))}
              query={query}
              tags={tags}
              onClear={() => setSelected(new Set())}
              onExport={whole => setExporting(whole ? 'all' : 'selected')}
            />
          )}
          <ContactDrawer
            open={search.open}
            tab={search.tab}
            ids={rows.map(idOf)}
            total={total}
            onOpen={open => set({ open })}
            onTab={tab => set({ tab })}
            onClose={() => void navigate({ search: ({ open: _, tab: __, ...now }) => now })}
          />
          <ExportDialog
            opened={exporting !== undefined}
            onClose={() => setExporting(undefined)}
            total={total}
            shown_total={shown_total}
            query={query}
            ids={exporting === 'selected' ? [...selected] : undefined}
          />
        </>
      }
    >
      <DataTable
        label={t('title')}
        two_lines
        columns={choice.columns}
        choice={choice}
        count={t('count', { count: total, shown: shown_total })}
        rows={rows}
        idOf={idOf}
        total={total}
        {...pages}
        onOpen={open}
        hrefOf={pageOf}
        openId={typeof search.open === 'number' ? search.open : undefined}
        sort={sortOf(search)}
        onSort={sort => set(sortParam<string>(default_sort, sort))}
        selected={selected}
        whole={whole}
        onSelect={setSelected}
      />
    </ListPage>
  )
}

const idOf = ({ id }: Contact) => id
const pageOf = (id: number) => `/console/contacts/${id}`

const isFiltered = ({ q, where, query }: ContactSearch) => Boolean(q || where || query)

interface FilterProps {
  search: ContactSearch
  tags: string[]
  onChange: (change: Partial<ContactSearch>) => void
}

function Filters({ search, tags, onChange }: FilterProps) {
  const { t } = useTranslation('contacts')
  const { q, where = [], query } = search
  const inWords = useWordsOfFilter()
  return (
    <>
      <Group p="sm" gap="xs" className="no-print">
        <TextFilter
          key={search.view ?? 0}
          label={t('filter')}
          value={q}
          delay_ms={typing_ms}
          disabled={Boolean(query)}
          onChange={q => onChange({ q })}
        />
        <FilterBar
          where={where}
          q={q}
          whole={Boolean(query)}
          tags={tags}
          onChange={where => onChange({ where: where.length > 0 ? where : undefined })}
          onClear={() => onChange({ query: undefined })}
        />
      </Group>
      <PrintedFilters sentence={query ? t('whole_query') : inWords(q, where)} />
    </>
  )
}

/** The words that are searched for and the conditions, as they are printed. */
function useWordsOfFilter() {
  const { t } = useTranslation('contacts')
  const [sentence, conditions] = [useFilterSentence(), useConditionSentence()]
  return (q: string | undefined, where: FilterPart[]) =>
    [
      sentence([{ label: t('list.words', { ns: 'shell' }), value: q }]),
      where.length > 0 && t('filters.sentence', { sentence: conditions(where) }),
    ]
      .filter(Boolean)
      .join(' ')
}

function MoreMenu({ onExport }: { onExport: () => void }) {
  const { t } = useTranslation('contacts')
  const { may } = useMe()
  if (!may('contacts:write') && !may('contacts:export')) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" aria-label={t('button.more', { ns: 'shell' })} px="sm">
          <MoreIcon size={18} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {may('contacts:write') && (
          <>
            <Menu.Item component={Link} to="/contacts/import" leftSection={<ImportIcon size={16} />}>
              {t('import.title')}
            </Menu.Item>
            <Menu.Item component={Link} to="/contacts/duplicates" leftSection={<MergeIcon size={16} />}>
              {t('duplicates.title')}
            </Menu.Item>
            <Menu.Item component={Link} to="/contacts/bulk_changes" leftSection={<HistoryIcon size={16} />}>
              {t('open_list', { ns: 'bulk_changes' })}
            </Menu.Item>
            <Menu.Item component={Link} to="/contacts/deleted" leftSection={<DeleteIcon size={16} />}>
              {t('deleted.title')}
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
