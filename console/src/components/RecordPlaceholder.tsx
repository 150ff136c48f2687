import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EmptyState } from './EmptyState.tsx'
import { kindOf } from './error_kind.ts'
import { errorText } from './error_text.ts'
import { RecordPageSkeleton, RecordSkeleton } from './Loading.tsx'

interface Props {
  error: unknown
  onRetry: () => unknown
  /** The record has a page of its own: that it was not found is then the page for errors. */
  isPage?: boolean
}

/** Shown in place of a record: that it is loading, that it was not found, or why it could not be read. */
export function RecordPlaceholder({ error, onRetry, isPage = false }: Props) {
  const { t } = useTranslation('errors')
  if (!error) return isPage ? <RecordPageSkeleton /> : <RecordSkeleton />
  if (kindOf(error) === 'not_found') {
    // The boundary of the route shows it.
    if (isPage) throw error
    return <EmptyState title={t('title.not_found')} why={t('why.not_found')} />
  }
  return (
    <div role="alert">
      <EmptyState title={t('title.unknown')} why={errorText(error)}>
        <Button onClick={() => void onRetry()}>{t('button.retry', { ns: 'shell' })}</Button>
      </EmptyState>
    </div>
  )
}
