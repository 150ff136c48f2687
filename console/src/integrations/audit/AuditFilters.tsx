import { Select } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDay, fullName } from '../../components/formats.ts'
import { DayFilters, ListFilters, useFilterFields } from '../../components/ListFilters.tsx'
import { useNarrow } from '../../components/use_narrow.ts'
import { usersQuery } from '../../organisation/data.ts'
import type { AuditSearch } from './search_params.ts'
import { useAuditKinds } from './use_audit_kinds.ts'

interface Props {
  search: AuditSearch
  onChange: (change: Partial<AuditSearch>) => void
}

/** The choice that leaves out reads, beside the kinds of entries. */
const changes_only = 'changes_only'

export function AuditFilters({ search, onChange }: Props) {
  const { t } = useTranslation('settings')
  const { names } = useAuditKinds()
  const { data: users } = useSuspenseQuery(usersQuery)
  const kinds = [{ value: changes_only, label: t('audit_changes') }, ...names]
  const chosen = search.changes ? changes_only : (search.kind ?? null)
  const narrow = useNarrow()
  const { choice } = useFilterFields()
  const person = users.find(({ id }) => id === search.user)
  return (
    <ListFilters
      first={
        <Select
          id="audit_kind"
          {...choice(t('audit_kind'), 220)}
          {...(narrow && { label: undefined, 'aria-label': t('audit_kind'), placeholder: t('audit_kind') })}
          searchable
          data={kinds}
          value={chosen}
          onChange={kind =>
            onChange(
              kind === changes_only
                ? { kind: undefined, changes: true }
                : { kind: kind ?? undefined, changes: undefined },
            )
          }
        />
      }
      first_applied={{ label: t('audit_kind'), value: kinds.find(({ value }) => value === chosen)?.label }}
      applied={[
        { label: t('audit_person'), value: person && fullName(person) },
        { label: t('list.from', { ns: 'shell' }), value: formatDay(search.from) || undefined },
        { label: t('list.to', { ns: 'shell' }), value: formatDay(search.to) || undefined },
      ]}
      onClear={() => onChange({ kind: undefined, user: undefined, changes: undefined, from: undefined, to: undefined })}
    >
      <Select
        id="audit_person"
        {...choice(t('audit_person'), 160)}
        searchable
        nothingFoundMessage={t('list.nobody_matches', { ns: 'shell' })}
        data={users.map(user => ({ value: String(user.id), label: fullName(user) }))}
        value={search.user === undefined ? null : String(search.user)}
        onChange={id => onChange({ user: id === null ? undefined : Number(id) })}
      />
      <DayFilters from={search.from} to={search.to} onChange={onChange} />
    </ListFilters>
  )
}
