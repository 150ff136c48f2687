import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

const everywhere = ['superadmin', 'admin', 'manager', 'user'] as const

/** What a role is called: those that every space has in the language of the reader, one's own as they were named. */
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
