/** The users that a text mentions as `@[user:12]`, each once, in the order of the text. */
export function mentionedIn(text: string): number[] {
  const ids = [...text.matchAll(/@\[user:([1-9]\d{0,14})\]/g)].map(([, id]) => Number(id))
  return [...new Set(ids)]
}
