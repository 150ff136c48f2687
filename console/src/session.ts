// Signing in by OAuth 2.0, code and PKCE. Tokens live in memory only: whoever finds this browser later finds none.

const client_id = 'muster-console'
const redirect_uri = `${location.origin}/console/callback`
const pending_key = 'muster.pending'

interface Tokens {
  access_token: string
  refresh_token?: string
  expires_in: number
}

/** Kept while the person is at the sign-in page: what only this tab knows, and where to come back to. */
interface Pending {
  state: string
  verifier: string
  path: string
  /** Nothing was to be asked: it may well have failed. */
  silent: boolean
}

let tokens: Tokens | undefined
let renewal: Promise<boolean> | undefined

export const accessToken = () => tokens?.access_token

/** Goes to the sign-in page, and comes back here. The page is left: nothing after it runs. */
export async function signIn(path = location.pathname + location.search, prompt?: 'login' | 'select_account' | 'none') {
  const [state, verifier] = [random(), random()]
  sessionStorage.setItem(
    pending_key,
    JSON.stringify({ state, verifier, path, silent: prompt === 'none' } satisfies Pending),
  )
  const address = new URL('/oauth/authorize', location.origin)
  address.search = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri,
    scope: 'openid',
    state,
    code_challenge: await challengeOf(verifier),
    code_challenge_method: 'S256',
    ...(prompt && { prompt }),
  }).toString()
  location.assign(address)
  await new Promise(() => {})
}

/** The end of the way back: trades the code for tokens, and tells where the person wanted to go. There are none after a silent try that failed. */
export async function finishSignIn(): Promise<string> {
  const answer = new URLSearchParams(location.search)
  const pending = takePending()
  if (!pending || answer.get('state') !== pending.state || answer.get('iss') !== location.origin)
    throw new SignInError('interrupted')
  if (answer.has('error') && pending.silent) return pending.path
  if (answer.has('error')) throw new SignInError(answer.get('error') ?? '')
  await obtain({
    grant_type: 'authorization_code',
    code: answer.get('code') ?? '',
    redirect_uri,
    code_verifier: pending.verifier,
  })
  return pending.path
}

/** A new access token for one that has ended; false when the person has to sign in again. Many may ask at once: it is done once. */
export function refreshTokens(): Promise<boolean> {
  const refresh_token = tokens?.refresh_token
  if (!refresh_token) return Promise.resolve(false)
  renewal ??= obtain({ grant_type: 'refresh_token', refresh_token })
    .then(
      () => true,
      () => false,
    )
    .finally(() => {
      renewal = undefined
    })
  return renewal
}

export async function signOut() {
  const token = tokens?.refresh_token ?? tokens?.access_token
  tokens = undefined
  if (token) await post('/oauth/revoke', { token }).catch(() => {})
  // Sent as a form, which only a page of ours can: whoever has said so here is not asked once more.
  const form = document.createElement('form')
  form.method = 'post'
  form.action = '/account/sign-out'
  document.body.append(form)
  form.submit()
}

export class SignInError extends Error {}

async function obtain(grant: Record<string, string>) {
  const response = await post('/oauth/token', grant)
  if (!response.ok) throw new SignInError(((await response.json()) as { error?: string }).error ?? 'refused')
  tokens = (await response.json()) as Tokens
}

const post = (path: string, fields: Record<string, string>) =>
  fetch(path, {
    method: 'POST',
    body: new URLSearchParams({ client_id, ...fields }),
    signal: AbortSignal.timeout(15_000),
  })

function takePending(): Pending | undefined {
  const text = sessionStorage.getItem(pending_key)
  sessionStorage.removeItem(pending_key)
  return text ? JSON.parse(text) : undefined
}

const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)))

async function challengeOf(verifier: string) {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
}

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
