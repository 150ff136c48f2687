import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import { defined } from './defined.ts'

/** An external OpenID issuer with real keys. */
export async function anIssuer() {
  let keys: { kid: string; privateKey: CryptoKey; jwk: JWK }[] = []
  const state = { down: false, asked: 0 }
  const server = createServer((request, response) => {
    state.asked++
    if (state.down) return response.writeHead(502).end()
    const found = {
      '/.well-known/openid-configuration': { issuer: url, jwks_uri: `${url}/keys` },
      '/keys': { keys: keys.map(({ jwk }) => jwk) },
    }[request.url ?? '']
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(found ?? {}))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  after(() => server.close())

  /** Replaces its keys. */
  const rotate = async (alg = 'ES256') => {
    const { publicKey, privateKey } = await generateKeyPair(alg)
    const kid = `key ${Math.random()}`
    keys = [{ kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } }]
  }
  await rotate()

  const sign = (
    claims: JWTPayload,
    by: { kid: string; privateKey: CryptoKey } = defined(keys[0], 'the key'),
    alg = 'ES256',
  ) => {
    const now = Math.floor(Date.now() / 1000)
    const whole = { iss: url, aud: 'muster', iat: now, exp: now + 300, email_verified: true, ...claims }
    return new SignJWT(whole).setProtectedHeader({ alg, kid: by.kid }).sign(by.privateKey)
  }
  return { url, state, rotate, sign, keys: () => keys }
}
