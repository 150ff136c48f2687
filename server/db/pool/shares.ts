/** A request for a permit. */
export interface Demand {
  /** The space that the work is for. Work without a space counts as one space of its own. */
  space: number | undefined
  /** Uses a lot of database time: few of these run at once. */
  heavy: boolean
}

/** A request that waits for its permit. */
export interface Waiter extends Demand {
  timer: NodeJS.Timeout
  admit: () => void
  refuse: (error: unknown) => void
}

/** The permits of a space, and what waits for more. */
export interface SpaceQueue {
  held: number
  heavy: number
  waiting: Waiter[]
  /** When the queue of this space was last empty. */
  queued_since_ms: number
}

export interface Shares {
  /** Permits that one space may hold at once. */
  of_space_max: number
  /** Permits for heavy work: of one space, and of all spaces. */
  heavy_of_space_max: number
  heavy_max: number
}

/** One space gets at most three quarters of the sessions and an eighth for heavy work; all heavy work together gets half. */
export const sharesOf = (connections: number): Shares => ({
  of_space_max: connections - Math.ceil(connections / 4),
  heavy_of_space_max: Math.max(1, Math.floor(connections / 8)),
  heavy_max: Math.floor(connections / 2),
})

/** A list takes milliseconds of the database. With more at once than cores, everything else would wait for a core. */
export const list_connections = 2
export const shares_of_lists: Shares = { of_space_max: 1, heavy_of_space_max: 1, heavy_max: 1 }

// Few shared sessions are faster than many: the driver then sends several calls in one packet, and reads several answers in one.
export const shared_connections = 2
/** A session gets no more calls than this at once: a space that sends many must not queue them in front of others. */
export const calls_of_session_max = 16
const calls_max = shared_connections * calls_of_session_max
/** Of the calls that run at once, one space gets at most half. */
export const shares_of_calls: Shares = {
  of_space_max: calls_max / 2,
  heavy_of_space_max: calls_max,
  heavy_max: calls_max,
}

/** How much work waits, and for how long. */
export const waiting = {
  all_max: 2000,
  of_space_max: 500,
  ms_max: 4000,
  /** A queue that has not been empty for this long keeps growing. From then on work is refused after a shorter wait. */
  congested_after_ms: 1000,
  congested_ms_max: 1000,
}
