import { useCallback, useMemo } from 'react'

interface PagedQuery {
  hasNextPage: boolean
  isFetching: boolean
  fetchNextPage: (options?: { cancelRefetch: boolean }) => Promise<{ hasNextPage: boolean; isError: boolean }>
}

/** What a list needs to read more rows. */
export interface ListPages {
  /** Whether rows are missing. */
  isPartial: boolean
  /** Reads the next page. */
  onEnd: () => void
  /** Reads all pages that are missing. Ends early if they cannot be read, are too many, or are not wanted any more. */
  readRest: (signal: AbortSignal) => Promise<void>
}

const pages_max = 50

/** Loads the next page of a list, unless a page is being loaded or none is left. */
export function useNextPage({ hasNextPage, isFetching, fetchNextPage }: PagedQuery) {
  return useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])
}

export function useListPages(query: PagedQuery): ListPages {
  const { hasNextPage: isPartial, fetchNextPage } = query
  const onEnd = useNextPage(query)
  return useMemo(
    () => ({
      isPartial,
      onEnd,
      readRest: async signal => {
        for (let page = 0; page < pages_max; page++) {
          // A page that is being loaded is waited for.
          const { hasNextPage, isError } = await fetchNextPage({ cancelRefetch: false })
          if (isError || signal.aborted || !hasNextPage) return
        }
      },
    }),
    [isPartial, onEnd, fetchNextPage],
  )
}
