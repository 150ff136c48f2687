/** The lines of a selection as a list, or as text again if all of them are items. */
export function listed(text: string, from: number, to: number): { start: number; end: number; text: string } {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const after = text.indexOf('\n', to)
  const end = after < 0 ? text.length : after
  const lines = text.slice(start, end).split('\n')
  const isItem = (line: string) => line.startsWith('- ')
  const changed = lines.every(isItem)
    ? lines.map(line => line.slice(2))
    : lines.map(line => (isItem(line) ? line : `- ${line}`))
  return { start, end, text: changed.join('\n') }
}

/** What Enter inserts within a list: the next item, or nothing in place of an empty item, which ends the list. Undefined outside of lists. */
export function continuedList(text: string, cursor: number): { start: number; text: string } | undefined {
  const start = text.lastIndexOf('\n', cursor - 1) + 1
  const item = /^(\s*)(?:([-*+])|(\d{1,6})([.)]))\s+/.exec(text.slice(start, cursor))
  if (!item) return undefined
  const [mark, indent = '', bullet, number, dot] = item
  if (start + mark.length === cursor) return { start, text: '' }
  return { start: cursor, text: `\n${indent}${bullet ?? `${Number(number) + 1}${dot}`} ` }
}
