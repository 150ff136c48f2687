import { Alert, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queries } from '../../api.ts'
import { formatDay } from '../../components/formats.ts'
import { ExportIcon } from '../../components/icons.tsx'
import { PageActions } from '../../components/PageActions.tsx'
import { PageTabs } from '../../components/PageTabs.tsx'
import { type Sort, sortParam } from '../../components/sort.ts'
import { useMe } from '../../use_me.ts'
import { PaymentDrawer } from '../transaction_bundles/PaymentDrawer.tsx'
import { Balances } from './Balances.tsx'
import { DownloadDialog } from './DownloadDialog.tsx'
import { ledgerSettingsQuery } from './data.ts'
import { Entries } from './Entries.tsx'
import { LedgerFilters } from './LedgerFilters.tsx'
import { default_sort, filtersOf, type LedgerSearch, views } from './search_params.ts'
import { useCalendar } from './use_calendar.ts'
import { ValidateDialog } from './ValidateDialog.tsx'

const route = getRouteApi('/payments/ledger')

type Task = { kind: 'download' } | { kind: 'validate'; until?: string }

/** The ledger: the entries of payments, or the balances of their accounts. */
export function Ledger() {
  const { t } = useTranslation('ledger')
  const { may } = useMe()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const calendar = useCalendar()
  const [task, setTask] = useState<Task>()
  const { view = 'entries' } = search
  const filters = filtersOf(search, calendar)
  const set = (change: Partial<LedgerSearch>) =>
    void navigate({ search: now => ({ ...now, ...change }), replace: !('open' in change) })
  const list = {
    search,
    filters,
    actions: (
      <PageActions
        actions={[
          { label: t('back'), look: 'link', to: '/payments', search: { view: 'all' } },
          { label: t('download.start'), Icon: ExportIcon, onClick: () => setTask({ kind: 'download' }) },
          ...(may('finance:settings')
            ? [{ label: t('validate.start'), look: 'main' as const, onClick: () => setTask({ kind: 'validate' }) }]
            : []),
        ]}
      />
    ),
    before: <LedgerState />,
    tabs: (
      <PageTabs
        names={views}
        open={view}
        onOpen={name => set({ view: name === 'entries' ? undefined : name })}
        labelOf={name => t(`view.${name}`)}
      />
    ),
    bar: <LedgerFilters search={search} calendar={calendar} onChange={set} />,
    onClear: () => set({ account: undefined, journal: undefined, state: undefined }),
    onSort: (sort: Sort) => set(sortParam(default_sort, sort)),
  }
  const close = () => setTask(undefined)
  const drawer = (ids: number[]) => (
    <PaymentDrawer
      open={search.open}
      ids={ids}
      onOpen={open => set({ open })}
      onClose={() => set({ open: undefined })}
    />
  )
  return (
    <>
      {view === 'entries' ? (
        <Entries {...list} onOpen={open => set({ open })} drawer={drawer} />
      ) : (
        <>
          <Balances {...list} onAccount={account => set({ view: undefined, account })} />
          {drawer([])}
        </>
      )}
      <ValidateDialog
        opened={task?.kind === 'validate'}
        until={task?.kind === 'validate' ? task.until : undefined}
        onClose={close}
      />
      <DownloadDialog
        opened={task?.kind === 'download'}
        filters={filters}
        onValidate={until => setTask({ kind: 'validate', until })}
        onClose={close}
      />
    </>
  )
}

/** Until which day the ledger is validated, and whether payments are still being posted. */
function LedgerState() {
  const { t } = useTranslation('ledger')
  const { posted, validated_until } = useSuspenseQuery(ledgerSettingsQuery).data.settings
  const wasPosted = useRef(posted)
  useEffect(() => {
    if (posted && !wasPosted.current) void queries.invalidateQueries({ queryKey: ['ledger'] })
    wasPosted.current = posted
  }, [posted])
  return (
    <>
      {!posted && (
        <Alert mb="sm" role="status">
          {t('posting')}
        </Alert>
      )}
      <Text size="sm" c="dimmed" mb="sm">
        {validated_until === null ? t('none_validated') : t('validated_until', { day: formatDay(validated_until) })}
      </Text>
    </>
  )
}
