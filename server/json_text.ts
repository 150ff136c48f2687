// Finding one's way in a text that is known to be JSON, without reading it into values.

/** The members of the object that begins here, in their order: their names, and where their values stand. */
export function membersOf(text: string, start: number) {
  const members: { name: string; from: number; to: number }[] = []
  let at = skipBlank(text, start + 1)
  while (text[at] !== '}') {
    const end = endOfString(text, at)
    const from = skipBlank(text, skipBlank(text, end) + 1)
    const to = endOfValue(text, from)
    members.push({ name: JSON.parse(text.slice(at, end)), from, to })
    at = afterComma(text, to)
  }
  return members
}

/** Where the items of the array that begins here begin. */
export function itemsOf(text: string, start: number) {
  const items: number[] = []
  let at = skipBlank(text, start + 1)
  while (text[at] !== ']') {
    items.push(at)
    at = afterComma(text, endOfValue(text, at))
  }
  return items
}

function afterComma(text: string, end: number) {
  const at = skipBlank(text, end)
  return text[at] === ',' ? skipBlank(text, at + 1) : at
}

export function skipBlank(text: string, from: number) {
  let at = from
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++
  return at
}

function endOfString(text: string, start: number) {
  let quote = start
  do quote = text.indexOf('"', quote + 1)
  while (isEscaped(text, quote))
  return quote + 1
}

function isEscaped(text: string, at: number) {
  let before = at
  while (text[before - 1] === '\\') before--
  return (at - before) % 2 === 1
}

export function endOfValue(text: string, start: number) {
  if (text[start] === '"') return endOfString(text, start)
  if (text[start] !== '{' && text[start] !== '[') return endOfWord(text, start)
  let depth = 0
  for (const { at, mark } of marksIn(text, start)) {
    if (mark === '{' || mark === '[') depth++
    else if (mark !== '"' && --depth === 0) return at + 1
  }
  return text.length
}

/** A number, or one of the three words of JSON. */
function endOfWord(text: string, start: number) {
  const word = /[^,\]}\s]*/y
  word.lastIndex = start
  word.exec(text)
  return word.lastIndex
}

/** The brackets and strings of a text, one after the other. */
export function* marksIn(text: string, start: number) {
  const marks = /["{}[\]]/g
  marks.lastIndex = start
  for (let found = marks.exec(text); found; found = marks.exec(text)) {
    const [mark] = found
    if (mark === '"') marks.lastIndex = endOfString(text, found.index)
    yield { at: found.index, mark, end: marks.lastIndex }
  }
}
