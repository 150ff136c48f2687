/** The word somebody probably meant, or none that is near enough. */
export function nearest(typed: string, words: Iterable<string>): string | undefined {
  const far_max = Math.max(1, Math.floor(typed.length / 3))
  let best: string | undefined
  let least = far_max + 1
  for (const word of words) {
    const far = distance(typed.toLowerCase(), word.toLowerCase())
    if (far < least) [best, least] = [word, far]
  }
  return best ?? [...words].find(word => typed.length > 2 && word.startsWith(typed))
}

/** ` Did you mean "contacts"?`, or nothing. */
export function didYouMean(typed: string, words: Iterable<string>) {
  const word = nearest(typed, words)
  return word === undefined ? '' : ` Did you mean "${word}"?`
}

/** How many letters were left out, added, changed or swapped. */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, rows[i - 2]![j - 2]! + 1)
      row.push(least)
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}
