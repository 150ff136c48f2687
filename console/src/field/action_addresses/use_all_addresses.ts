import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useListPages } from '../../components/use_next_page.ts'
import { addressesQuery } from '../actions/data.ts'

/** At most this many addresses are loaded for an overview or a print. */
export const addresses_max = 5000

/** The addresses of an action, page by page. `more` says that they are not all. */
export function useAllAddresses(id: number, most = addresses_max) {
  const query = useSuspenseInfiniteQuery(addressesQuery(id))
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const addresses = useMemo(() => data.pages.flatMap(({ addresses }) => addresses), [data])
  const loading = hasNextPage && addresses.length < most
  useEffect(() => {
    if (loading && !isFetchingNextPage) void fetchNextPage()
  }, [loading, isFetchingNextPage, fetchNextPage])
  return { addresses, loading, more: hasNextPage, pages: useListPages(query) }
}
