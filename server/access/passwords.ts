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

/** Argon2id in the usual text form, parameters included, so that they can be raised later. */
export async function hashPassword(password: string) {
  const salt = randomBytes(16)
  const hash = await deriveQueued(password, salt, cost)
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${salt.toString('base64')}$${hash.toString('base64')}`
}

let verifications = 0

/** How many passwords this process has compared: who has an account must not show in the work that is done. */
export const verificationCount = () => verifications

export async function verifyPassword(password: string, stored: string) {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored)
  if (!parts) return false
  const [memory, passes, parallelism] = parts.slice(1, 4).map(Number) as [number, number, number]
  verifications++
  const expected = Buffer.from(parts[5]!, 'base64')
  const actual = await deriveQueued(password, Buffer.from(parts[4]!, 'base64'), { memory, passes, parallelism })
  return actual.length === expected.length && timingSafeEqual(expected, actual)
}

/** Whether a hash was made with less effort than we take today; then it is made anew when its password is next typed. */
export const isOutdated = (stored: string) =>
  !stored.startsWith(`$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$`)

/** Why a password will not do, as a key of the page's texts; undefined when it will. */
export function weaknessOf(password: string, known: string[]): 'too_short' | 'too_long' | 'too_common' | undefined {
  if ([...password].length < password_length_min) return 'too_short'
  if (password.length > password_length_max) return 'too_long'
  // What remains once every guessable part is taken out is what somebody would have to guess.
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

// A hash takes 20 MB and a core for 50 ms: a flood of sign-ins must not take the machine.
async function deriveQueued(
  password: string,
  nonce: Buffer,
  { memory, passes, parallelism }: typeof cost,
): Promise<Buffer> {
  if (running >= hashes_at_once) {
    if (waiting.length >= waiting_max)
      throw new ApiError('unavailable', 'Too many people are signing in; try again in a moment.', {
        headers: { 'retry-after': '2' },
      })
    // Whoever ends hands their place over, so that nobody slips in between.
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
