import i18next from 'i18next'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { language } from '../../translations/index.ts'

/** The texts of audit kinds; an unknown kind is shown as it is. */
export function useAuditKinds() {
  const { t } = useTranslation('audit')
  const kindName = useCallback((kind: string) => t(kind as 'contact.read', { defaultValue: kind }), [t])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts change with the language.
  const names = useMemo(() => {
    const groups: Record<string, Record<string, string>> = i18next.getResourceBundle(language(), 'audit')
    return Object.entries(groups)
      .flatMap(([group, words]) => Object.entries(words).map(([name, label]) => ({ value: `${group}.${name}`, label })))
      .sort((one, other) => one.label.localeCompare(other.label))
  }, [t])
  return { kindName, names }
}
