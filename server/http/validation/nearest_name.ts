const word_length_max = 60

/** The known word closest to what was written, or undefined when none is close. */
export function nearestName(written: string, known: Iterable<string>): string | undefined {
  if (written.length > word_length_max) return undefined
  const words = [...known]
  let best: string | undefined
  let least = Math.max(1, Math.floor(written.length / 3)) + 1
  for (const word of words) {
    const far = editDistance(written.toLowerCase(), word.toLowerCase())
    if (far < least) [best, least] = [word, far]
  }
  return best ?? words.find(word => written.length > 2 && word.startsWith(written))
}

/** How many letters were left out, added, changed or swapped. */
function editDistance(a: string, b: string): number {
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
