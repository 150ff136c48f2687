import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Sql } from '../db/sql.ts'
import { serverKey } from './server_keys.ts'

// Encryption of secrets that must be sent to other servers, and so cannot be stored as digests. The key is a row that no space can read.

const nonce_bytes = 12
const tag_bytes = 16

export async function sealingKey(sql: Sql): Promise<Buffer> {
  const make = (): [string] => [randomBytes(32).toString('base64url')]
  const [key] = await serverKey(sql, 'sealing', make)
  return Buffer.from(key, 'base64url')
}

/** Encrypts a text (AES-256-GCM). It can be opened only with the same purpose, so that it cannot be moved to another row. */
export function seal(key: Buffer, purpose: string, text: string): string {
  const nonce = randomBytes(nonce_bytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose))
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, data, cipher.getAuthTag()]).toString('base64url')
}

/** The text; undefined if it was changed, or sealed with another key or for another purpose. */
export function unseal(key: Buffer, purpose: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < nonce_bytes + tag_bytes) return undefined
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonce_bytes), { authTagLength: tag_bytes })
    decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(-tag_bytes))
    return Buffer.concat([decipher.update(bytes.subarray(nonce_bytes, -tag_bytes)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
