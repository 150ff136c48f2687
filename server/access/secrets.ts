import { createHmac, hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** The prefix of a secret. It says what the secret is for, and lets scanners find leaked ones. */
export type SecretKind =
  /** A personal access token. */
  | 'mus_p_'
  /** An access token of an application. */
  | 'mus_a_'
  /** A refresh token. */
  | 'mus_r_'
  /** An authorization code. */
  | 'mus_o_'
  /** A client secret of an integration. */
  | 'mus_s_'
  /** The link in an invitation. */
  | 'mus_i_'
  /** A browser session. */
  | 'mus_b_'
  /** The link in a mail about an account. */
  | 'mus_l_'
  /** The link that sets up a new server. */
  | 'mus_u_'

const pattern = /^mus_[a-z]_(([\w-]{43})([\w-]{7})?)([\w-]{6})$/

/** 256 random bits with a prefix and a short checksum; with a key, also a MAC that only this server can make. */
export function newSecret(kind: SecretKind, key?: Buffer) {
  const random = randomBytes(32).toString('base64url')
  const body = key ? `${random}${macOf(kind, random, key)}` : random
  return `${kind}${body}${checksum(body)}`
}

/** Whether prefix and checksum are valid. Other texts never reach the database. */
export function isSecret(text: string, kind: SecretKind) {
  const [, body = '', , , sum = ''] = pattern.exec(text) ?? []
  return text.startsWith(kind) && checksum(body) === sum
}

/** Whether this server issued it, without a database lookup. It may have ended since. */
export function hasValidMac(text: string, key: Buffer) {
  const [, , random = '', mac] = pattern.exec(text) ?? []
  return mac !== undefined && mac === macOf(text.slice(0, 6), random, key)
}

// 40 bits: one in a trillion invented tokens has a valid MAC.
const macOf = (kind: string, random: string, key: Buffer) =>
  createHmac('sha256', key).update(kind).update(random).digest().subarray(0, 5).toString('base64url')

/** What is stored in place of a secret. 256 random bits need no salt. */
export const digestOf = (secret: string) => hash('sha256', secret, 'base64url')

function checksum(body: string) {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(body))
  return bytes.toString('base64url')
}
