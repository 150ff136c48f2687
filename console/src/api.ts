import { QueryClient, queryOptions } from '@tanstack/react-query'
import i18next from 'i18next'
import { ApiError, connect } from '../../sdk/client.ts'
import { accessToken, askForRecentSignIn, refreshTokens, signIn } from './session.ts'

export { ApiError, ConnectionError } from '../../sdk/client.ts'
export type * from '../../sdk/operations.ts'
/** For uploads that show their progress, which the client cannot. */
export { accessToken, refreshTokens } from './session.ts'

/** The client of the server. An expired token is refreshed; if that fails, the user signs in and returns. What needs a recent sign-in asks for it. */
export const muster = connect({
  url: location.origin,
  token: accessToken,
  // Errors are shown in the language of the console.
  language: () => i18next.language,
  renewToken: async ({ code }) => {
    if (code === 'reauthentication_required') return askForRecentSignIn()
    if (await refreshTokens()) return true
    // In the field app the user may be writing: it shows a sign-in button instead.
    if (!location.pathname.startsWith('/console/field')) await signIn()
    return false
  },
})

const temporary_statuses = [429, 502, 503, 504]

const fresh_ms = 15_000
const long_list_fresh_ms = 5 * 60_000
const long_list_pages = 10
/** Each page of a list is a request: a long list is not read again each time it is shown. The user's own changes are read at once. */
const isLongList = (data: unknown) =>
  typeof data === 'object' &&
  data !== null &&
  'pages' in data &&
  Array.isArray(data.pages) &&
  data.pages.length > long_list_pages

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: ({ state }) => (isLongList(state.data) ? long_list_fresh_ms : fresh_ms),
      // The client retries temporary errors itself.
      retry: false,
      refetchOnWindowFocus: true,
      throwOnError: error =>
        error instanceof ApiError && !temporary_statuses.includes(error.status) && error.status !== 404,
    },
  },
})

/** The signed-in user, the space and the permissions. The console never compares role names. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => (await muster.me.read({}, { signal })).data,
  staleTime: 60_000,
})

/** Waits for a write, then for the queries under these keys to be read again. */
export async function refreshAfter<T>(keys: string[], write: Promise<T>): Promise<T> {
  const done = await write
  await Promise.all(keys.map(key => queries.invalidateQueries({ queryKey: [key] })))
  return done
}

/** The record has changed since it was read (If-Match). */
export const isConflict = (error: unknown) => error instanceof ApiError && error.status === 412

export const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404
