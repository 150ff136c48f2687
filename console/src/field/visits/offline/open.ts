import { meQuery, queries } from '../../../api.ts'
import { isReachable } from './connectivity.ts'
import { storedUser } from './store.ts'

const day_ms = 86_400_000

/**
 * Opens the field app for the user who used it here last, when signing in is not possible: offline, or after `refused`, a silent sign-in
 * that failed. Stored doors are shown and visits can be recorded; nothing is sent before the user has signed in.
 */
export async function openOffline(refused: boolean): Promise<boolean> {
  const me = await storedUser().catch(() => undefined)
  if (!me || (!refused && (await isReachable()))) return false
  // In the future, so that it is not refetched before the user has signed in.
  queries.setQueryData(meQuery.queryKey, me, { updatedAt: Date.now() + day_ms })
  if (!location.pathname.startsWith('/console/field')) history.replaceState(null, '', '/console/field')
  return true
}
