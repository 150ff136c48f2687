import { Alert, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from './EmptyState.tsx'
import { errorText } from './error_text.ts'
import { ListSkeleton } from './Loading.tsx'

export interface ListContentProps {
  /** How many rows are shown. */
  count: number
  loading?: boolean
  error?: Error | null
  /** Whether filters hide rows; without rows, the page then offers to clear them. */
  filtered?: boolean
  onClear?: () => void
  /** Shown while the list has no rows at all. */
  empty: ReactNode
  children: ReactNode
}

/** A list, or in its place what keeps it from being shown. */
export function ListContent({ count, loading, error, filtered, onClear, empty, children }: ListContentProps) {
  const { t } = useTranslation()
  const clear = onClear && (
    <Button variant="default" onClick={onClear}>
      {t('button.clear')}
    </Button>
  )
  if (error)
    return (
      <Alert color="orange" m="sm" title={errorText(error)} role="alert">
        {clear}
      </Alert>
    )
  if (loading) return <ListSkeleton />
  if (count > 0) return children
  if (filtered) return <EmptyState title={t('message.no_match')}>{clear}</EmptyState>
  return empty
}
