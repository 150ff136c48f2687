import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

const everywhere = ['superadmin', 'admin', 'manager', 'user'] as const

/** The name of a role: translated for built-in roles, as it was named for others. */
export function useRoleName() {
  const { t } = useTranslation()
  return useCallback(
    ({ name }: { name: string }) => {
      const known = everywhere.find(one => one === name)
      return known ? t(`role_names.${known}`) : name
    },
    [t],
  )
}
