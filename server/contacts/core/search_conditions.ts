/** A span of time or numbers, its ends included. */
export interface ValueSpan<Value = string | number> {
  from?: Value
  to?: Value
}

/** Whether a condition of a search finds all matches, or tests each contact of a scan. */
export type EvaluationMode = 'all' | 'each'
