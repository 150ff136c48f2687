import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { ApiError } from '../errors.ts'

const derive = promisify(argon2)

export const password_length_min = 12
export const password_length_max = 1024

const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const hashes_at_once = 2
const waiting_max = 50

let running = 0
const waiting: (() => void)[] = []

/** Argon2id in PHC string format. It includes the parameters, so that they can be raised later. */
export async function hashPassword(password: string) {
  const salt = randomBytes(16)
  const hash = await deriveQueued(password, salt, cost)
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${salt.toString('base64')}$${hash.toString('base64')}`
}

let verifications = 0

/** For tests: how many passwords were compared. A sign-in must cost the same whether the account exists or not. */
export const verificationCount = () => verifications

export async function verifyPassword(password: string, stored: string) {
  const [, memory, passes, parallelism, salt = '', hash = ''] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored) ?? []
  if (!hash) return false
  verifications++
  const expected = Buffer.from(hash, 'base64')
  const actual = await deriveQueued(password, Buffer.from(salt, 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  })
  return actual.length === expected.length && timingSafeEqual(expected, actual)
}

/** Whether a hash was made with other parameters. It is replaced at the next sign-in. */
export const isOutdated = (stored: string) =>
  !stored.startsWith(`$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$`)

/** Why a password is refused, as a key of the page's texts; undefined if it is accepted. */
export function weaknessOf(password: string, known: string[]): 'too_short' | 'too_long' | 'too_common' | undefined {
  if ([...password].length < password_length_min) return 'too_short'
  if (password.length > password_length_max) return 'too_long'
  // Without its guessable parts, the rest must still be long enough.
  const guessable = [...known.filter(word => word.length > 3).map(word => word.toLowerCase()), ...common]
  const rest = guessable.reduce((text, word) => text.replaceAll(word, ''), password.toLowerCase())
  return rest.length < 5 || new Set(rest).size < 4 ? 'too_common' : undefined
}

// The stems of nearly all common passwords that are long enough to pass the length rule.
const common = (
  'password passw0rd motdepasse azertyuiop qwertyuiop 1234567890 0987654321 123456789 12345678 1234567 123456 654321 ' +
  '1q2w3e4r5t 1q2w3e4r q1w2e3r4 qazwsxedc qazwsx abcdefghij abcdef azerty qwerty iloveyou letmein bienvenue welcome ' +
  'administrator changeme sunshine princess football jetaime doudou loulou soleil marseille muster'
).split(' ')

// A hash takes 20 MB and a core for 50 ms, so only a few run at once.
async function deriveQueued(
  password: string,
  nonce: Buffer,
  { memory, passes, parallelism }: typeof cost,
): Promise<Buffer> {
  if (running >= hashes_at_once) {
    if (waiting.length >= waiting_max)
      throw new ApiError('unavailable', 'Too many people are signing in. Try again in a moment.', {
        headers: { 'retry-after': '2' },
      })
    // A finished hash passes its slot on, so `running` stays the same.
    await new Promise<void>(resolve => waiting.push(resolve))
  } else running++
  try {
    return await derive('argon2id', {
      message: password.normalize('NFKC'),
      nonce,
      parallelism,
      memory,
      passes,
      tagLength: 32,
    })
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
