import { useCallback } from 'react'

interface PagedQuery {
  hasNextPage: boolean
  isFetching: boolean
  fetchNextPage: () => Promise<unknown>
}

/** Loads the next page of a list, unless a page is being loaded or none is left. */
export function useNextPage({ hasNextPage, isFetching, fetchNextPage }: PagedQuery) {
  return useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])
}
