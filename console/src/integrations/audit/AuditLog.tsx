import { Select } from '@mantine/core'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '../../api.ts'
import { type Column, DataTable } from '../../components/DataTable.tsx'
import { formatDateTime, fullName } from '../../components/formats.ts'
import { SearchIcon } from '../../components/icons.tsx'
import { ListPage } from '../../components/ListPage.tsx'
import { useNextPage } from '../../components/use_next_page.ts'
import { auditQuery } from '../data.ts'
import { useAuditKinds } from './use_audit_kinds.ts'

const route = getRouteApi('/settings/audit')
const idOf = ({ id }: AuditEntry) => id

/** The audit log of the space, newest first. */
export function AuditLog() {
  const { t } = useTranslation('settings')
  const { kind } = route.useSearch()
  const navigate = route.useNavigate()
  const query = useSuspenseInfiniteQuery(auditQuery(kind))
  const rows = useMemo(() => query.data.pages.flatMap(page => page.data), [query.data])
  const more = useNextPage(query)
  const { names, kindName } = useAuditKinds()
  const columns = useMemo<Column<AuditEntry>[]>(
    () => [
      { key: 'when', label: t('when'), width: 190, cell: ({ created_at }) => formatDateTime(created_at) },
      { key: 'who', label: t('who'), width: 180, cell: ({ user }) => (user ? fullName(user) : '') },
      { key: 'kind', label: t('what'), width: 290, cell: entry => kindName(entry.kind) },
      {
        key: 'subject',
        label: t('about'),
        cell: ({ subject, subject_id }) => (subject_id === null ? subject : `${subject} ${subject_id}`),
      },
      { key: 'request', label: t('request'), wide: true, cell: ({ request }) => request },
    ],
    [t, kindName],
  )
  return (
    <ListPage
      title={t('section.audit')}
      filters={
        <Select
          p="sm"
          maw={420}
          aria-label={t('filter_audit')}
          placeholder={t('filter_audit')}
          leftSection={<SearchIcon size={16} />}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('do.clear', { ns: 'shell' }) }}
          data={names}
          value={kind ?? null}
          onChange={value => void navigate({ search: { kind: value ?? undefined }, replace: true })}
        />
      }
      count={rows.length}
      filtered
      empty={null}
    >
      <DataTable
        label={t('section.audit')}
        columns={columns}
        rows={rows}
        idOf={idOf}
        total={rows.length}
        onEnd={more}
      />
    </ListPage>
  )
}
