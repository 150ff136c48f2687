export interface Random {
  /** One of these. */
  <T>(from: readonly T[]): T
  /** A whole number from 0 to just below this one. */
  below: (bound: number) => number
}

/** Pseudo-random numbers with a fixed seed: every demo is the same, so that documentation and tests can refer to it. */
export function seededRandom(seed: number): Random {
  let state = (seed * 2_654_435_761) >>> 0
  const below = (bound: number) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
  // `below` never exceeds the list, so the element exists.
  return Object.assign(<T>(from: readonly T[]) => from[below(from.length)] as T, { below })
}
