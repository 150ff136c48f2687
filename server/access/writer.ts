import type { Caller } from './caller.ts'

/** Who writes, and on what occasion. */
export interface Writer {
  caller: Caller
  request_id: string
  /** How what is written came to us, for those who ask later: `api` unless said otherwise, such as `import 12`. */
  source?: string
  /** Where in the request the contact stands, for refusals; body.data.contact unless said otherwise. */
  place?: string
}
