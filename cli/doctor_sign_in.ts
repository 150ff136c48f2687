import type { Config } from '../server/config.ts'
import { discover } from '../server/organisation/core/identity_providers/openid_client.ts'
import type { Finding } from './doctor_hosts.ts'

/** Whether the identity provider of the settings publishes its configuration; nothing if there is none. */
export async function checkIdentityProvider(config: Config): Promise<Finding[]> {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client_id, OIDC_CLIENT_SECRET: client_secret } = config
  if (!issuer || !client_id || !client_secret) return []
  const about = 'sign-in'
  try {
    await discover({ issuer, client_id, client_secret, private_addresses: true })
    return [{ state: 'ok', about, text: `The identity provider ${issuer} answers.` }]
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const text = `The identity provider ${issuer} cannot be used (${reason}). People can sign in with their password. Check OIDC_ISSUER.`
    return [{ state: 'fail', about, text }]
  }
}
