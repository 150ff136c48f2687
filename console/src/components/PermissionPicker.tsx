import { Checkbox, SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { settings } from '../translations/en/settings.ts'
import { useMe } from '../use_me.ts'

export type Permission = keyof (typeof settings)['permission']

/** Chooses among the permissions of the signed-in user, who cannot give more than they have. */
export function PermissionPicker({
  label,
  value,
  error,
  onChange,
}: {
  label: string
  value: Permission[]
  error?: string | undefined
  onChange: (value: Permission[]) => void
}) {
  const { t } = useTranslation('settings')
  const { permissions } = useMe()
  return (
    <Checkbox.Group label={label} value={value} error={error} onChange={value => onChange(value as Permission[])}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" mt="xs">
        {(permissions as Permission[]).map(word => (
          <Checkbox key={word} value={word} label={t(`permission.${word}`)} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  )
}
