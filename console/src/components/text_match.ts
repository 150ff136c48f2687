const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()

/** Whether every word of the query occurs in these texts, ignoring case and accents. */
export function matchesWords(typed: string | undefined, ...texts: string[]) {
  const whole = plain(texts.join(' '))
  return plain(typed ?? '')
    .split(/\s+/)
    .every(word => whole.includes(word))
}
