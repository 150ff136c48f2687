import crypto, { type Argon2Parameters } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

// A hash takes 60 ms of processor time, and the people of the tests share a password and its salt. The same password with the same salt and
// cost is hashed once in a process.

type Algorithm = Parameters<typeof crypto.argon2>[0]
type Callback = Parameters<typeof crypto.argon2>[2]

const derive = crypto.argon2
const known = new Map<string, Promise<Buffer<ArrayBuffer>>>()

crypto.argon2 = (algorithm: Algorithm, parameters: Argon2Parameters, callback: Callback) => {
  const key = JSON.stringify([algorithm, parameters])
  const kept =
    known.get(key) ??
    new Promise<Buffer<ArrayBuffer>>((resolve, reject) =>
      derive(algorithm, parameters, (error, hash) => (error ? reject(error) : resolve(hash))),
    )
  known.set(key, kept)
  kept.then(
    hash => callback(null, hash),
    (error: Error) => callback(error, Buffer.alloc(0)),
  )
}
syncBuiltinESMExports()
