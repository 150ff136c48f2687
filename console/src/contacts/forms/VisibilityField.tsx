import { Input, MultiSelect, Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Form } from '../../api.ts'
import { useRoleName } from '../../components/use_role_name.ts'
import { rolesQuery, teamsQuery } from './data.ts'

interface Props {
  value: Form['visible_to']
  error: ReactNode
  onChange: (value: Form['visible_to']) => void
}

/** Who sees the form and its answers. */
export function VisibilityField({ value, error, onChange }: Props) {
  const { t } = useTranslation('forms')
  const roleName = useRoleName()
  const { data: roles = [] } = useQuery({ ...rolesQuery, enabled: value !== null })
  const { data: teams = [] } = useQuery({ ...teamsQuery, enabled: value !== null })
  return (
    <Stack gap="xs">
      <Radio.Group
        label={t('visible_to')}
        description={t('visible_how')}
        value={value ? 'some' : 'all'}
        onChange={who => onChange(who === 'some' ? { role_ids: [], team_ids: [] } : null)}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="all" label={t('visible_all')} />
          <Radio value="some" label={t('visible_some')} />
        </Stack>
      </Radio.Group>
      {value && (
        <>
          <MultiSelect
            label={t('visible_roles')}
            data={roles.map(role => ({ value: String(role.id), label: roleName(role) }))}
            value={value.role_ids.map(String)}
            searchable
            onChange={ids => onChange({ ...value, role_ids: ids.map(Number) })}
          />
          <MultiSelect
            label={t('visible_teams')}
            data={teams.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={value.team_ids.map(String)}
            searchable
            onChange={ids => onChange({ ...value, team_ids: ids.map(Number) })}
          />
        </>
      )}
      {error && <Input.Error>{error}</Input.Error>}
    </Stack>
  )
}
