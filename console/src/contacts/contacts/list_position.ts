import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { contactsQuery } from './data.ts'
import { type ContactSearch, parseContactSearch } from './search_params.ts'

const list_key = 'muster.contact_list'

/** Remembers the list that contacts are opened from, until the browser tab is closed. */
export const rememberList = ({ open: _, tab: __, ...search }: ContactSearch) =>
  sessionStorage.setItem(list_key, JSON.stringify(search))

function rememberedList(): ContactSearch | undefined {
  const stored = sessionStorage.getItem(list_key)
  if (!stored) return undefined
  try {
    return parseContactSearch(JSON.parse(stored))
  } catch {
    return undefined
  }
}

/** The place of a contact in the list that it was opened from, and its neighbours. Undefined if it is not in that list. */
export function useListPosition(id: number) {
  const search = rememberedList()
  const { data, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    ...contactsQuery(search ?? {}),
    enabled: search !== undefined,
    throwOnError: false,
    staleTime: 60_000,
  })
  const ids = data?.pages.flatMap(({ contacts }) => contacts.map(contact => contact.id)) ?? []
  const index = ids.indexOf(id)
  // The next page is read before the last contact of this one is left.
  const ending = index >= 0 && index >= ids.length - 2 && hasNextPage && !isFetching
  useEffect(() => {
    if (ending) void fetchNextPage()
  }, [ending, fetchNextPage])
  if (!search || !data || index < 0) return undefined
  const { total, total_is_capped } = data.pages[0] ?? {}
  return {
    search,
    index,
    total: total ?? ids.length,
    capped: total_is_capped ?? false,
    previous: ids[index - 1],
    next: ids[index + 1],
  }
}
