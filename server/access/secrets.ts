import { createHmac, hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** What a secret is for; it stands in front of it, so that scanners and people recognise one. */
export type SecretKind =
  /** A token that a person made for a script. */
  | 'mus_p_'
  /** A token that an application was given. */
  | 'mus_a_'
  /** What renews it. */
  | 'mus_r_'
  /** What it is first given for. */
  | 'mus_o_'
  /** By which an integration shows that it is itself. */
  | 'mus_s_'
  /** The link in an invitation. */
  | 'mus_i_'
  /** By which a browser is known again. */
  | 'mus_b_'
  /** The link in a mail about an account. */
  | 'mus_l_'

const pattern = /^mus_[a-z]_(([\w-]{43})([\w-]{7})?)([\w-]{6})$/

/** 256 random bits with a readable prefix and a short checksum; with a key, also a mark that nobody else could make. */
export function newSecret(kind: SecretKind, key?: Buffer) {
  const random = randomBytes(32).toString('base64url')
  const body = key ? `${random}${markOf(kind, random, key)}` : random
  return `${kind}${body}${checksum(body)}`
}

/** Whether this could be a secret of ours at all. Garbage is refused here and never reaches the database. */
export function isSecret(text: string, kind: SecretKind) {
  const [, body = '', , , sum = ''] = pattern.exec(text) ?? []
  return text.startsWith(kind) && checksum(body) === sum
}

/** Whether we have made it, told without asking the database. It may have ended since. */
export function hasValidMark(text: string, key: Buffer) {
  const [, , random = '', mark] = pattern.exec(text) ?? []
  return mark !== undefined && mark === markOf(text.slice(0, 6), random, key)
}

// Who invents a trillion tokens hits one.
const markOf = (kind: string, random: string, key: Buffer) =>
  createHmac('sha256', key).update(kind).update(random).digest().subarray(0, 5).toString('base64url')

/** What is stored in place of a secret. It needs no salt: nobody guesses 256 random bits. */
export const digestOf = (secret: string) => hash('sha256', secret, 'base64url')

function checksum(body: string) {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(body))
  return bytes.toString('base64url')
}
