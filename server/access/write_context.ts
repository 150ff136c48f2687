import type { Caller } from './caller.ts'

/** The caller and the request of a write. */
export interface WriteContext {
  caller: Caller
  request_id: string
  /** Where the data comes from, for the history: `api` by default, or such as `import 12`. */
  source?: string
  /** The location of the contact in the request, for errors; `body.data.contact` by default. */
  location?: string
  /** Whether answers to forms that the caller does not see are written too. */
  all_forms?: boolean
}
