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

/**
 * What Ctrl+B does: the part to replace, and where the cursor goes. It makes the selection bold, or plain again; without a selection it begins bold
 * text, or ends the bold text that the cursor is in.
 */
export function bolded(
  text: string,
  from: number,
  to: number,
): { start: number; end: number; text: string; cursor: number } {
  const selected = text.slice(from, to)
  const isMarked = text.slice(0, from).endsWith(mark) && text.startsWith(mark, to)
  if (isMarked && isInBold(text, from)) return { start: from - 2, end: to + 2, text: selected, cursor: to - 2 }
  if (from === to && text.startsWith(mark, to) && isInBold(text, from))
    return { start: from, end: to, text: '', cursor: from + 2 }
  return { start: from, end: to, text: `${mark}${selected}${mark}`, cursor: from === to ? from + 2 : to + 4 }
}

const mark = '**'

/** Whether bold text begins before the cursor, in its line. */
const isInBold = (text: string, cursor: number) =>
  text.slice(text.lastIndexOf('\n', cursor - 1) + 1, cursor).split(mark).length % 2 === 0
