import { accessToken, signIn } from '../../../session.ts'

const patience_ms = 5000

/** Whether the server can be reached. `navigator.onLine` is also true behind a captive portal. */
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

/** Signs in without a prompt if the browser has a session; returns to the same page either way. */
export const signInSilently = () => signIn(location.pathname + location.search, 'none')
