import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { region } from '../translations/index.ts'
import { groupsWith, isWhole, sensitive } from './permission_groups.ts'

/** A sentence about the chosen permissions: "6 permissions: everything in Money, some of Contacts. 1 sensitive." */
export function usePermissionSummary() {
  const { t } = useTranslation('permissions')
  return useCallback(
    (chosen: readonly string[]) => {
      if (chosen.length === 0) return t('none')
      const groups = groupsWith(chosen)
      const named = (whole: boolean) =>
        new Intl.ListFormat(region()).format(
          groups.filter(({ name }) => isWhole(name, chosen) === whole).map(({ name }) => t(`group.${name}`)),
        )
      const parts = [
        named(true) && t('whole', { groups: named(true) }),
        named(false) && t('part', { groups: named(false) }),
      ]
      const risky = chosen.filter(word => sensitive.includes(word)).length
      return [
        t('sentence', { number: t('chosen', { count: chosen.length }), groups: parts.filter(Boolean).join(', ') }),
        risky > 0 && t('sensitive_count', { count: risky }),
      ]
        .filter(Boolean)
        .join(' ')
    },
    [t],
  )
}
