import { AsyncLocalStorage } from 'node:async_hooks'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import Provider, { type AdapterPayload, errors } from 'oidc-provider'

// A sign-in that has only begun: somebody has followed a link, and shown nothing. Anyone can begin as many as they like, so the server keeps
// nothing of it. The browser holds the request in a cookie that we have signed, until its owner has typed a right password.

/** Browsers keep cookies of up to 4096 bytes, name and attributes included. */
const value_length_max = 3600

export interface PendingCookie {
  name: string
  key: string
  https: boolean
}

export const pendingCookie = (key: string, https: boolean): PendingCookie => ({
  name: https ? '__Secure-muster_pending' : 'muster_pending',
  key,
  https,
})

/** The request that a page outside the authorization server is made for. */
const currentRequest = new AsyncLocalStorage<IncomingMessage>()

export const withCookiesOf = <T>(request: IncomingMessage, work: () => T): T => currentRequest.run(request, work)

/** Whether a record of the authorization server is about nobody yet, and is made by a request to it. */
export function isAnonymous(kind: string, { accountId, session, result, lastSubmission }: AdapterPayload) {
  if (kind === 'Session') return !accountId
  if (kind !== 'Interaction' || !Provider.ctx) return false
  return !accountId && !session?.accountId && !result && !lastSubmission
}

/** Hands an interaction to the browser. It is sent back to our pages, and to where the authorization server goes on. */
export function setPendingCookie({ name, key, https }: PendingCookie, uid: string, payload: object, seconds: number) {
  const expires_at = Date.now() + seconds * 1000
  const data = deflateRawSync(JSON.stringify({ expires_at, payload })).toString('base64url')
  const value = `${data}.${signatureOf(key, uid, data)}`
  if (value.length > value_length_max)
    throw new errors.InvalidRequest('the parameters of the request are too long; shorten state or scope')
  const response: ServerResponse = Provider.ctx!.res
  for (const path of [`/sign-in/${uid}`, `/oauth/authorize/${uid}`]) {
    const attributes = `Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`
    response.appendHeader('set-cookie', `${name}=${value}; ${attributes}`)
  }
}

/** The interaction that the browser holds under this id; undefined when it holds none, or not as we have signed it. */
export function readPendingCookie({ name, key }: PendingCookie, uid: string): AdapterPayload | undefined {
  const request = currentRequest.getStore() ?? Provider.ctx?.req
  const value = request && cookieIn(request, name)
  const [data = '', signature = ''] = value?.split('.') ?? []
  if (!data || !isEqual(signature, signatureOf(key, uid, data))) return undefined
  const { expires_at, payload } = JSON.parse(inflateRawSync(Buffer.from(data, 'base64url')).toString())
  return expires_at > Date.now() ? payload : undefined
}

const cookieIn = ({ headers }: IncomingMessage, name: string) =>
  headers.cookie
    ?.split('; ')
    .find(pair => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

const signatureOf = (key: string, uid: string, data: string) =>
  createHmac('sha256', key).update(`pending interaction\n${uid}\n${data}`).digest('base64url')

function isEqual(one: string, other: string) {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
