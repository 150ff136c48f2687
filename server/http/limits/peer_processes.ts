/** What callers have used up since the last word: how much of each bucket. */
export type UsedCosts = [key: string, cost: number][]

/** The other processes of this server, as one of them sees them. */
export interface PeerProcesses {
  /** Tells them what callers have used up here. */
  sendUsed: (taken: UsedCosts) => void
  /** Hears what callers have used up there. */
  onUsed: (react: (taken: UsedCosts) => void) => void
  /** What all the others measure. */
  measurements: () => Promise<unknown[]>
  /** Says how to measure this one. */
  onMeasure: (measure: () => Promise<unknown>) => void
}
