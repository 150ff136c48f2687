/** A part of a text: in both texts, only in the new one, or only in the old one. */
export interface TextPart {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** Words compared at most; longer texts are shown whole as removed and added. */
const words_max = 2000

/** What changed between two texts, word by word: the longest common sequence of words stays. */
export function textChanges(before: string, after: string): TextPart[] {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  if (old.length > words_max || now.length > words_max) return joined([part('removed', before), part('added', after)])
  const parts: TextPart[] = []
  const common = commonLengths(old, now)
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    const [was, is] = [old[i], now[j]]
    if (was !== undefined && was === is) {
      parts.push(part('same', was))
      i += 1
      j += 1
    } else if (was !== undefined && (is === undefined || lengthAt(common, i + 1, j) >= lengthAt(common, i, j + 1))) {
      parts.push(part('removed', was))
      i += 1
    } else {
      parts.push(part('added', is ?? ''))
      j += 1
    }
  }
  return joined(parts)
}

const part = (kind: TextPart['kind'], text: string): TextPart => ({ kind, text })
const wordsOf = (text: string) => text.match(/\S+\s*/g) ?? []
const lengthAt = (lengths: number[][], i: number, j: number) => lengths[i]?.[j] ?? 0

/** How many words the texts have in common from each pair of positions on. */
function commonLengths(old: string[], now: string[]): number[][] {
  const lengths: number[][] = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0))
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--) {
      const row = lengths[i]
      if (!row) continue
      row[j] =
        old[i] === now[j]
          ? lengthAt(lengths, i + 1, j + 1) + 1
          : Math.max(lengthAt(lengths, i + 1, j), lengthAt(lengths, i, j + 1))
    }
  return lengths
}

/** Parts of the same kind in one. */
function joined(parts: TextPart[]): TextPart[] {
  const list: TextPart[] = []
  for (const next of parts) {
    const last = list.at(-1)
    if (last?.kind === next.kind) last.text += next.text
    else if (next.text) list.push({ ...next })
  }
  return list
}
