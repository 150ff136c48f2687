import type { FastifyReply, FastifyRequest } from 'fastify'
import { seal, sealingKey, unseal } from '../../access/sealing.ts'
import type { PendingRequest } from '../../organisation/core/identity_providers/openid_client.ts'
import type { SignInContext } from '../context.ts'
import type { ProviderKey } from './providers.ts'

// What is remembered in the browser while the person is at the provider. Encrypted, and bound to the interaction.

const minutes_max = 15

interface AtProvider {
  key: ProviderKey
  pending: PendingRequest
  expires_at: number
}

const cookieName = (https: boolean) => (https ? '__Secure-muster_provider' : 'muster_provider')

const purposeOf = (uid: string) => `at identity provider\n${uid}`

export async function setPendingRequest(
  { pool, https }: SignInContext,
  reply: FastifyReply,
  uid: string,
  { key, pending }: Omit<AtProvider, 'expires_at'>,
) {
  const content: AtProvider = { key, pending, expires_at: Date.now() + minutes_max * 60_000 }
  const value = seal(await pool.write({}, sealingKey), purposeOf(uid), JSON.stringify(content))
  reply.header('set-cookie', `${cookieName(https())}=${value}; ${attributes(uid, https(), minutes_max * 60)}`)
}

/** The request of this interaction to this provider; undefined if it is missing, expired or of another. It works once. */
export async function takePendingRequest(
  { pool, https }: SignInContext,
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { uid, key }: { uid: string; key: ProviderKey },
): Promise<PendingRequest | undefined> {
  const wanted = `${cookieName(https())}=`
  const sealed = (headers.cookie ?? '').split(/; */).find(part => part.startsWith(wanted))
  reply.header('set-cookie', `${wanted}; ${attributes(uid, https(), 0)}`)
  const text = sealed && unseal(await pool.write({}, sealingKey), purposeOf(uid), sealed.slice(wanted.length))
  const content: AtProvider | undefined = text ? JSON.parse(text) : undefined
  return content && content.key === key && content.expires_at > Date.now() ? content.pending : undefined
}

const attributes = (uid: string, https: boolean, seconds: number) =>
  `Path=/sign-in/${uid}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`
