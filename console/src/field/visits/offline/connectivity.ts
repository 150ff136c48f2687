import { accessToken, signIn } from '../../../session.ts'

const patience_ms = 5000

/** Whether the server can be reached: a phone that says it is online may sit in a cellar or behind a hotel's sign-in page. */
export async function isReachable(): Promise<boolean> {
  if (!navigator.onLine) return false
  try {
    const response = await fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(patience_ms) })
    return response.headers.get('content-type')?.includes('json') ?? false
  } catch {
    return false
  }
}

export const isSignedIn = () => accessToken() !== undefined

/** Goes to sign in without asking anything, if the browser still has a session; comes back to the same place either way. */
export const signInSilently = () => signIn(location.pathname + location.search, 'none')
