import * as oauth from 'oauth4webapi'

// OAuth 2.0 with an authorization code and PKCE. Tokens are kept in memory only, so that nothing stays in the browser.

const timeout_ms = 15_000
const redirect_uri = `${location.origin}/console/callback`
const pending_key = 'muster.pending'

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
export async function signIn(path = hereWithHash(), prompt?: 'login' | 'select_account' | 'none') {
  const [state, verifier] = [oauth.generateRandomState(), oauth.generateRandomCodeVerifier()]
  const pending: Pending = { state, verifier, path, silent: prompt === 'none' }
  sessionStorage.setItem(pending_key, JSON.stringify(pending))
  const address = new URL('/oauth/authorize', location.origin)
  address.search = new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri,
    scope: 'openid',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(prompt && { prompt }),
  }).toString()
  location.assign(address)
  await new Promise(() => {})
}

/** Exchanges the code for tokens and returns the path to go to. A silent sign-in that failed leaves no tokens. */
export async function finishSignIn(): Promise<string> {
  const pending = takePending()
  if (!pending) throw new SignInError('interrupted')
  const answer = readAnswer(pending)
  if (!answer) return pending.path
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication,
    answer,
    redirect_uri,
    pending.verifier,
    options(),
  )
  tokens = await oauth.processAuthorizationCodeResponse(server, client, response).catch(fail)
  return pending.path
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
  tokens = await oauth.processRefreshTokenResponse(server, client, response)
}

export async function signOut() {
  const token = tokens?.refresh_token ?? tokens?.access_token
  tokens = undefined
  if (token) await oauth.revocationRequest(server, client, authentication, token, options()).catch(() => {})
  // Only a page of this origin can post this form, so the server signs out without asking again.
  const form = document.createElement('form')
  form.method = 'post'
  form.action = '/account/sign-out'
  document.body.append(form)
  form.submit()
}

export class SignInError extends Error {}

function fail(error: unknown): never {
  throw new SignInError(error instanceof oauth.ResponseBodyError ? error.error : 'refused', { cause: error })
}

function takePending(): Pending | undefined {
  const text = sessionStorage.getItem(pending_key)
  sessionStorage.removeItem(pending_key)
  return text ? JSON.parse(text) : undefined
}
