import { meQuery, queries } from '../../../api.ts'
import { isReachable } from './connectivity.ts'
import { storedUser } from './store.ts'

const day_ms = 86_400_000

/**
 * Opens the field app for whoever used it here last, when nobody can sign in: without a line, or after `refused`, a silent sign-in that
 * did not work. They see what they had loaded and can go on recording; nothing is sent before they have signed in.
 */
export async function openOffline(refused: boolean): Promise<boolean> {
  const me = await storedUser().catch(() => undefined)
  if (!me || (!refused && (await isReachable()))) return false
  // From tomorrow, so that it is not asked for anew before somebody has signed in.
  queries.setQueryData(meQuery.queryKey, me, { updatedAt: Date.now() + day_ms })
  if (!location.pathname.startsWith('/console/field')) history.replaceState(null, '', '/console/field')
  return true
}
