import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** 256 random bits in the format of Standard Webhooks. */
export const newSigningSecret = () => prefix + randomBytes(32).toString('base64')

/** `v1,…` for each secret, separated by spaces. */
export function signaturesOf(secrets: string[], id: string, timestamp_s: number, body: string) {
  const signed = `${id}.${timestamp_s}.${body}`
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
      .update(signed)
      .digest('base64')
  return secrets.map(secret => `v1,${sign(secret)}`).join(' ')
}
