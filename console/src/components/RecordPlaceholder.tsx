import { useTranslation } from 'react-i18next'
import { isNotFound } from '../api.ts'
import { EmptyState } from './EmptyState.tsx'
import { Loading } from './Loading.tsx'

/** Shown in place of a record: that it is loading, or that it was not found. */
export function RecordPlaceholder({ error }: { error: unknown }) {
  const { t } = useTranslation()
  return isNotFound(error) ? <EmptyState title={t('message.not_found')} /> : <Loading />
}
