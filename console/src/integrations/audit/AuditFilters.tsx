import { Group, Select, TextInput } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../components/formats.ts'
import { usersQuery } from '../../organisation/data.ts'
import type { AuditSearch } from './search_params.ts'
import { useAuditKinds } from './use_audit_kinds.ts'

interface Props {
  search: AuditSearch
  onChange: (change: Partial<AuditSearch>) => void
}

/** On a phone, two filters share a line. */
const widthOf = (xs: number) => ({ w: { xs }, flex: { base: '1 1 40%', xs: '0 0 auto' } })

export function AuditFilters({ search, onChange }: Props) {
  const { t } = useTranslation('settings')
  const { names } = useAuditKinds()
  const { data: users } = useSuspenseQuery(usersQuery)
  const clear = { clearable: true, clearButtonProps: { 'aria-label': t('button.clear', { ns: 'shell' }) } }
  return (
    <Group p="sm" gap="xs" align="flex-end">
      <Select
        id="audit_kind"
        label={t('audit_kind')}
        placeholder={t('audit_any_kind')}
        searchable
        {...clear}
        {...widthOf(240)}
        data={names}
        value={search.kind ?? null}
        onChange={kind => onChange({ kind: kind ?? undefined })}
      />
      <Select
        id="audit_person"
        label={t('audit_person')}
        placeholder={t('audit_anyone')}
        searchable
        {...clear}
        {...widthOf(190)}
        data={users.map(user => ({ value: String(user.id), label: fullName(user) }))}
        value={search.user === undefined ? null : String(search.user)}
        onChange={id => onChange({ user: id === null ? undefined : Number(id) })}
      />
      {(['from', 'to'] as const).map(name => (
        <TextInput
          key={name}
          type="date"
          label={t(`audit_${name}`)}
          {...widthOf(140)}
          value={search[name] ?? ''}
          onChange={event => onChange({ [name]: event.currentTarget.value || undefined })}
        />
      ))}
    </Group>
  )
}
