const letters: Record<string, string> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd' }

/** A text without case and accents. */
export const normalizeText = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[œæßøłđ]/g, letter => letters[letter] ?? letter)

/** Whether every word of the query occurs in these texts, ignoring case and accents. */
export function matchesWords(typed: string | undefined, ...texts: string[]) {
  const whole = normalizeText(texts.join(' '))
  return normalizeText(typed ?? '')
    .split(/\s+/)
    .every(word => whole.includes(word))
}
