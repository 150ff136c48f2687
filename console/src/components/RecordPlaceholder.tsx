import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isNotFound } from '../api.ts'
import { EmptyState } from './EmptyState.tsx'
import { Loading } from './Loading.tsx'

/** Shown in place of a record: that it is loading, that it was not found, or why it could not be read. */
export function RecordPlaceholder({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const { t } = useTranslation()
  if (isNotFound(error)) return <EmptyState title={t('message.not_found')} />
  if (!error) return <Loading />
  return (
    <div role="alert">
      <EmptyState title={t('message.unknown')} why={error instanceof Error ? error.message : String(error)}>
        <Button onClick={() => void onRetry()}>{t('button.retry')}</Button>
      </EmptyState>
    </div>
  )
}
