import { looksLikeOptOut } from './headers.ts'
import type { Column, Outcome, Sample } from './schema.ts'

/** What a dry run or a run has counted so far; kept with the job. */
export interface Tally {
  rows: number
  created: number
  updated: number
  unchanged: number
  repeated: number
  skipped: number
  refused: number
  reasons: Record<string, number>
  /** Contacts that were found, and how many of them get another value in a field that was not empty. */
  matched: number
  replaced: Record<string, number>
  /** Rows that do not say what they are to be found by. */
  keyless: number
  samples: Sample[]
}

export const emptyTally = (): Tally => ({
  rows: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  repeated: 0,
  skipped: 0,
  refused: 0,
  reasons: {},
  matched: 0,
  replaced: {},
  keyless: 0,
  samples: [],
})

export const samples_max = 20
const reasons_max = 100

export function countReason({ reasons }: Tally, reason: string) {
  const known = reason in reasons || Object.keys(reasons).length < reasons_max
  const name = known ? reason : 'other reasons'
  reasons[name] = (reasons[name] ?? 0) + 1
}

const suspicious_share = 0.3
const suspicious_min = 10

/** What a person should look at before going on. */
function warningsOf({ matched, replaced, keyless, refused, rows }: Tally, columns: Column[]): string[] {
  const unheard = columns
    .filter(({ field, header }) => field === null && looksLikeOptOut(header))
    .map(
      ({ header }) =>
        `“${header}” seems to say who wants to be left alone, and is left out: make it black_list or the answer to a form.`,
    )
  const changed = Object.entries(replaced)
    .filter(([, count]) => count >= suspicious_min && count > matched * suspicious_share)
    .map(
      ([field, count]) =>
        `${field} would change for ${count} of ${matched} contacts that were found and already have one: is the column the right one?`,
    )
  return [
    ...unheard,
    ...changed,
    ...(keyless > 0
      ? [`${keyless} rows do not say by what to find the contact: each of them is taken for somebody new.`]
      : []),
    ...(refused > rows * suspicious_share && refused >= suspicious_min
      ? [`${refused} of ${rows} rows are refused: look at the reasons first.`]
      : []),
  ]
}

export const outcomeOf = (tally: Tally, columns: Column[], showSamples: boolean): Outcome => {
  const { rows, created, updated, unchanged, repeated, skipped, refused, reasons, samples } = tally
  return {
    rows,
    created,
    updated,
    unchanged,
    repeated,
    skipped,
    refused,
    reasons: Object.entries(reasons)
      .map(([reason, count]) => ({ reason, count }))
      .sort((a, b) => b.count - a.count),
    warnings: warningsOf(tally, columns),
    samples: showSamples ? samples : [],
  }
}
