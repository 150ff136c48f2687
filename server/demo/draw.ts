export interface Draw {
  /** One of these. */
  <T>(from: readonly T[]): T
  /** A whole number from 0 to just below this one. */
  below: (bound: number) => number
}

/** Chance that falls the same way each time: a demo that changed from one machine to the next could not be talked about. */
export function draw(seed: number): Draw {
  let state = (seed * 2_654_435_761) >>> 0
  const below = (bound: number) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
  return Object.assign(<T>(from: readonly T[]) => from[below(from.length)]!, { below })
}
