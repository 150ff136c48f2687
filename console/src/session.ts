import { createStore, useStore } from '@mantine/store'
import * as oauth from 'oauth4webapi'

// OAuth 2.0 with an authorization code and PKCE. Tokens are kept in memory only, so that nothing stays in the browser.

const timeout_ms = 15_000
const redirect_uri = `${location.origin}/console/callback`
const pending_key = 'muster.pending'
/** Where a window that only signs in gives its answer to the page that opened it. Their states begin with this name. */
const window_channel = 'muster.sign_in'

const server: oauth.AuthorizationServer = {
  issuer: location.origin,
  authorization_endpoint: `${location.origin}/oauth/authorize`,
  token_endpoint: `${location.origin}/oauth/token`,
  revocation_endpoint: `${location.origin}/oauth/revoke`,
  authorization_response_iss_parameter_supported: true,
  id_token_signing_alg_values_supported: ['RS256', 'ES256'],
}
// The id token is not used, and the clock of a phone may be wrong: a day of difference is accepted.
const client: oauth.Client = { client_id: 'muster-console', [oauth.clockTolerance]: 86_400 }
const authentication = oauth.None()

const options = () => ({
  signal: AbortSignal.timeout(timeout_ms),
  [oauth.allowInsecureRequests]: location.protocol === 'http:',
})

/** Stored in this tab while the user is on the sign-in page. */
interface Pending {
  state: string
  verifier: string
  /** Where to return to. */
  path: string
  /** Without a prompt the sign-in fails when the browser has no session; this is not an error. */
  silent: boolean
}

let tokens: oauth.TokenEndpointResponse | undefined
let renewal: Promise<boolean> | undefined

export const accessToken = () => tokens?.access_token

/** The open page, with the field that its address names. */
const hereWithHash = () => location.pathname + location.search + location.hash

/** Redirects to the sign-in page, which returns to `path`. Never resolves. */
export async function signIn(path = hereWithHash(), prompt?: 'none') {
  const [state, verifier] = [oauth.generateRandomState(), oauth.generateRandomCodeVerifier()]
  const pending: Pending = { state, verifier, path, silent: prompt === 'none' }
  sessionStorage.setItem(pending_key, JSON.stringify(pending))
  location.assign(await authorizationAddress(state, verifier, prompt ? { prompt } : {}))
  await new Promise(() => {})
}

async function authorizationAddress(state: string, verifier: string, more: Record<string, string>) {
  const address = new URL('/oauth/authorize', location.origin)
  address.search = new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri,
    scope: 'openid',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  }).toString()
  return address
}

/**
 * Signs in again in a window of its own, which also asks for the space if there are several, so that this page keeps what is typed. The new token is
 * used if `isSame` finds that it is of the same user in the same space. Call it in a click: browsers block windows that open later.
 */
export async function signInInWindow(
  isSame: (access_token: string) => Promise<boolean>,
  signal: AbortSignal,
): Promise<'done' | 'blocked' | 'other'> {
  const opened = window.open('', '_blank', 'popup,width=480,height=720')
  if (!opened) return 'blocked'
  const state = `${window_channel}.${oauth.generateRandomState()}`
  const verifier = oauth.generateRandomCodeVerifier()
  const answer = answerOfWindow(state, signal)
  opened.location.href = (await authorizationAddress(state, verifier, { prompt: 'login consent' })).href
  const parameters = oauth.validateAuthResponse(server, client, await answer, state)
  const fresh = await exchangeCode(parameters, verifier)
  if (!(await isSame(fresh.access_token))) return 'other'
  tokens = fresh
  return 'done'
}

/** Waits for the address to which the window of this state has returned. */
function answerOfWindow(state: string, signal: AbortSignal): Promise<URL> {
  const channel = new BroadcastChannel(window_channel)
  return new Promise<URL>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
    channel.onmessage = ({ data }) => {
      const address = new URL(data)
      if (address.searchParams.get('state') === state) resolve(address)
    }
  }).finally(() => channel.close())
}

/** In a window that only signs in: gives the answer to the page that opened it. False in any other window. */
export function passAnswerOn(): boolean {
  const state = new URLSearchParams(location.search).get('state')
  if (!state?.startsWith(`${window_channel}.`)) return false
  const channel = new BroadcastChannel(window_channel)
  channel.postMessage(location.href)
  channel.close()
  window.close()
  return true
}

/** Exchanges the code for tokens and returns the path to go to. A silent sign-in that failed leaves no tokens. */
export async function finishSignIn(): Promise<string> {
  const pending = takePending()
  if (!pending) throw new SignInError('interrupted')
  const answer = readAnswer(pending)
  if (!answer) return pending.path
  tokens = await exchangeCode(answer, pending.verifier)
  return pending.path
}

async function exchangeCode(answer: URLSearchParams, verifier: string) {
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication,
    answer,
    redirect_uri,
    verifier,
    options(),
  )
  return oauth.processAuthorizationCodeResponse(server, client, response).catch(fail)
}

/** Checks issuer and state of the answer. Undefined when a silent sign-in was refused. */
function readAnswer({ state, silent }: Pending) {
  try {
    return oauth.validateAuthResponse(server, client, new URL(location.href), state)
  } catch (error) {
    if (!(error instanceof oauth.AuthorizationResponseError)) throw new SignInError('interrupted')
    if (silent) return undefined
    throw new SignInError(error.error)
  }
}

/** Exchanges the refresh token; false when the user has to sign in again. Concurrent calls share one request. */
export function refreshTokens(): Promise<boolean> {
  const refresh_token = tokens?.refresh_token
  if (!refresh_token) return Promise.resolve(false)
  renewal ??= requestTokens(refresh_token)
    .then(
      () => true,
      () => false,
    )
    .finally(() => {
      renewal = undefined
    })
  return renewal
}

async function requestTokens(refresh_token: string) {
  const response = await oauth.refreshTokenGrantRequest(server, client, authentication, refresh_token, options())
  const renewed = await oauth.processRefreshTokenResponse(server, client, response)
  // A sign-in that ended meanwhile is more recent.
  if (tokens?.refresh_token === refresh_token) tokens = renewed
}

interface Question {
  answer: ((signed_in: boolean) => void) | undefined
}

const question = createStore<Question>({ answer: undefined })
let asked: Promise<boolean> | undefined

/** Some changes need a sign-in of the last minutes. Resolves to whether the user has signed in again. Concurrent requests ask once. */
export function askForRecentSignIn(): Promise<boolean> {
  asked ??= new Promise<boolean>(answer => question.setState({ answer })).finally(() => {
    asked = undefined
    question.setState({ answer: undefined })
  })
  return asked
}

/** What to call with the answer while the question is open. */
export const useRecentSignInQuestion = () => useStore(question).answer

export async function signOut() {
  const last = tokens
  tokens = undefined
  if (last) await revoke(last)
  // Only a page of this origin can post this form, so the server signs out without asking again.
  const form = document.createElement('form')
  form.method = 'post'
  form.action = '/account/sign-out'
  document.body.append(form)
  form.submit()
}

const revoke = ({ refresh_token, access_token }: oauth.TokenEndpointResponse) =>
  oauth.revocationRequest(server, client, authentication, refresh_token ?? access_token, options()).catch(() => {})

export class SignInError extends Error {}

function fail(error: unknown): never {
  throw new SignInError(error instanceof oauth.ResponseBodyError ? error.error : 'refused', { cause: error })
}

function takePending(): Pending | undefined {
  const text = sessionStorage.getItem(pending_key)
  sessionStorage.removeItem(pending_key)
  return text ? JSON.parse(text) : undefined
}
