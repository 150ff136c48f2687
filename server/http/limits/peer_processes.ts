/** What was taken from each bucket since the last message. */
export type UsedCosts = [key: string, cost: number][]

/** The other processes of this server. */
export interface PeerProcesses {
  /** Sends what was taken in this process. */
  sendUsed: (taken: UsedCosts) => void
  /** Called with what was taken in another process. */
  onUsed: (react: (taken: UsedCosts) => void) => void
  /** The metrics of all other processes. */
  measurements: () => Promise<unknown[]>
  /** Sets how the metrics of this process are read. */
  onMeasure: (measure: () => Promise<unknown>) => void
}
