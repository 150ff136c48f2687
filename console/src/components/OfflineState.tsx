import { Button } from '@mantine/core'
import { onlineManager } from '@tanstack/react-query'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { queries } from '../api.ts'
import { EmptyState } from './EmptyState.tsx'

const cache = queries.getQueryCache()
const subscribe = (onChange: () => void) => cache.subscribe(onChange)
/** A query without data that waits for a connection. */
const isWaiting = () =>
  cache.findAll({ fetchStatus: 'paused', predicate: ({ state }) => state.data === undefined }).length > 0

/** A placeholder while something is loaded; offline, that it was not loaded before. */
export function UnlessOffline({ children }: { children: ReactNode }) {
  const { t } = useTranslation('errors')
  if (!useSyncExternalStore(subscribe, isWaiting)) return children
  return (
    <div role="alert">
      <EmptyState title={t('title.not_loaded')} why={t('why.not_loaded')}>
        <Button onClick={tryAgain}>{t('button.retry', { ns: 'shell' })}</Button>
      </EmptyState>
    </div>
  )
}

/** Sends the waiting requests, also if the browser says that it is offline. */
function tryAgain() {
  onlineManager.setOnline(true)
  onlineManager.setOnline(navigator.onLine)
}
