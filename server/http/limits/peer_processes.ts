/** What callers have used up since the last word: how much of each bucket. */
export type Taken = [key: string, cost: number][]

/** The other processes of this server, as one of them sees them. */
export interface Others {
  /** Tells them what callers have used up here. */
  tell: (taken: Taken) => void
  /** Hears what callers have used up there. */
  onTaken: (react: (taken: Taken) => void) => void
  /** What all the others measure. */
  measurements: () => Promise<unknown[]>
  /** Says how to measure this one. */
  onMeasure: (measure: () => Promise<unknown>) => void
}
