import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { queries } from '../api.ts'
import { ErrorPage } from '../components/ErrorPage.tsx'
import { UnknownAddress } from '../components/error_kind.ts'
import { openPalette } from './palette/state.ts'

/** The page for an error of a page, inside the layout of the console. */
export function RouteError({ error }: { error: unknown }) {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  // A page that is opened again reads its data again, instead of throwing the stored error.
  useEffect(() => () => queries.removeQueries({ type: 'inactive', predicate: query => query.state.error !== null }), [])
  return (
    <ErrorPage
      error={error}
      onBack={canGoBack ? () => router.history.back() : undefined}
      onHome={() => void router.navigate({ to: '/' })}
      onSearch={openPalette}
    />
  )
}

export const UnknownPage = () => <RouteError error={new UnknownAddress(location.pathname)} />
