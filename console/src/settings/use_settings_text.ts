import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { TextKey } from './sections.ts'

/** Texts by key: those of sections and fields are in several namespaces. */
export function useSettingsText() {
  const { t } = useTranslation('settings')
  // The keys come from the list of sections; a test finds each of them in every language.
  const textOf = useCallback(({ key, ns }: TextKey) => t(key as 'title', { ns: ns as 'settings' }), [t])
  return { textOf, title: t('title') }
}
