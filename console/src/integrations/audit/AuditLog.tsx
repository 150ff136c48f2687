import { Button } from '@mantine/core'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '../../api.ts'
import { DataTable } from '../../components/DataTable.tsx'
import { formatExactTime, fullName } from '../../components/formats.ts'
import { ListPage } from '../../components/ListPage.tsx'
import { RecordDrawer } from '../../components/RecordDrawer.tsx'
import type { Column } from '../../components/table_types.ts'
import { useListTable } from '../../components/use_list_table.ts'
import { useNarrow } from '../../components/use_narrow.ts'
import { useListPages } from '../../components/use_next_page.ts'
import { auditQuery, downloadAudit } from '../data.ts'
import { AuditCards } from './AuditCards.tsx'
import { AuditDetails } from './AuditDetails.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { filtersOf } from './search_params.ts'
import { useAuditKinds } from './use_audit_kinds.ts'

const route = getRouteApi('/settings/audit')
const idOf = ({ id }: AuditEntry) => id
/** What a space has one of: its number says nothing. */
const only_one = new Set(['space', 'ledger', 'transaction_settings', 'payment_checks', 'audit'])

/** The audit log of the space, newest first. */
export function AuditLog() {
  const { t } = useTranslation('settings')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const filters = filtersOf(search)
  const query = useSuspenseInfiniteQuery(auditQuery(filters))
  const rows = useMemo(() => query.data.pages.flatMap(page => page.data), [query.data])
  const pages = useListPages(query)
  const { kindName } = useAuditKinds()
  const narrow = useNarrow()
  // The name where there is one, otherwise what kind of record it is, with its number.
  const subjectName = useCallback(
    ({ subject, subject_id, subject_name }: AuditEntry) =>
      subject_name ||
      [t(`audit_subject.${subject as 'contact'}`, { defaultValue: subject }), !only_one.has(subject) && subject_id]
        .filter(Boolean)
        .join(' '),
    [t],
  )
  const columns = useMemo<Column<AuditEntry>[]>(
    () => [
      { key: 'when', label: t('when'), width: 210, cell: ({ created_at }) => formatExactTime(created_at) },
      { key: 'who', label: t('who'), width: 160, cell: ({ user }) => (user ? fullName(user) : '') },
      { key: 'kind', label: t('what'), width: 250, cell: entry => kindName(entry.kind) },
      {
        key: 'subject',
        label: t('about'),
        cell: subjectName,
      },
      { key: 'request', label: t('request'), wide: true, optional: true, cell: ({ request }) => request },
    ],
    [t, kindName, subjectName],
  )
  const [openId, setOpenId] = useState<number>()
  const open = rows.find(({ id }) => id === openId)
  const { rows: shown, ...table } = useListTable({ name: 'audit', columns, rows, complete: false })
  return (
    <ListPage
      title={t('section.audit')}
      actions={
        <Button variant="default" onClick={() => void downloadAudit(filters)}>
          {t('audit_download')}
        </Button>
      }
      filters={
        <AuditFilters
          search={search}
          onChange={change => void navigate({ search: { ...search, ...change }, replace: true })}
        />
      }
      count={rows.length}
      filtered
      empty={null}
      after={
        <RecordDrawer
          title={t('audit_entry')}
          opened={open !== undefined}
          onClose={() => setOpenId(undefined)}
          recordId={openId}
        >
          {open && <AuditDetails entry={open} what={kindName(open.kind)} about={subjectName(open)} />}
        </RecordDrawer>
      }
    >
      {narrow ? (
        <AuditCards
          label={t('section.audit')}
          entries={rows}
          kindName={kindName}
          subjectName={subjectName}
          onOpen={setOpenId}
          onMore={query.hasNextPage ? pages.onEnd : undefined}
        />
      ) : (
        <DataTable
          label={t('section.audit')}
          {...table}
          rows={shown}
          idOf={idOf}
          total={query.hasNextPage ? undefined : rows.length}
          {...pages}
          onOpen={setOpenId}
          openId={openId}
        />
      )}
    </ListPage>
  )
}
