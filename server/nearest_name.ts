const word_length_max = 60

/** The known word closest to a misspelled one, or that it begins; undefined if there is none. */
export function nearestName(written: string, known: Iterable<string>): string | undefined {
  const words = [...known]
  return misspelledName(written, words) ?? words.find(word => written.length > 2 && word.startsWith(written))
}

/** The known word that differs by few letters; undefined if there is none. */
export function misspelledName(written: string, words: string[]): string | undefined {
  if (written.length > word_length_max) return undefined
  let nearest: string | undefined
  let least = Math.max(1, Math.floor(written.length / 3)) + 1
  for (const word of words) {
    const distance = editDistance(written.toLowerCase(), word.toLowerCase())
    if (distance < least) [nearest, least] = [word, distance]
  }
  return nearest
}

/** Damerau–Levenshtein distance: letters that were left out, added, changed or swapped. */
function editDistance(a: string, b: string): number {
  const width = b.length + 1
  // One row for each letter of `a`, stored one after the other.
  const distances = new Uint16Array((a.length + 1) * width)
  const at = (i: number, j: number) => distances[i * width + j] ?? 0
  for (let j = 0; j <= b.length; j++) distances[j] = j
  for (let i = 1; i <= a.length; i++) {
    distances[i * width] = i
    for (let j = 1; j <= b.length; j++) {
      const changed = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : changed
      distances[i * width + j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, changed, swapped)
    }
  }
  return at(a.length, b.length)
}
