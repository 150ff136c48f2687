import i18next from 'i18next'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { language } from '../../translations/index.ts'

/** What the audit log calls things, in words; a kind that we have no words for stands as it is. */
export function useAuditKinds() {
  const { t } = useTranslation('audit')
  const kindName = useCallback((kind: string) => t(kind as 'contact.read', { defaultValue: kind }), [t])
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the language the words change.
  const names = useMemo(() => {
    const groups: Record<string, Record<string, string>> = i18next.getResourceBundle(language(), 'audit')
    return Object.entries(groups)
      .flatMap(([group, words]) => Object.entries(words).map(([name, label]) => ({ value: `${group}.${name}`, label })))
      .sort((one, other) => one.label.localeCompare(other.label))
  }, [t])
  return { kindName, names }
}
